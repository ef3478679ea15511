//! Scenes put together step by step.

use tengen_record::{Mark, Stroke};
use tengen_rules::{Color, Counting, Point};

use super::{Candidate, Crop, Heat, Link, Scene};

impl Scene {
    /// Shows where the last move was.
    #[must_use]
    pub fn with_last_move(mut self, point: Point) -> Scene {
        self.last_move = Some(point);
        self
    }

    /// Puts a sign on a point, in place of an earlier one.
    #[must_use]
    pub fn with_mark(mut self, point: Point, mark: Mark) -> Scene {
        self.marks.insert(point, mark);
        self
    }

    /// Writes a text on a point.
    #[must_use]
    pub fn with_label(mut self, point: Point, text: impl Into<String>) -> Scene {
        self.labels.insert(point, text.into());
        self
    }

    /// Writes a move number on a point.
    #[must_use]
    pub fn with_number(mut self, point: Point, number: u32) -> Scene {
        self.numbers.insert(point, number);
        self
    }

    /// Connects two points with a line.
    #[must_use]
    pub fn with_line(mut self, from: Point, to: Point) -> Scene {
        self.links.push(Link { from, to, stroke: Stroke::Line });
        self
    }

    /// Draws an arrow between two points.
    #[must_use]
    pub fn with_arrow(mut self, from: Point, to: Point) -> Scene {
        self.links.push(Link { from, to, stroke: Stroke::Arrow });
        self
    }

    /// Shows whose territory these points are.
    #[must_use]
    pub fn with_territory(mut self, owned: impl IntoIterator<Item = (Point, Color)>) -> Scene {
        self.territory.extend(owned);
        self
    }

    /// Shows territory and dead stones as they were counted, in place of
    /// those that were marked.
    #[must_use]
    pub fn with_counting(mut self, counting: &Counting) -> Scene {
        let points = self.size.points();
        let owned = points.filter_map(|point| Some((point, counting.territory[point]?)));
        self.territory = owned.collect();
        self.dead = counting.dead;
        self
    }

    /// Shows who will own points, from -1 for White to 1 for Black.
    #[must_use]
    pub fn with_ownership(mut self, values: impl IntoIterator<Item = (Point, f32)>) -> Scene {
        self.ownership.extend(values);
        self
    }

    /// Shows values of points from 0 to 1, in place of earlier ones.
    #[must_use]
    pub fn with_heat(mut self, values: impl IntoIterator<Item = (Point, f32)>) -> Scene {
        self.heat = Heat { values: values.into_iter().collect(), ..self.heat };
        self
    }

    /// Proposes a move.
    #[must_use]
    pub fn with_candidate(mut self, candidate: Candidate) -> Scene {
        self.candidates.push(candidate);
        self
    }

    /// Shows these stones as dead.
    #[must_use]
    pub fn with_dead(mut self, stones: impl IntoIterator<Item = Point>) -> Scene {
        self.dead.extend(stones);
        self
    }

    /// Grays these points out.
    #[must_use]
    pub fn with_dimmed(mut self, points: impl IntoIterator<Item = Point>) -> Scene {
        self.dimmed.extend(points);
        self
    }

    /// Leaves the names of columns and rows out.
    #[must_use]
    pub fn without_coordinates(mut self) -> Scene {
        self.has_coordinates = false;
        self
    }

    /// Shows only the rectangle with these opposite corners.
    #[must_use]
    pub fn with_crop(mut self, from: Point, to: Point) -> Scene {
        self.crop = Some(Crop { from, to });
        self
    }

    /// Writes a text below the board.
    #[must_use]
    pub fn with_caption(mut self, text: impl Into<String>) -> Scene {
        self.caption = Some(text.into());
        self
    }

    /// Says what is to be seen, for those who cannot see it.
    #[must_use]
    pub fn with_title(mut self, text: impl Into<String>) -> Scene {
        self.title = Some(text.into());
        self
    }
}

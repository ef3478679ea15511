//! A position that is looked for, and what is found of it.

use tengen_library::{
    Anchor, Cancel, Continuation, Continuations, GameEntry, Hit, Library, LibraryError, Pattern,
    Query, SearchOptions,
};
use tengen_picture::Scene;
use tengen_rules::{Board, Point, PointSet, Size};

/// The most games that are listed.
const MAX_GAMES: usize = 200;

/// The most continuations that have a letter on the board.
const MAX_LETTERS: usize = 26;

/// The part of a board that is looked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Part {
    /// All of it.
    Whole,
    /// The quarter of the board at this point.
    Corner(Point),
    /// The rectangle between two points. A side on the edge of the board stays
    /// there.
    Rectangle(Point, Point),
    /// The same, anywhere on the board.
    Anywhere(Point, Point),
}

impl Part {
    /// Two opposite corners of the part, the lower left one first.
    ///
    /// # Panics
    ///
    /// Never: every board has points.
    pub fn corners(self, size: Size) -> (Point, Point) {
        let at = |column, row| {
            Point::new(column, row, size).or_else(|| size.point_at(0)).expect("boards have points")
        };
        let (columns, rows) = (size.width(), size.height());
        let ordered = |one: Point, other: Point| {
            let (left, right) = sorted(one.column(), other.column());
            let (low, high) = sorted(one.row(), other.row());
            (at(left, low), at(right, high))
        };
        match self {
            Part::Whole => (at(0, 0), at(columns - 1, rows - 1)),
            Part::Corner(point) => {
                // The middle lines belong to each of the corners.
                let span = |at: u8, n: u8| {
                    if at < n / 2 { (0, n.div_ceil(2) - 1) } else { (n / 2, n - 1) }
                };
                let (left, right) = span(point.column(), columns);
                let (low, high) = span(point.row(), rows);
                (at(left, low), at(right, high))
            }
            Part::Rectangle(one, other) | Part::Anywhere(one, other) => ordered(one, other),
        }
    }

    /// The points of the part.
    pub fn points(self, size: Size) -> PointSet {
        let (low, high) = self.corners(size);
        let is_in = |it: &Point| {
            (low.column()..=high.column()).contains(&it.column())
                && (low.row()..=high.row()).contains(&it.row())
        };
        size.points().filter(is_in).collect()
    }
}

fn sorted(one: u8, other: u8) -> (u8, u8) {
    (one.min(other), one.max(other))
}

/// How a position is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplorerOptions {
    /// Only in games of the user.
    pub is_mine: bool,
    /// Also with Black and White changed.
    pub has_both_colors: bool,
    /// Also in variations.
    pub has_variations: bool,
    /// Only in the games of a query.
    pub query: Option<Query>,
}

/// A continuation on the board that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// The letter that it has on the board.
    pub letter: char,
    /// The point on the board.
    pub point: Point,
    /// What is known of it.
    pub continuation: Continuation,
}

/// A game with the position.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The game.
    pub entry: GameEntry,
    /// Where the position is in it.
    pub hit: Hit,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of games that were searched.
    pub n_searched: u32,
    /// What became of the position.
    pub all: Continuations,
    /// What was played next, the most frequent first.
    pub next: Vec<NextMove>,
    /// The games, up to a limit.
    pub games: Vec<FoundGame>,
}

/// A position, or a part of it, that is looked for in the library.
#[derive(Clone, Debug)]
pub struct PositionSearch {
    /// The board.
    pub board: Board,
    /// What of it is looked for.
    pub part: Part,
    /// How it is looked for.
    pub options: ExplorerOptions,
}

impl PositionSearch {
    /// Looks for it.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read, and
    /// [`LibraryError::Cancelled`] if it was stopped.
    pub fn find(&self, library: &mut Library, cancel: &Cancel) -> Result<Found, LibraryError> {
        let games = match self.options.filter() {
            Some(query) => Some(library.select(&query, cancel)?),
            None => None,
        };
        let options = SearchOptions {
            colors: self.options.has_both_colors,
            variations: self.options.has_variations,
            games,
            ..SearchOptions::default()
        };
        let hits = library.search(&self.pattern(), &options, cancel)?;
        let all = library.continuations(&hits)?;
        let on_board = |it: &Continuation| {
            let point = self.on_board(it.point)?;
            self.board.is_empty_at(point).then(|| (point, it.clone()))
        };
        let letters = ('A'..='Z').chain('a'..='z').chain(std::iter::repeat('·'));
        let next = all.moves.iter().filter_map(on_board).zip(letters);
        let next =
            next.map(|((point, continuation), letter)| NextMove { letter, point, continuation });
        let next = next.collect();
        let mut games: Vec<FoundGame> = Vec::new();
        for &hit in &hits.hits {
            if cancel.is_cancelled() {
                return Err(LibraryError::Cancelled);
            }
            if games.len() == MAX_GAMES {
                break;
            }
            if games.iter().all(|it| it.hit.game != hit.game) {
                games.push(FoundGame { entry: library.game(hit.game)?, hit });
            }
        }
        // The latest ones are of most interest.
        games.sort_by(|one, other| other.entry.date.cmp(&one.entry.date));
        Ok(Found { n_searched: hits.n_searched, all, next, games })
    }

    /// The board as it is drawn: what is not looked for is grayed out,
    /// continuations have letters.
    pub fn scene(&self, found: Option<&Found>) -> Scene {
        let mut scene = Scene::of(&self.board);
        let size = scene.size;
        if self.part != Part::Whole {
            scene.dimmed = PointSet::all(size).difference(&self.part.points(size));
        }
        let next = found.into_iter().flat_map(|it| &it.next).take(MAX_LETTERS);
        scene.labels = next.map(|it| (it.point, it.letter.to_string())).collect();
        scene
    }

    fn pattern(&self) -> Pattern {
        let (low, high) = self.part.corners(self.board.size());
        let pattern = Pattern::region(&self.board, low, high);
        let pattern = pattern.unwrap_or_else(|| Pattern::whole_board(&self.board));
        match self.part {
            Part::Anywhere(..) => pattern.with_anchor(Anchor::ANYWHERE).with_board_size(None),
            _ => pattern,
        }
    }

    /// A point of the pattern on the board.
    fn on_board(&self, point: Point) -> Option<Point> {
        let size = self.board.size();
        let (low, _) = self.part.corners(size);
        Point::new(low.column() + point.column(), low.row() + point.row(), size)
    }
}

impl ExplorerOptions {
    fn filter(&self) -> Option<Query> {
        match (&self.query, self.is_mine) {
            (None, false) => None,
            (Some(query), false) => Some(query.clone()),
            (None, true) => Some(Query::mine()),
            (Some(query), true) => Some(query.clone().and(Query::mine())),
        }
    }
}

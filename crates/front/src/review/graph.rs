//! The graph of a game: chance or lead over its moves, with axes.

use tengen_record::NodeId;
use tengen_review::Band;
use tengen_rules::Color;

use super::ReviewView;

/// What a graph shows.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Measure {
    /// Black's lead in points.
    #[default]
    Lead,
    /// Black's chance to win.
    Chance,
}

impl Measure {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Measure {
        match self {
            Measure::Lead => Measure::Chance,
            Measure::Chance => Measure::Lead,
        }
    }
}

/// A graph with its axes; up is good for Black.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// What it shows.
    pub measure: Measure,
    /// A dot for each position, in order.
    pub dots: Vec<GraphDot>,
    /// The place of the viewed position.
    pub here: Option<usize>,
    /// The vertical axis, around zero: points, or percent beyond 50.
    pub height: Axis,
    /// The horizontal axis: numbers of moves.
    pub width: Axis,
}

/// A position in a graph.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct GraphDot {
    /// Where a click on it leads.
    pub node: NodeId,
    /// The number of its last move.
    pub number: u32,
    /// Who made that.
    pub color: Option<Color>,
    /// The height from -1 for White to 1 for Black; `None` before it was
    /// evaluated.
    pub height: Option<f32>,
    /// Black's lead in points, if it is known.
    pub lead: Option<f32>,
    /// Black's chance to win, from 0 to 1.
    pub chance: Option<f32>,
    /// What its move lost.
    pub band: Option<Band>,
    /// Whether its move is a key move.
    pub is_key: bool,
}

/// An axis with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The value at its end.
    pub most: f32,
    /// The values that are labelled, from the middle or the start on.
    pub ticks: Vec<f32>,
}

impl Graph {
    pub(super) fn new(view: &ReviewView) -> Graph {
        let report = &view.report;
        let has_leads = report.graph.iter().any(|it| it.black.is_some_and(|it| it.lead.is_some()));
        let measure = if has_leads { view.measure } else { Measure::Chance };
        let leads = report.graph.iter().filter_map(|it| it.black?.lead);
        let most_lead = leads.fold(0.0, |most: f32, it| most.max(it.abs()));
        let height = match measure {
            Measure::Lead => lead_axis(most_lead),
            Measure::Chance => Axis { most: 50.0, ticks: vec![0.0, 25.0, 50.0] },
        };
        let is_key = |node| report.key_moves().any(|it| it.node == node);
        let dot = |it: &tengen_review::GraphPoint| {
            let lead = it.black.and_then(|it| it.lead);
            let chance = it.black.map(|it| it.chance);
            let value = match measure {
                Measure::Lead => lead,
                Measure::Chance => chance.map(|it| 100.0 * it - 50.0),
            };
            GraphDot {
                node: it.node,
                number: it.number,
                color: it.color,
                height: value.map(|it| (it / height.most).clamp(-1.0, 1.0)),
                lead,
                chance,
                band: it.loss.map(Band::of),
                is_key: is_key(it.node),
            }
        };
        let dots: Vec<GraphDot> = report.graph.iter().map(dot).collect();
        let here = dots.iter().position(|it| it.node == view.node);
        let width = move_axis(dots.last().map_or(0, |it| it.number));
        Graph { measure, dots, here, height, width }
    }
}

/// The ends of an axis of leads; the first one is such that noise does not
/// look like a landslide.
const LEADS: [f32; 14] =
    [4.0, 6.0, 8.0, 10.0, 16.0, 20.0, 30.0, 40.0, 60.0, 80.0, 100.0, 200.0, 400.0, 700.0];

fn lead_axis(most: f32) -> Axis {
    let end = LEADS.into_iter().find(|&it| it >= most).unwrap_or(most);
    Axis { most: end, ticks: vec![0.0, end / 2.0, end] }
}

#[expect(clippy::cast_precision_loss, reason = "a number of moves")]
fn move_axis(n_moves: u32) -> Axis {
    let step = [5, 10, 25, 50, 100, 250, 500, 1000].into_iter().find(|it| n_moves <= 5 * it);
    let step = step.unwrap_or(n_moves.max(1));
    let ticks = (0..=n_moves / step).map(|it| (it * step) as f32).collect();
    Axis { most: n_moves as f32, ticks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_ends() {
        assert_eq!(lead_axis(0.2).ticks, [0.0, 2.0, 4.0]);
        assert_eq!(lead_axis(12.3), Axis { most: 16.0, ticks: vec![0.0, 8.0, 16.0] });
        assert_eq!(lead_axis(900.0).ticks, [0.0, 450.0, 900.0]);
        assert_eq!(move_axis(23).ticks, [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(move_axis(250).ticks, [0.0, 50.0, 100.0, 150.0, 200.0, 250.0]);
        assert_eq!(move_axis(0).ticks, [0.0]);
    }
}

//! The selection formula of a search with a policy (PUCT).

use tengen_rules::{Color, Size};

use crate::parameters::NetworkParameters;
use crate::search::tree::{Mean, Node};

/// The visits at which exploration begins to grow.
const GROWTH_FROM: f32 = 500.0;

/// The usual standard deviation of the values below a node, and the visits
/// that it counts for.
const PRIOR_DEVIATION: f32 = 0.2;
const PRIOR_VISITS: f32 = 2.0;

/// How near the score that counts as even is to the expected one, from 0 for
/// an even game to 1.
const CENTERING: f32 = 0.8;

/// The numbers of the formula.
#[derive(Copy, Clone, Debug)]
pub(super) struct Puct {
    parameters: NetworkParameters,
    /// A lead that matters, in points.
    scale: f32,
    /// Black's lead that counts as even, in points.
    center: f32,
}

impl Puct {
    /// The formula for a board.
    pub(super) fn new(parameters: &NetworkParameters, size: Size) -> Puct {
        let scale = parameters.score_scale * f32::from(size.n_points()).sqrt();
        Puct { parameters: *parameters, scale: scale.max(1e-3), center: 0.0 }
    }

    /// Sets the lead that is expected, by which moves are told apart that all
    /// win or all lose.
    pub(super) fn set_expected_lead(&mut self, black_lead: f32) {
        self.center = CENTERING * black_lead;
    }

    /// What a move is worth at least to the player who makes it, by the spread
    /// of its visits.
    pub(super) fn lower_bound(&self, to_play: Color, child: &Node) -> f32 {
        let Mean { count, value } = child.visits();
        let variance = child.variance(0.0, PRIOR_VISITS, PRIOR_DEVIATION * PRIOR_DEVIATION);
        let radius = self.parameters.bound_deviations * (variance / count.max(1.0)).sqrt();
        self.utility(to_play, value, child.fine_lead()) - radius
    }

    /// How much more than usual is explored where the values of the visits
    /// differ more than usual.
    #[inline]
    fn spread(&self, node: &Node) -> f32 {
        let variance = node.variance(1.0, PRIOR_VISITS, PRIOR_DEVIATION * PRIOR_DEVIATION);
        1.0 + self.parameters.spread_share * (variance.sqrt() / PRIOR_DEVIATION - 1.0)
    }

    /// The index of the child to visit next.
    pub(super) fn select(
        &self,
        to_play: Color,
        node: &Node,
        children: &[Node],
        is_root: bool,
    ) -> usize {
        let NetworkParameters { exploration, exploration_growth, .. } = self.parameters;
        let fpu_reduction = if is_root {
            self.parameters.root_fpu_reduction
        } else {
            self.parameters.fpu_reduction
        };
        // The visit that is under way has no value yet.
        let n_visits = (node.n_visits().max(1) - 1) as f32;
        let growth = ((n_visits + GROWTH_FROM) / GROWTH_FROM).ln();
        let factor = (exploration + exploration_growth * growth)
            * self.spread(node)
            * (n_visits + 0.01).sqrt();

        let visited = children.iter().filter(|it| it.n_visits() > 0);
        let visited_policy: f32 = visited.map(Node::prior).sum();
        let own_win = 1.0 - node.value_before_visit().unwrap_or(0.5);
        let lead = node.fine_lead() * (n_visits + 1.0) / n_visits.max(1.0);
        let first_play =
            self.utility(to_play, own_win, lead) - fpu_reduction * visited_policy.sqrt();

        let mut best = 0;
        let mut best_value = f32::MIN;
        for (idx, child) in children.iter().enumerate() {
            let Mean { count, value } = child.visits();
            let worth = if count == 0.0 {
                first_play
            } else {
                self.utility(to_play, value, child.fine_lead())
            };
            let value = worth + factor * child.prior() / (1.0 + count);
            if value > best_value {
                best_value = value;
                best = idx;
            }
        }
        best
    }

    /// What a chance to win and a lead of Black are worth to a player.
    #[inline]
    pub(super) fn utility(&self, color: Color, win: f32, black_lead: f32) -> f32 {
        let share = self.parameters.score_share;
        let relative = f32::from(color.sign()) * (black_lead - self.center) / self.scale;
        let margin = 0.5 + 0.5 * relative / (1.0 + relative.abs());
        win + share * (margin - win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puct() -> Puct {
        Puct::new(&NetworkParameters::default(), Size::NINE)
    }

    #[test]
    fn points_count_where_chances_are_equal() {
        let puct = puct();
        for color in Color::ALL {
            let sign = f32::from(color.sign());
            let worth = |win, lead: f32| puct.utility(color, win, sign * lead);
            assert!(worth(0.99, 12.0) > worth(0.99, 11.0));
            assert!(worth(0.01, -11.0) > worth(0.01, -12.0));
            assert!(worth(0.8, 2.0) > worth(0.6, 4.0), "winning comes first");
        }
    }

    #[test]
    fn first_visit_goes_to_the_likeliest_move() {
        let children: [Node; 3] = Default::default();
        for (child, prior) in children.iter().zip([0.2, 0.5, 0.3]) {
            child.set_prior(prior);
        }
        let node = Node::default();
        node.enter();
        assert_eq!(puct().select(Color::Black, &node, &children, true), 1);
    }
}

//! Who owns what, whoever moves first.

use tengen_analysis::Stop;
use tengen_rules::{Board, ByColor, ByPoint, Color, Point, Size};

use super::network_reading::NetworkReader;
use crate::playout::{Playout, owner, sign};
use crate::rng::Rng;

/// How much the opinion of a network counts beside that of playouts.
///
/// Where the two contradict each other, the point is in doubt and is read.
const NETWORK_SHARE: f32 = 0.6;

/// The owner of each point, from -1 for White to 1 for Black, by who moves
/// first.
pub(super) struct Estimate {
    pub(super) ownership: ByColor<ByPoint<f32>>,
}

impl Estimate {
    /// Plays on from a position, at least once; `None` if it was told to stop.
    pub(super) fn by_playouts(
        board: &Board,
        n_playouts: u32,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Option<Estimate> {
        let origin = Playout::new(board);
        let mut playout = origin.clone();
        let mut ownership = ByColor { black: ByPoint::new(0.0), white: ByPoint::new(0.0) };
        for first in Color::ALL {
            let mean = &mut ownership[first];
            for _ in 0..n_playouts {
                if stop.is_stopped() {
                    return None;
                }
                playout.reset(&origin);
                playout.run(first, rng, |_, _| ());
                for point in board.size().points() {
                    mean[point] += f32::from(sign(owner(playout.board(), point)));
                }
            }
            for point in board.size().points() {
                mean[point] /= n_playouts as f32;
            }
        }
        Some(Estimate { ownership })
    }

    /// Adds the opinion of a network, which looks at the board from all sides.
    pub(super) fn add_network(&mut self, board: &Board, network: &mut NetworkReader) {
        for first in Color::ALL {
            let seen = network.look(board, first);
            for (point, owned) in self.ownership[first].iter_mut(board.size()) {
                *owned += NETWORK_SHARE * (seen[point] - *owned);
            }
        }
    }

    /// Takes over what is known for certain.
    pub(super) fn set(&mut self, owners: &ByPoint<Option<Color>>, size: Size) {
        for point in size.points() {
            if let Some(color) = owners[point] {
                self.ownership.black[point] = color.sign().into();
                self.ownership.white[point] = color.sign().into();
            }
        }
    }

    /// The owner of a point, if it is the same one whoever moves first, and
    /// with at least so much certainty.
    pub(super) fn owner(&self, point: Point, least: f32) -> Option<Color> {
        let (black, white) = (self.ownership.black[point], self.ownership.white[point]);
        if black.min(white) >= least {
            Some(Color::Black)
        } else if black.max(white) <= -least {
            Some(Color::White)
        } else {
            None
        }
    }
}

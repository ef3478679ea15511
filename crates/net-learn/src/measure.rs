//! Errors of the network on labelled games that were kept out of training.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::Arc;

use tengen_net::{Evaluator, Input, Network};
use tengen_rules::{Color, Game, Symmetry};

use crate::label::{Format, Label, LabelledGame, index_from_top};

/// Sums over the positions of one size.
#[derive(Clone, Debug, Default)]
struct Sums {
    n_positions: f64,
    same_move: f64,
    divergence: f64,
    win: f64,
    lead: f64,
    ownership: f64,
    right_side: f64,
}

/// Prints mean errors over every tenth game, for each size.
pub(crate) fn measure(
    network: &Arc<Network>,
    input: &mut impl Read,
    format: Format,
    symmetries: &[Symmetry],
) -> io::Result<()> {
    let mut sums: BTreeMap<u8, Sums> = BTreeMap::new();
    let mut number = 0;
    while let Some(labelled) = LabelledGame::read(input, format)? {
        number += 1;
        let Some(mut game) = labelled.start().filter(|_| number % 10 == 0) else { continue };
        let mut evaluator = Evaluator::new(network, labelled.size);
        let sums = sums.entry(labelled.size.width()).or_default();
        let mut labels = labelled.labels.iter().peekable();
        for turn in 0..=labelled.moves.len() {
            if game.end().is_some() {
                break;
            }
            if let Some(label) = labels.next_if(|it| it.turn == turn) {
                sums.add(&game, label, &mut evaluator, symmetries);
            }
            let Some(&mv) = labelled.moves.get(turn) else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
    }
    for (edge, sums) in sums {
        println!("{edge}x{edge}: {sums}");
    }
    Ok(())
}

impl Sums {
    fn add(
        &mut self,
        game: &Game,
        label: &Label,
        evaluator: &mut Evaluator,
        symmetries: &[Symmetry],
    ) {
        let size = game.board().size();
        let to_play = game.to_play();
        let output = evaluator.evaluate_mean(&Input::from_game(game, to_play), symmetries);
        let sign = f64::from(to_play.sign());
        let black_win = f64::from(label.win) / 65535.0;
        let win = if to_play == Color::Black { black_win } else { 1.0 - black_win };
        let off = f64::from(output.win()) - win;
        self.n_positions += 1.0;
        self.win += off * off;
        self.right_side += f64::from(u8::from((output.win() > 0.5) == (win > 0.5)));
        self.lead += (f64::from(output.lead()) - sign * f64::from(label.lead) / 10.0).abs();

        let squares = |it: u8| (f64::from(it) / 255.0).powi(2);
        let total: f64 = label.policy.iter().map(|&it| squares(it)).sum();
        let points = size
            .points()
            .map(|point| (label.policy[index_from_top(point, size)], output.policy(point)));
        let pass = (label.policy[usize::from(size.n_points())], output.pass());
        let (mut best, mut expected) = ((0, 0.0_f32), (0, 0.0_f32));
        for (code, probability) in points.chain([pass]) {
            let target = squares(code) / total;
            if target > 0.0 {
                self.divergence += target * (target / f64::from(probability).max(1e-30)).ln();
            }
            if probability > best.1 {
                best = (code, probability);
            }
            if code > expected.0 {
                expected = (code, probability);
            }
        }
        self.same_move += f64::from(u8::from(best == expected));
        let ownership = size.points().map(|point| {
            let code = label.ownership[index_from_top(point, size)];
            (f64::from(output.ownership(point)) - sign * f64::from(code) / 127.0).powi(2)
        });
        self.ownership += ownership.sum::<f64>() / f64::from(size.n_points());
    }
}

impl std::fmt::Display for Sums {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = |sum: f64| sum / self.n_positions;
        write!(
            f,
            "{} positions, top-1 {:.4}, KL {:.4}, win MSE {:.4}, lead MAE {:.3}, \
             ownership MSE {:.4}, right side {:.4}",
            self.n_positions,
            mean(self.same_move),
            mean(self.divergence),
            mean(self.win),
            mean(self.lead),
            mean(self.ownership),
            mean(self.right_side),
        )
    }
}

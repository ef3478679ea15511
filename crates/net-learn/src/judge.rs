//! How true the network's judgement is, on positions judged by a strong
//! engine: a JSON list of objects with `size`, `komi`, `moves`, and for Black
//! `winrate`, `lead` and `ownership`, rows from the top.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use serde_json::Value;
use tengen_net::{Evaluator, Input, Network};
use tengen_rules::{Color, Game, Komi, Move, Point, Ruleset, Size, Symmetry};

use crate::label::index_from_top;

/// What the judge said of a position.
struct Judged {
    game: Game,
    win: f64,
    lead: f64,
    ownership: Vec<f64>,
    best: Option<Point>,
}

/// Errors on the positions of one size.
#[derive(Debug, Default)]
struct Errors {
    n_positions: usize,
    win: f64,
    leads: Vec<f64>,
    ownership: f64,
    n_decided: usize,
    n_right_side: usize,
    n_same_move: usize,
}

/// Prints the errors of the mean of all symmetries, for each size.
pub(crate) fn judge(network: &Arc<Network>, positions: &str) -> Result<(), Box<dyn Error>> {
    let positions: Vec<Value> = serde_json::from_str(positions)?;
    let mut errors: BTreeMap<u8, Errors> = BTreeMap::new();
    for position in &positions {
        let judged = parse(position).ok_or("a position that cannot be read")?;
        let size = judged.game.board().size();
        let mut evaluator = Evaluator::new(network, size);
        errors.entry(size.width()).or_default().add(&judged, &mut evaluator);
    }
    for (edge, errors) in errors {
        println!("{edge}x{edge}: {errors}");
    }
    Ok(())
}

impl Errors {
    fn add(&mut self, judged: &Judged, evaluator: &mut Evaluator) {
        let game = &judged.game;
        let size = game.board().size();
        let to_play = game.to_play();
        let input = Input::from_game(game, to_play);
        let output = evaluator.evaluate_mean(&input, &Symmetry::ALL);
        let sign = f64::from(to_play.sign());
        let own_win = f64::from(output.win());
        let win = if to_play == Color::Black { own_win } else { 1.0 - own_win };
        self.n_positions += 1;
        self.win += (win - judged.win).abs();
        self.leads.push((sign * f64::from(output.lead()) - judged.lead).abs());
        let off = size.points().map(|point| {
            let judged = judged.ownership[index_from_top(point, size)];
            (sign * f64::from(output.ownership(point)) - judged).abs()
        });
        self.ownership += off.sum::<f64>() / f64::from(size.n_points());
        // Where the judge hesitates there is no right side.
        if (judged.win - 0.5).abs() > 0.1 {
            self.n_decided += 1;
            self.n_right_side += usize::from((win > 0.5) == (judged.win > 0.5));
        }
        let best =
            game.legal_points().max_by(|&a, &b| output.policy(a).total_cmp(&output.policy(b)));
        self.n_same_move += usize::from(best.is_some() && best == judged.best);
    }
}

impl std::fmt::Display for Errors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let n_positions = self.n_positions as f64;
        let mut leads = self.leads.clone();
        leads.sort_by(f64::total_cmp);
        let median = f64::midpoint(leads[(leads.len() - 1) / 2], leads[leads.len() / 2]);
        write!(
            f,
            "{} positions, chance off by {:.3}, lead {:.2} (median {median:.2}), owners {:.3}, \
             right side ahead {}/{}, same move {}",
            self.n_positions,
            self.win / n_positions,
            leads.iter().sum::<f64>() / n_positions,
            self.ownership / n_positions,
            self.n_right_side,
            self.n_decided,
            self.n_same_move,
        )
    }
}

fn parse(position: &Value) -> Option<Judged> {
    let size = Size::square(u8::try_from(position["size"].as_u64()?).ok()?)?;
    let komi = Komi::from_half_points((2.0 * position["komi"].as_f64()?).round() as i16);
    let mut game = Game::new(size, Ruleset::CHINESE).with_komi(komi);
    for mv in position["moves"].as_array()? {
        let mv: Move = mv.as_str()?.parse().ok()?;
        game.play(mv).ok()?;
    }
    let ownership = position["ownership"].as_array()?.iter();
    Some(Judged {
        game,
        win: position["winrate"].as_f64()?,
        lead: position["lead"].as_f64()?,
        ownership: ownership.map(Value::as_f64).collect::<Option<_>>()?,
        best: position["moves_judged"][0][0].as_str()?.parse().ok(),
    })
}

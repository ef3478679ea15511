//! Learning what the stats of playouts adds to the prior.

use std::fmt::Write;

use tengen_rules::{Board, ByPoint, Color};

use super::Choice;
use super::data::{Judged, JudgedGame};
use super::softmax::{self, Quality, Sample};
use tengen_engine::Rng;
use tengen_engine::internals::OwnershipStats;
use tengen_engine::internals::playout::{Context, Playout, owner, sign};
use tengen_engine::internals::prior;

/// The number of positions that are enough.
const N_POSITIONS: usize = 8_000;

/// The number of playouts that make an stats.
const N_PLAYOUTS: u32 = 128;

/// Learns from positions of the games, beside the prior that the engine comes
/// with, and returns the text of the weights file.
///
/// `report` gets the number of passes done and the quality on the games kept
/// out; pass 0 is the prior alone.
///
/// # Panics
///
/// Panics if a thread does.
pub fn learn_ownership(games: &[JudgedGame], mut report: impl FnMut(u32, Quality)) -> String {
    let (samples, kept_out) = super::look(games, N_POSITIONS, samples);
    let (samples, kept_out) = (samples.concat(), kept_out.concat());
    report(0, softmax::measure(&kept_out, &[0.0; OwnershipStats::N_CLASSES]));
    let weights = softmax::learn(&samples, OwnershipStats::N_CLASSES, 6, 1e-4, |pass, weights| {
        report(pass, softmax::measure(&kept_out, weights));
    });
    write(&weights)
}

/// What some positions of a game are learned from.
fn samples(game: &JudgedGame, choice: Choice) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut number = choice.n_before;
    game.replay(|board, color, [last, own_last], judged| {
        number += 1;
        if number.is_multiple_of(choice.stride) {
            let context = Context { last, own_last };
            let mut rng = Rng::new(number as u64);
            samples.extend(sample(board, color, context, judged, game.komi, &mut rng));
        }
    });
    samples
}

fn sample(
    board: &Board,
    color: Color,
    context: Context,
    judged: &Judged,
    komi: i8,
    rng: &mut Rng,
) -> Option<Sample> {
    let mut origin = Playout::new(board);
    origin.set_context(context);
    let stats = play_out(&origin, color, komi, rng);
    let targets = judged.by_point(board.size());
    let mut sample = Sample::default();
    prior::weigh(&origin, color, None, |point, weight| {
        let class = stats.class(color, point, prior::is_near(context.last, point));
        sample.push([class as u32], weight, targets[point]);
    });
    sample.normalize().then_some(sample)
}

/// What playouts say about a position.
pub(super) fn play_out(origin: &Playout, color: Color, komi: i8, rng: &mut Rng) -> OwnershipStats {
    let size = origin.board().size();
    let mut playout = origin.clone();
    let mut stats = OwnershipStats::new();
    let mut owners = ByPoint::new(0_i8);
    for _ in 0..N_PLAYOUTS {
        playout.reset(origin);
        playout.run(color, rng, |_, _| ());
        let mut lead = -i32::from(komi);
        for point in size.points() {
            owners[point] = sign(owner(playout.board(), point));
            lead += 2 * i32::from(owners[point]);
        }
        stats.add(&owners, lead.signum(), size);
    }
    stats
}

fn write(weights: &[f32]) -> String {
    let mut text = String::from("# Written by the tool `learn`, see CONTRIBUTING.md.\n");
    for line in weights.chunks(8) {
        let numbers: Vec<String> = line.iter().map(|it| format!("{it:.2}")).collect();
        let _ = writeln!(text, "{}", numbers.join(" "));
    }
    text
}

//! Learning what the outlook of playouts adds to the prior.

use std::fmt::Write;
use std::num::NonZero;
use std::thread;

use tengen_rules::{Board, ByPoint, Color};

use super::data::{Judged, JudgedGame};
use super::softmax::{self, Quality, Sample};
use crate::outlook::Outlook;
use crate::playout::{Context, Playout, owner, sign};
use crate::prior;
use crate::rng::Rng;

/// The number of positions that are enough.
const N_POSITIONS: usize = 8_000;

/// The number of playouts that make an outlook.
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
pub fn learn_outlook(games: &[JudgedGame], mut report: impl FnMut(u32, Quality)) -> String {
    let n_positions: usize = games.iter().map(|it| it.positions.len()).sum();
    let stride = (n_positions / N_POSITIONS).max(1);
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let parts: Vec<Vec<Seen>> = thread::scope(|scope| {
        let part = |idx| scope.spawn(move || look(games, stride, idx, n_threads));
        let threads: Vec<_> = (0..n_threads).map(part).collect();
        threads.into_iter().map(|it| it.join().expect("no thread panics")).collect()
    });
    let mut all: Vec<Seen> = parts.into_iter().flatten().collect();
    all.sort_by_key(|it| it.number);
    let (kept_out, samples): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.is_kept_out);
    let take = |seen: Vec<Seen>| seen.into_iter().map(|it| it.sample).collect::<Vec<Sample>>();
    let (kept_out, samples) = (take(kept_out), take(samples));
    report(0, softmax::measure(&kept_out, &[0.0; Outlook::N_CLASSES]));
    let weights = softmax::learn(&samples, Outlook::N_CLASSES, 6, 1e-4, |pass, weights| {
        report(pass, softmax::measure(&kept_out, weights));
    });
    write(&weights)
}

/// A position with its number among all.
struct Seen {
    number: usize,
    is_kept_out: bool,
    sample: Sample,
}

/// Looks at one part of the positions.
fn look(games: &[JudgedGame], stride: usize, part: usize, n_parts: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut number = 0;
    for (game_idx, game) in games.iter().enumerate() {
        game.replay(|board, color, [last, own_last], judged| {
            number += 1;
            if number % stride != 0 || number / stride % n_parts != part {
                return;
            }
            let context = Context { last, own_last };
            let mut rng = Rng::new(number as u64);
            if let Some(sample) = sample(board, color, context, judged, game.komi, &mut rng) {
                seen.push(Seen { number, is_kept_out: game_idx % 10 == 9, sample });
            }
        });
    }
    seen
}

fn sample(
    board: &Board,
    color: Color,
    context: Context,
    judged: &Judged,
    komi: i8,
    rng: &mut Rng,
) -> Option<Sample> {
    let size = board.size();
    let mut origin = Playout::new(board);
    origin.set_context(context);
    let mut playout = origin.clone();
    let mut outlook = Outlook::new();
    let mut owners = ByPoint::new(0_i8);
    for _ in 0..N_PLAYOUTS {
        playout.reset(&origin);
        playout.run(color, rng, |_, _| ());
        let mut lead = -i32::from(komi);
        for point in size.points() {
            owners[point] = sign(owner(playout.board(), point));
            lead += 2 * i32::from(owners[point]);
        }
        outlook.add(&owners, lead.signum(), size);
    }
    let mut targets = ByPoint::new(0.0);
    for (idx, &target) in judged.policy.iter().enumerate() {
        if let Some(point) = JudgedGame::point(size, idx) {
            targets[point] = target;
        }
    }
    let mut sample = Sample::default();
    prior::weigh(&origin, color, None, |point, weight| {
        let class = outlook.class(color, point, prior::is_near(context.last, point));
        sample.push([class as u32], weight, targets[point]);
    });
    sample.normalize().then_some(sample)
}

fn write(weights: &[f32]) -> String {
    let mut text = String::from("# Written by the tool `learn`, see CONTRIBUTING.md.\n");
    for line in weights.chunks(8) {
        let numbers: Vec<String> = line.iter().map(|it| format!("{it:.2}")).collect();
        let _ = writeln!(text, "{}", numbers.join(" "));
    }
    text
}

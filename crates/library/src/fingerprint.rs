//! The key by which the same game is recognized, whatever its file says.

use sha2::{Digest, Sha256};
use tengen_rules::{Point, Size, Symmetry};

use crate::timeline::{Content, Step};

/// A key of a game or of a text.
pub(crate) type Key = [u8; 16];

/// Games with fewer stones are the same only if players and date agree too:
/// many games begin alike.
const MIN_STONES: usize = 20;

/// The key of some bytes.
pub(crate) fn key_of(bytes: &[u8]) -> Key {
    let mut key = Key::default();
    key.copy_from_slice(&Sha256::digest(bytes)[..16]);
    key
}

/// The key of a game: its set-up and the moves of its main line, the same for
/// all symmetric games.
///
/// Passes at the end do not count, since many records leave them out.
pub(crate) fn key_of_game(size: Size, steps: &[Step], facts: &str) -> Key {
    let marks = marks(steps);
    let mut best: Option<Vec<u8>> = None;
    for symmetry in Symmetry::ALL {
        let turned = turn(&marks, size, symmetry);
        if best.as_ref().is_none_or(|best| turned < *best) {
            best = Some(turned);
        }
    }
    let mut bytes = best.unwrap_or_default();
    if marks.iter().filter(|mark| !matches!(mark, Mark::Pass(_))).count() < MIN_STONES {
        bytes.extend(facts.as_bytes());
    }
    key_of(&bytes)
}

/// What counts in a game.
#[derive(Copy, Clone)]
enum Mark {
    SetUp(Content, usize),
    Move(Content, usize),
    Pass(usize),
}

fn marks(steps: &[Step]) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(steps.len());
    let mut is_after_move = false;
    for step in steps {
        is_after_move &= !step.begins_node();
        match (step.is_move(), step.content()) {
            (true, Content::NoPoint) => marks.push(Mark::Pass(step.point())),
            (true, content) => marks.push(Mark::Move(content, step.point())),
            (false, Content::NoPoint) => (),
            // Captures follow from the moves.
            (false, _) if is_after_move => (),
            (false, content) => marks.push(Mark::SetUp(content, step.point())),
        }
        is_after_move |= step.is_move();
    }
    while matches!(marks.last(), Some(Mark::Pass(_))) {
        marks.pop();
    }
    marks
}

fn turn(marks: &[Mark], size: Size, symmetry: Symmetry) -> Vec<u8> {
    let turned_size = symmetry.size(size);
    let point = |idx: usize| -> u16 {
        let point: Option<Point> = size.point_at(idx as u16);
        let turned = point.and_then(|it| symmetry.point(it, size));
        turned.and_then(|it| it.index_in(turned_size)).unwrap_or(0)
    };
    let mut bytes = vec![turned_size.width(), turned_size.height()];
    bytes.reserve(2 * marks.len());
    let mut set_up: Vec<u16> = Vec::new();
    let flush = |set_up: &mut Vec<u16>, bytes: &mut Vec<u8>| {
        set_up.sort_unstable();
        set_up.drain(..).for_each(|it| bytes.extend((it | 1 << 15).to_be_bytes()));
    };
    for &mark in marks {
        match mark {
            Mark::SetUp(content, idx) => set_up.push((content as u16) << 10 | point(idx)),
            Mark::Move(content, idx) => {
                flush(&mut set_up, &mut bytes);
                bytes.extend(((content as u16) << 10 | point(idx)).to_be_bytes());
            }
            Mark::Pass(color) => {
                flush(&mut set_up, &mut bytes);
                bytes.extend((1 << 14 | color as u16).to_be_bytes());
            }
        }
    }
    flush(&mut set_up, &mut bytes);
    bytes
}

//! Exercises from mistakes: the position before one, and what counts as right.
//!
//! An exercise is data: whoever keeps a deck of them stores the
//! [`ExerciseKey`], and finds the exercise again in the reviewed record.
//!
//! ```
//! use tengen_record::Record;
//! use tengen_review::exercise::{Answer, exercises};
//! use tengen_review::{Plan, Review};
//! use tengen_rules::Ruleset;
//!
//! // Black should have saved three stones, and made a point elsewhere.
//! let record = Record::from_sgf(
//!     "(;SZ[9];B[ee]TGNJ[1 w 5000 0 100/100 ? ? ge,90,5000,0,?,cc =x];\
//!      W[ge]TGNJ[1 b 5000 0 100/100 ? ? gd,90,5000,0,?,fd cc,9,4000,-800,?,gd =x];\
//!      B[ca]TGNJ[1 w 2000 -1000 100/100 ? ? gd,90,8000,1000,?,hc =x])",
//! )?;
//! let review = Review::new(&record, Ruleset::CHINESE, Plan { quick: 1, deep: 1, budget: None });
//! let all = exercises(&review, &record, 3.0);
//! let [exercise] = all.as_slice() else { panic!("there is one mistake") };
//!
//! assert!(matches!(exercise.check("G6".parse()?), Answer::Right { .. }));
//! let Answer::Wrong { refutation, .. } = exercise.check("C9".parse()?) else { panic!() };
//! assert_eq!(refutation, ["G6".parse()?, "H7".parse()?]);
//! assert_eq!(exercise.check("A1".parse()?), Answer::Unknown);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use tengen_analysis::Analysis;
use tengen_record::{InfoKey, NodeId, Positions, Record};
use tengen_rules::{Color, Game, Move};

use crate::loss::{POINTS_OF_CHANCE, Standing};
use crate::place::open_game;
use crate::{Reason, Review};

/// An answer may lose this many points, or this share of what the mistake
/// lost.
const TOLERANCE: f32 = 1.0;
const TOLERATED_SHARE: f32 = 0.2;

/// A position in which somebody made a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// Its name for ever.
    pub key: ExerciseKey,
    /// The node of the position.
    pub position: NodeId,
    /// The node of the mistake.
    pub mistake: NodeId,
    /// The player to move.
    pub to_play: Color,
    /// The move that was played.
    pub played: Move,
    /// What it lost, in points.
    pub loss: f32,
    /// What an answer may lose, in points.
    pub tolerance: f32,
    /// What the best move is worth.
    pub value: Standing,
    /// Moves of which it is known what they lose, the best first.
    pub known: Vec<KnownMove>,
    /// Why the mistake was one.
    pub reasons: Vec<Reason>,
}

/// A move of which it is known what it loses.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMove {
    /// The move.
    pub mv: Move,
    /// What it loses against the best one, in points.
    pub loss: f32,
    /// What follows it.
    pub line: Vec<Move>,
}

/// What an answer to an exercise is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It is good enough.
    Right {
        /// What it loses, in points.
        loss: f32,
        /// What follows it.
        line: Vec<Move>,
    },
    /// It is not.
    Wrong {
        /// What it loses, in points.
        loss: f32,
        /// How the opponent answers it; may be empty.
        refutation: Vec<Move>,
    },
    /// Nobody has looked at it: [`Exercise::after`] is the position to
    /// evaluate, and [`Exercise::mark`] the verdict on that.
    Unknown,
}

impl Exercise {
    /// What an answer is worth.
    pub fn check(&self, mv: Move) -> Answer {
        match self.known.iter().find(|it| it.mv == mv) {
            Some(known) => self.answer(known.loss, known.line.clone()),
            None => Answer::Unknown,
        }
    }

    /// The game after an answer, to be evaluated; `None` if the move is not
    /// legal.
    pub fn after(&self, review: &Review, record: &Record, mv: Move) -> Option<Game> {
        let mut positions = Positions::new();
        let mut game = open_game(record, self.position, review.ruleset(), &mut positions)?;
        game.play_as(self.to_play, mv).ok()?;
        if game.end().is_some() {
            game.resume(!self.to_play).ok()?;
        }
        Some(game)
    }

    /// What an answer is worth by an analysis of the position after it.
    pub fn mark(&self, analysis: &Analysis) -> Answer {
        let evaluation = analysis.evaluation();
        let own = Standing {
            chance: evaluation.win_rate(self.to_play),
            lead: evaluation.lead(self.to_play),
        };
        let line = analysis.best().map(|it| it.variation.clone()).unwrap_or_default();
        self.answer(difference(self.value, own).max(0.0), line)
    }

    fn answer(&self, loss: f32, line: Vec<Move>) -> Answer {
        if loss <= self.tolerance {
            Answer::Right { loss, line }
        } else {
            Answer::Wrong { loss, refutation: line }
        }
    }
}

/// The mistakes of a review that lost at least this many points, in all
/// lines, as exercises in the order of the record.
pub fn exercises(review: &Review, record: &Record, least_loss: f32) -> Vec<Exercise> {
    let nodes = record.nodes();
    nodes.filter_map(|it| exercise(review, record, it, least_loss)).collect()
}

/// The mistake at a node as an exercise, if it lost at least this many points
/// and it is known what was better.
pub fn exercise(
    review: &Review,
    record: &Record,
    node: NodeId,
    least_loss: f32,
) -> Option<Exercise> {
    let judged = review.judge(record, node)?;
    let loss = judged.points_lost();
    let best = judged.better.first()?;
    if loss < least_loss {
        return None;
    }
    let parent = record.parent(node)?;
    let value = best.value;
    let before = review.evaluation(parent)?;
    let mut known = Vec::new();
    for candidate in before.candidates.iter().filter(|it| it.n_visits > 0 && it.mv != judged.mv) {
        let own = Standing {
            chance: candidate.chance.share(),
            lead: candidate.lead.map(tengen_record::Points::points),
        };
        let loss = difference(value, own).max(0.0);
        known.push(KnownMove { mv: candidate.mv, loss, line: candidate.line.clone() });
    }
    if !known.iter().any(|it| it.mv == best.mv) {
        known.push(KnownMove { mv: best.mv, loss: 0.0, line: best.line[1..].to_vec() });
    }
    known.push(KnownMove { mv: judged.mv, loss, line: judged.refutation });
    known.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    Some(Exercise {
        key: ExerciseKey::of(record, node),
        position: parent,
        mistake: node,
        to_play: judged.color,
        played: judged.mv,
        loss,
        // The mistake itself is never right.
        tolerance: TOLERANCE.max(TOLERATED_SHARE * loss).min(0.8 * loss),
        value,
        known,
        reasons: judged.reasons,
    })
}

fn difference(best: Standing, other: Standing) -> f32 {
    match (best.lead, other.lead) {
        (Some(best), Some(other)) => best - other,
        _ => POINTS_OF_CHANCE * (best.chance - other.chance),
    }
}

/// The name of an exercise, the same in every copy of the record: the game,
/// and the moves that lead to the mistake.
///
/// Other variations, comments and moves behind it do not change it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ExerciseKey {
    /// The size of the board, the players and the date.
    pub record: u64,
    /// The moves and the set-up from the root to the mistake.
    pub path: u64,
}

impl ExerciseKey {
    /// The name of the mistake at a node.
    pub fn of(record: &Record, node: NodeId) -> ExerciseKey {
        let info = record.info_at(node);
        let mut game = Digest::new();
        game.add(&record.size().to_string());
        let names = [
            InfoKey::Player(Color::Black),
            InfoKey::Player(Color::White),
            InfoKey::Date,
            InfoKey::Event,
            InfoKey::Round,
        ];
        for key in names {
            game.add(&info.text(key).unwrap_or_default());
        }
        let mut path = Digest::new();
        for id in record.path(node) {
            let it = record.node(id);
            if let Some(setup) = it.setup() {
                for points in [&setup.black, &setup.white, &setup.empty] {
                    points.iter().for_each(|point| path.add(&point.to_string()));
                    path.add("/");
                }
            }
            if let Some((color, mv)) = it.mv() {
                path.add(&format!("{}{mv}", color.letter()));
            }
        }
        ExerciseKey { record: game.0, path: path.0 }
    }
}

/// Writes two numbers of 16 hexadecimal digits, with a hyphen between them.
impl fmt::Display for ExerciseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{:016x}", self.record, self.path)
    }
}

impl FromStr for ExerciseKey {
    type Err = ParseExerciseKeyError;

    fn from_str(text: &str) -> Result<ExerciseKey, ParseExerciseKeyError> {
        let number = |digits: &str| {
            let is_number = digits.len() == 16 && digits.bytes().all(|it| it.is_ascii_hexdigit());
            let number = is_number.then(|| u64::from_str_radix(digits, 16).ok()).flatten();
            number.ok_or(ParseExerciseKeyError)
        };
        let (record, path) = text.split_once('-').ok_or(ParseExerciseKeyError)?;
        Ok(ExerciseKey { record: number(record)?, path: number(path)? })
    }
}

/// A text is not the name of an exercise.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseExerciseKeyError;

impl fmt::Display for ParseExerciseKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the key of an exercise, expected two numbers of 16 hexadecimal digits")
    }
}

impl std::error::Error for ParseExerciseKeyError {}

/// The hash of Fowler, Noll and Vo (FNV-1a) over words, the same in every
/// version.
struct Digest(u64);

impl Digest {
    const fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: &str) {
        // A byte that no text has ends each word.
        for byte in word.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_stable() {
        let key = |text: &str, number: u32| {
            let record = Record::from_sgf(text).unwrap();
            ExerciseKey::of(&record, record.node_id(number).unwrap())
        };
        let text = "(;SZ[9]PB[Ann]PW[Ben];B[ee];W[ge])";
        let first = key(text, 2);
        assert_eq!(first.to_string(), "6f2a1c35fa6cd73d-08ae72d84516db22");
        assert_eq!(first.to_string().parse(), Ok(first));
        let more = "(;C[x]PW[Ben]SZ[9]PB[Ann];B[ee](;W[aa];B[bb])(;W[ge];B[ff]))";
        assert_eq!(key(more, 4), first);
        assert_ne!(key(more, 2).path, first.path);
        assert_ne!(key("(;SZ[9]PB[Ann]PW[Bob];B[ee];W[ge])", 2).record, first.record);
        for text in ["", "x-y", "6f2a1c35fa6cd73d", "+f2a1c35fa6cd73d-08ae72d84516db22"] {
            assert_eq!(text.parse::<ExerciseKey>(), Err(ParseExerciseKeyError));
        }
    }
}

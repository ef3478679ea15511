//! Openings: the empty board, records, or random moves.

use std::error::Error;
use std::fmt;

use tengen_analysis::{Decision, Stop};
use tengen_engine::{Level, Limits, Opponent, SearchRequest, Settings};
use tengen_record::{NoRecord, Problem, Record};
use tengen_rules::{Game, IllegalMove, Komi, Move, Ruleset, Size, Turn};
use tengen_sgf as sgf;

/// What all games of a match have in common before the first move.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation.
    pub komi: Komi,
}

/// The memory of the opponent that makes random openings.
const MEMORY: usize = 4 << 20;

/// The level that makes random openings; it overlooks two moves in three.
///
/// That is enough for games to differ, and the moves make sense.
fn natural_level() -> Level {
    "22k".parse().expect("the ladder has this level")
}

/// Adds random but sensible moves, the same ones for the same seed.
///
/// There are fewer if a player would rather pass.
pub fn add_random_moves(game: &mut Game, n_moves: u32, seed: u64) {
    if n_moves == 0 {
        return;
    }
    let settings = Settings { memory: MEMORY, seed, ..Settings::default() };
    let mut opponent = Opponent::new(natural_level(), settings);
    for _ in 0..n_moves {
        let search_request = SearchRequest::new(game, Limits::playouts(1));
        let answer = opponent.think(&search_request, &Stop::new(), |_| ());
        match answer.decision {
            Decision::Move(mv @ Move::Play(_)) if game.play(mv).is_ok() => (),
            _ => return,
        }
    }
}

/// The openings in a file: the main line of each game, or its first moves.
///
/// Set-up stones and handicap of the record are kept; rules and komi are
/// those of the match.
///
/// # Errors
///
/// Returns [`OpeningError`] if a game cannot be continued.
pub fn read(bytes: &[u8], terms: Terms, limit: Option<u32>) -> Result<Vec<Game>, OpeningError> {
    let too_large = |sgf::TooLarge| OpeningError::NoRecord(NoRecord::TooLarge);
    let records = Record::all(sgf::read(bytes).map_err(too_large)?);
    if records.is_empty() {
        return Err(OpeningError::NoRecord(NoRecord::NoGame));
    }
    let opening = |record: Result<Record, NoRecord>| {
        follow(&record.map_err(OpeningError::NoRecord)?, terms, limit)
    };
    records.into_iter().map(opening).collect()
}

/// Plays the main line of a record.
fn follow(record: &Record, terms: Terms, limit: Option<u32>) -> Result<Game, OpeningError> {
    if record.size() != terms.size {
        return Err(OpeningError::Size(record.size(), terms.size));
    }
    let mut game = start(record, terms)?;
    let limit = limit.map_or(usize::MAX, |it| it as usize);
    for id in record.main_line().filter(|&id| id != record.root()) {
        if game.n_turns() >= limit {
            break;
        }
        let node = record.node(id);
        if node.setup().is_some() {
            return Err(OpeningError::Setup(game.n_turns()));
        }
        let Some((color, mv)) = node.mv() else { continue };
        let number = game.n_turns() + 1;
        game.play_as(color, mv).map_err(|error| OpeningError::Illegal(number, error))?;
    }
    if game.end().is_some() {
        return Err(OpeningError::Over);
    }
    Ok(game)
}

/// The game before its first move, which may be in the root as well.
fn start(record: &Record, terms: Terms) -> Result<Game, OpeningError> {
    let root = record.node(record.root());
    let snapshot = record.position(record.root());
    if snapshot.problems.iter().any(|it| !matches!(it, Problem::Illegal(_))) {
        return Err(OpeningError::Setup(0));
    }
    let handicap = record.info().handicap().unwrap_or(0);
    let game = |position| {
        Game::from_position(position, terms.ruleset)
            .with_komi(terms.komi)
            .with_handicap_of(handicap)
    };
    match root.mv() {
        None => Ok(game(snapshot.position)),
        Some((color, mv)) => {
            let mut game = game(tengen_rules::Position::new(terms.size));
            game.play_as(color, mv).map_err(|error| OpeningError::Illegal(1, error))?;
            Ok(game)
        }
    }
}

/// The moves of a game, without resumptions.
pub(crate) fn moves(game: &Game) -> impl Iterator<Item = (tengen_rules::Color, Move)> {
    game.turns().filter_map(|turn| match turn {
        Turn::Move(color, mv) => Some((color, mv)),
        Turn::Resume(_) => None,
    })
}

/// The reason why a record is not an opening.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OpeningError {
    /// There is no game of Go.
    NoRecord(NoRecord),
    /// The board is of this size, not of the other one.
    Size(Size, Size),
    /// Stones cannot be set up after this many moves.
    Setup(usize),
    /// The move with this number is not legal.
    Illegal(usize, IllegalMove),
    /// Both have passed.
    Over,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::NoRecord(error) => error.fmt(f),
            OpeningError::Size(size, expected) => {
                write!(f, "the opening is for a {size} board, the match is on {expected}")
            }
            OpeningError::Setup(0) => f.write_str("the opening sets up an impossible position"),
            OpeningError::Setup(n) => {
                write!(f, "the opening sets up stones after move {n}, expected only moves")
            }
            OpeningError::Illegal(number, error) => {
                write!(f, "move {number} of the opening is not legal: {error}")
            }
            OpeningError::Over => f.write_str("the opening ends the game, expected fewer moves"),
        }
    }
}

impl Error for OpeningError {}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms =
        Terms { size: Size::NINE, ruleset: Ruleset::CHINESE, komi: Ruleset::CHINESE.komi };

    fn names(game: &Game) -> String {
        let names = moves(game).map(|(color, mv)| format!("{}{mv}", color.letter()));
        names.collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check_opening(text: &str, limit: Option<u32>, expected: &str) {
        let openings = read(text.as_bytes(), TERMS, limit).unwrap();
        assert_eq!(openings.iter().map(names).collect::<Vec<_>>().join(" | "), expected);
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = read(text.as_bytes(), TERMS, None).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn main_lines_are_openings() {
        check_opening("(;SZ[9];B[ee];W[cc](;B[gg])(;B[cg]))", None, "BE5 WC7 BG3");
        check_opening("(;SZ[9];B[ee];W[cc];B[gg])", Some(2), "BE5 WC7");
        check_opening("(;SZ[9]B[ee]C[x];C[y];W[cc])", None, "BE5 WC7");
        check_opening("(;SZ[9];B[ee])(;SZ[9];B[cc])", None, "BE5 | BC7");
        check_opening("(;SZ[9];B[ee];W[];B[])", Some(2), "BE5 Wpass");
    }

    #[test]
    fn set_up_stones_are_kept() {
        let text = "(;SZ[9]HA[2]AB[cg][gc]KM[0];W[ee])";
        let opening = read(text.as_bytes(), TERMS, None).unwrap().remove(0);
        assert_eq!(opening.board().stones().count(), 3);
        assert_eq!((opening.handicap(), opening.komi()), (2, TERMS.komi));
    }

    #[test]
    fn records_that_cannot_go_on() {
        check_refused("(;SZ[13];B[ee])", "the opening is for a 13x13 board, the match is on 9x9");
        check_refused("(;SZ[9];B[ee];W[ee])", "move 2 of the opening is not legal: E5 is occupied");
        check_refused(
            "(;SZ[9];B[ee];AW[cc])",
            "the opening sets up stones after move 1, expected only moves",
        );
        check_refused("(;SZ[9];B[];W[])", "the opening ends the game, expected fewer moves");
    }

    #[test]
    fn random_moves_depend_on_the_seed() {
        let opening = |seed| {
            let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
            add_random_moves(&mut game, 6, seed);
            names(&game)
        };
        assert_eq!(opening(1), opening(1));
        assert_ne!(opening(1), opening(2));
        assert_eq!(opening(3).split_whitespace().count(), 6);
    }
}

//! Everything about a game, as a page sees it.

use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_rules::{ByColor, Color, Komi, Move, Point, PointSet, Size};

use crate::Clocks;

/// Everything about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The version of the game.
    pub v: u64,
    /// What was agreed on before the game.
    pub game: Game,
    /// Who plays each color.
    pub seats: ByColor<SeatState>,
    /// What is going on.
    pub phase: PhaseName,
    /// Stones before the first move.
    pub setup: ByColor<PointSet>,
    /// The moves with what they captured.
    pub moves: Moves,
    /// Who is to play.
    pub to_play: Color,
    /// How many handicap stones Black has yet to place.
    pub handicap_left: u32,
    /// How many stones each player has captured.
    pub prisoners: ByColor<u32>,
    /// Both clocks.
    pub clocks: Clocks,
    /// What a player asked the opponent for.
    pub request: Option<RequestState>,
    /// The scoring, while it goes on.
    pub scoring: Option<ScoringState>,
    /// How many times the game can be resumed after scoring.
    pub resumes_left: u32,
    /// How the game ended.
    pub result: Option<ResultState>,
    /// The id of the next game of the same players.
    pub rematch: Option<String>,
}

/// What was agreed on before the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Eight letters and digits.
    pub id: String,
    /// Such as `19x19`, width first.
    pub size: Size,
    /// The name of the rules.
    pub rules: String,
    /// White's compensation.
    pub komi: Komi,
    /// How many stones Black has in advance.
    pub handicap: u8,
    /// The time of each player, such as `5m+3x30s` or `none`.
    pub clock: String,
    /// Who plays against whom.
    pub kind: Kind,
    /// Who can find and see it.
    pub visibility: Visibility,
}

/// Who plays against whom.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Two people on two screens.
    People,
    /// A person and our engine.
    Level,
    /// Two people on one screen.
    PassAndPlay,
}

/// Who can find and see a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// It is in the list of games for all.
    Listed,
    /// Whoever has the link can watch.
    #[default]
    Link,
    /// Only the players can see it.
    Private,
}

/// Who plays a color.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatState {
    /// A person, an engine, or no one yet.
    pub kind: SeatKind,
    /// The name, empty if there is none.
    pub name: String,
}

/// What sits in a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// It is free.
    Open,
    /// A person.
    Person,
    /// Our engine at a level.
    Level,
}

/// What is going on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// A seat is free, or a player has not come yet.
    Waiting,
    /// Black places handicap stones.
    Placing,
    /// Players make moves.
    Playing,
    /// The clocks stand still.
    Paused,
    /// Players find out which stones are dead.
    Scoring,
    /// The game is over.
    Over,
}

/// What can be asked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Requested {
    /// To take back the asker's last move.
    Undo,
    /// To stop the clocks.
    Pause,
    /// To play again.
    Rematch,
}

/// What a player asked the opponent for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestState {
    /// Who asked.
    pub by: Color,
    /// For what.
    pub what: Requested,
}

/// The scoring, while it goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringState {
    /// Grows whenever the dead stones change.
    pub rev: u32,
    /// The stones that are marked dead.
    pub dead: PointSet,
    /// Empty points where a border is still open.
    pub open: PointSet,
    /// Who owns the points outside of living stones.
    pub territory: ByColor<PointSet>,
    /// The result if all agree, such as `B+3.5`.
    pub score: String,
    /// Who has agreed with that.
    pub agreed: ByColor<bool>,
    /// Whether an engine is still looking at the position.
    pub pending: bool,
    /// When the time to agree is over, in the server's time.
    pub ends_at: Option<u64>,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultState {
    /// As in SGF: `B+3.5`, `W+R`, `B+T`, `W+F`, `0`, `Void`.
    pub result: String,
    /// The same as a sentence.
    pub text: String,
    /// The winner, if there is one.
    pub winner: Option<Color>,
    /// The stones that were dead, if the game was counted.
    pub dead: PointSet,
    /// Who owned what, if the game was counted.
    pub territory: ByColor<PointSet>,
}

/// A move with what it captured, as `BD4`, `WE5xE4xF5` or `Bpass`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PlayedMove {
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The stones that it captured.
    pub captured: PointSet,
}

impl fmt::Display for PlayedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        write!(f, "{color}{}", self.mv)?;
        self.captured.iter().try_for_each(|it| write!(f, "x{it}"))
    }
}

impl PlayedMove {
    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<PlayedMove> {
        let (color, rest) = match text.split_at_checked(1)? {
            ("B", rest) => (Color::Black, rest),
            ("W", rest) => (Color::White, rest),
            _ => return None,
        };
        let mut parts = rest.split('x');
        let mv = parts.next()?.parse().ok()?;
        let captured: Option<PointSet> = parts.map(|it| it.parse::<Point>().ok()).collect();
        Some(PlayedMove { color, mv, captured: captured? })
    }
}

impl Serialize for PlayedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayedMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayedMove, D::Error> {
        let text = String::deserialize(deserializer)?;
        PlayedMove::parse(&text).ok_or_else(|| not_a_move(&text))
    }
}

/// The moves of a game, in one text with a space between two.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Moves(pub Vec<PlayedMove>);

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(5 * self.0.len());
        for mv in &self.0 {
            let space = if text.is_empty() { "" } else { " " };
            write!(text, "{space}{mv}").map_err(serde::ser::Error::custom)?;
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moves, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = |it: &str| PlayedMove::parse(it).ok_or_else(|| not_a_move(it));
        Ok(Moves(text.split_whitespace().map(read).collect::<Result<_, D::Error>>()?))
    }
}

fn not_a_move<E: serde::de::Error>(text: &str) -> E {
    E::custom(format_args!("{text:?} is not a move, expected one such as BD4"))
}

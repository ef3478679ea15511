//! Games as lists show them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::SystemTime;

use tengen_rules::{ByColor, Color, Size};

/// The name of a game in its library. It is never given to another game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct GameId(pub(crate) u32);

impl GameId {
    /// The number of the game, as people type it.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The game with a number, which need not exist.
    pub const fn from_number(number: u32) -> GameId {
        GameId(number)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for GameId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<GameId, Self::Err> {
        text.parse().map(GameId)
    }
}

/// A game in a list.
///
/// Texts are as the file has them, so they may hold anything: a front end
/// makes control characters and mark-up harmless.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEntry {
    /// The name of the game.
    pub id: GameId,
    /// Who played Black.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// The rank of Black, if it is one.
    pub black_rank: Option<crate::Rank>,
    /// The rank of White, if it is one.
    pub white_rank: Option<crate::Rank>,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// When it was played, as the file has it.
    pub date: String,
    /// How it ended, as the file has it.
    pub result: String,
    /// Who won, if somebody did.
    pub winner: Option<Color>,
    /// The board.
    pub size: Size,
    /// The rules, as the file has them.
    pub rules: String,
    /// The number of handicap stones.
    pub handicap: u32,
    /// White's compensation.
    pub komi: Option<f64>,
    /// The moves of the main line.
    pub n_moves: u32,
    /// The nodes of all lines.
    pub n_nodes: u32,
    /// The lines beside the main line.
    pub n_variations: u32,
    /// Whether there are comments.
    pub has_comments: bool,
    /// The names of its opening, as far as they are known.
    pub opening: String,
    /// When it came into the library.
    pub added: SystemTime,
    /// Which of the players are the user.
    pub own: ByColor<bool>,
}

impl GameEntry {
    /// The player of a color.
    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The color that the user played; `None` also if he played both.
    pub fn own_color(&self) -> Option<Color> {
        match (self.own.black, self.own.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the user has won, if he played one color and somebody won.
    pub fn is_won(&self) -> Option<bool> {
        Some(self.winner? == self.own_color()?)
    }
}

/// Where a game is from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Source {
    /// The file, as it was named when it was read.
    pub path: PathBuf,
    /// The place in the file, from zero.
    pub game_idx: u32,
    /// Whether the file's text is the one that the library shows; others are
    /// kept beside it.
    pub is_shown: bool,
}

/// The order of a list.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Order {
    /// What decides.
    pub by: OrderBy,
    /// Whether the order is turned around.
    pub is_reversed: bool,
}

/// What the order of a list goes by.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum OrderBy {
    /// The date of the game, the latest first.
    #[default]
    Date,
    /// When it came into the library, the latest first.
    Added,
    /// Black's name.
    Black,
    /// White's name.
    White,
    /// The tournament.
    Event,
    /// The number of moves, the shortest first.
    Moves,
    /// The stronger player's rank, the strongest first.
    Rank,
}

impl OrderBy {
    /// All orders with their names.
    pub const ALL: [(OrderBy, &'static str); 7] = [
        (OrderBy::Date, "date"),
        (OrderBy::Added, "added"),
        (OrderBy::Black, "black"),
        (OrderBy::White, "white"),
        (OrderBy::Event, "event"),
        (OrderBy::Moves, "moves"),
        (OrderBy::Rank, "rank"),
    ];
}

/// Some games of a list.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// How many games come before it.
    pub start: u32,
    /// How many games it has at most.
    pub len: u32,
}

impl Page {
    /// The whole list.
    pub const ALL: Page = Page { start: 0, len: u32::MAX };
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct GameList {
    /// How many games the whole list has.
    pub total: u32,
    /// The games of the page.
    pub games: Vec<GameEntry>,
}

/// A set of games, for searches among them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GameSet {
    words: Vec<u64>,
}

impl GameSet {
    /// Adds a game.
    pub fn insert(&mut self, id: GameId) {
        let word = id.0 as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (id.0 % 64);
    }

    /// Whether a game is in it.
    pub fn contains(&self, id: GameId) -> bool {
        self.words.get(id.0 as usize / 64).is_some_and(|it| it >> (id.0 % 64) & 1 == 1)
    }

    /// The games, by number.
    pub fn iter(&self) -> impl Iterator<Item = GameId> {
        let words = (0..).step_by(64).zip(&self.words);
        words.flat_map(|(first, &word)| {
            (0..64).filter(move |it| word >> it & 1 == 1).map(move |it| GameId(first + it))
        })
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.words.iter().map(|it| it.count_ones() as usize).sum()
    }

    /// Whether it has no game.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&it| it == 0)
    }
}

impl FromIterator<GameId> for GameSet {
    fn from_iter<I: IntoIterator<Item = GameId>>(games: I) -> GameSet {
        let mut set = GameSet::default();
        games.into_iter().for_each(|id| set.insert(id));
        set
    }
}

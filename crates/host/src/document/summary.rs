//! What a list shows of a game.

use tengen_record::{InfoKey, NoRecord, NodeId, Record};
use tengen_rules::{Color, Size};
use tengen_sgf as sgf;

/// What a list shows of a game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GameSummary {
    /// The place in the file, from zero.
    pub game_idx: usize,
    /// The name of the game.
    pub name: String,
    /// Who played Black.
    pub black: String,
    /// The rank of Black.
    pub black_rank: String,
    /// Who played White.
    pub white: String,
    /// The rank of White.
    pub white_rank: String,
    /// The tournament.
    pub event: String,
    /// When it was played.
    pub date: String,
    /// How it ended.
    pub result: String,
    /// The size of the board, if it is Go.
    pub size: Option<Size>,
    /// The moves of the main line.
    pub n_moves: usize,
    /// Why the game cannot be opened, if it cannot.
    pub problem: Option<NoRecord>,
}

impl GameSummary {
    pub(super) fn of_record(game_idx: usize, record: &Record) -> GameSummary {
        let info = record.info();
        let text = |key| info.text(key).unwrap_or_default().trim().to_owned();
        let is_move = |&id: &NodeId| record.node(id).mv().is_some();
        GameSummary {
            size: Some(record.size()),
            n_moves: record.main_line().filter(is_move).count(),
            ..GameSummary::of(game_idx, text)
        }
    }

    pub(super) fn of_file(game_idx: usize, game: sgf::Game<'_>) -> GameSummary {
        let root = game.root();
        let text = |key: InfoKey| {
            let value = root.value(key.name()).map(sgf::Value::simple_text);
            value.unwrap_or_default().trim().to_owned()
        };
        let size = game.size();
        let size = Size::new(size.width(), size.height());
        let other = root.value("GM").and_then(|it| it.number().ok()).filter(|&it| it != 1);
        let problem = match (other, size) {
            (Some(other), _) => Some(NoRecord::OtherGame(other)),
            (None, None) => Some(NoRecord::Size(game.size())),
            (None, Some(_)) => None,
        };
        let is_move =
            |node: &sgf::Node<'_>| ["B", "W"].iter().any(|it| node.property(it).is_some());
        GameSummary {
            size: size.filter(|_| problem.is_none()),
            n_moves: game.main_line().filter(is_move).count(),
            problem,
            ..GameSummary::of(game_idx, text)
        }
    }

    fn of(game_idx: usize, text: impl Fn(InfoKey) -> String) -> GameSummary {
        GameSummary {
            game_idx,
            name: text(InfoKey::GameName),
            black: text(InfoKey::Player(Color::Black)),
            black_rank: text(InfoKey::Rank(Color::Black)),
            white: text(InfoKey::Player(Color::White)),
            white_rank: text(InfoKey::Rank(Color::White)),
            event: text(InfoKey::Event),
            date: text(InfoKey::Date),
            result: text(InfoKey::Result),
            ..GameSummary::default()
        }
    }
}

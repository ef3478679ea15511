//! Summaries of games, for lists of them.

use tengen_rules::{Color, Size};
use tengen_sgf as sgf;

use crate::{InfoKey, NoRecord, Record, convert};

/// A game in short, as lists of games show it.
///
/// Texts are as the file has them, without space around them, and empty if it
/// does not have them.
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
    /// How it ended.
    pub result: String,
    /// The rules.
    pub rules: String,
    /// White's compensation.
    pub komi: String,
    /// The number of handicap stones.
    pub handicap: String,
    /// When it was played.
    pub date: String,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// The size of the board, if it is Go on a board that the rules know.
    pub size: Option<Size>,
    /// The moves of the main line.
    pub n_moves: usize,
    /// The nodes of all variations.
    pub n_nodes: usize,
    /// The variations beside the main line.
    pub n_variations: usize,
    /// Why the game cannot be opened, if it cannot.
    pub problem: Option<NoRecord>,
}

impl GameSummary {
    /// The items of game info that a summary has, in the order of lists.
    pub const KEYS: [InfoKey; 13] = [
        InfoKey::GameName,
        InfoKey::Player(Color::Black),
        InfoKey::Rank(Color::Black),
        InfoKey::Player(Color::White),
        InfoKey::Rank(Color::White),
        InfoKey::Result,
        InfoKey::Rules,
        InfoKey::Komi,
        InfoKey::Handicap,
        InfoKey::Date,
        InfoKey::Event,
        InfoKey::Round,
        InfoKey::Place,
    ];

    /// A game of a file, without making a record of it.
    pub fn of_game(game_idx: usize, game: sgf::Game<'_>) -> GameSummary {
        let mut summary = GameSummary { game_idx, ..GameSummary::default() };
        summary.take_info(game.root());
        match NoRecord::check(game) {
            Ok(size) => summary.size = Some(size),
            Err(problem) => summary.problem = Some(problem),
        }
        summary.n_moves = game.main_line().map(n_moves).sum();
        let mut n_ends = 0;
        for node in game.nodes() {
            summary.n_nodes += 1;
            n_ends += usize::from(node.first_child().is_none());
        }
        summary.n_variations = n_ends - 1;
        summary
    }

    /// A record as it was edited.
    pub fn of_record(game_idx: usize, record: &Record) -> GameSummary {
        let mut summary =
            GameSummary { game_idx, size: Some(record.size()), ..GameSummary::default() };
        summary.take_info(record.node(record.root()).raw());
        summary.n_moves = record.main_line().map(|id| n_moves(record.node(id).raw())).sum();
        let mut n_ends = 0;
        for id in record.nodes() {
            summary.n_nodes += 1;
            n_ends += usize::from(record.children(id).is_empty());
        }
        summary.n_variations = n_ends - 1;
        summary
    }

    /// An item of game info, empty if it is not known or not in a summary.
    pub fn text(&self, key: InfoKey) -> &str {
        match key {
            InfoKey::GameName => &self.name,
            InfoKey::Player(Color::Black) => &self.black,
            InfoKey::Player(Color::White) => &self.white,
            InfoKey::Rank(Color::Black) => &self.black_rank,
            InfoKey::Rank(Color::White) => &self.white_rank,
            InfoKey::Result => &self.result,
            InfoKey::Rules => &self.rules,
            InfoKey::Komi => &self.komi,
            InfoKey::Handicap => &self.handicap,
            InfoKey::Date => &self.date,
            InfoKey::Event => &self.event,
            InfoKey::Round => &self.round,
            InfoKey::Place => &self.place,
            _ => "",
        }
    }

    fn take_info(&mut self, root: sgf::Node<'_>) {
        let text = |key: InfoKey| {
            let value = root.value(key.name()).map(sgf::Value::simple_text);
            value.unwrap_or_default().trim().to_owned()
        };
        self.name = text(InfoKey::GameName);
        self.black = text(InfoKey::Player(Color::Black));
        self.black_rank = text(InfoKey::Rank(Color::Black));
        self.white = text(InfoKey::Player(Color::White));
        self.white_rank = text(InfoKey::Rank(Color::White));
        self.result = text(InfoKey::Result);
        self.rules = text(InfoKey::Rules);
        self.komi = text(InfoKey::Komi);
        self.handicap = text(InfoKey::Handicap);
        self.date = text(InfoKey::Date);
        self.event = text(InfoKey::Event);
        self.round = text(InfoKey::Round);
        self.place = text(InfoKey::Place);
    }
}

/// The number of moves in a node, which has one at most in a sound file.
fn n_moves(node: sgf::Node<'_>) -> usize {
    let is_move = |it: &sgf::Property<'_>| {
        Color::ALL.into_iter().any(|color| it.is(convert::move_name(color)))
    };
    node.properties().filter(is_move).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;SZ[9]GN[g]PB[ a ]BR[1d]PW[b]WR[2d]RE[B+R]RU[AGA]KM[650]HA[0]DT[2001]\
        EV[e]RO[3]PC[p];B[aa](;W[bb];B[cc])(;W[dd]))";

    #[test]
    fn a_file_and_its_record_have_the_same_summary() {
        let collection = sgf::parse_text(GAME).unwrap();
        let of_game = GameSummary::of_game(3, collection.game(0).unwrap());
        let record = Record::from_sgf(GAME).unwrap();
        assert_eq!(of_game, GameSummary::of_record(3, &record));
        assert_eq!((of_game.n_moves, of_game.n_nodes, of_game.n_variations), (3, 5, 1));
        let texts = GameSummary::KEYS.map(|key| of_game.text(key).to_owned());
        assert_eq!(texts.join(","), "g,a,1d,b,2d,B+R,AGA,650,0,2001,e,3,p");
        assert_eq!(of_game.text(InfoKey::Source), "");
    }

    #[test]
    fn games_that_are_no_records_say_why() {
        let collection = sgf::parse_text("(;GM[6]SZ[8])(;SZ[52])").unwrap();
        let problem = |idx| GameSummary::of_game(idx, collection.game(idx).unwrap()).problem;
        assert_eq!(problem(0), Some(NoRecord::OtherGame(6)));
        assert!(matches!(problem(1), Some(NoRecord::Size(_))));
    }
}

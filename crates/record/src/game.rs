//! Conversions between a record and a game of `tengen-rules`.

use std::error::Error;
use std::fmt;

use tengen_rules::{Color, Game, IllegalMove, Komi, Point, PointSet, Ruleset, Turn};

use crate::{EditError, InfoKey, NodeId, Positions, Problem, Record, Snapshot};

/// The fewest nodes before a node that its game has, if they exist: in
/// a record of endless lines it does not begin at the root.
const MIN_NODES: usize = 2048;

/// The most times that a game goes on after passes.
const MAX_RESUMED: usize = 8;

impl Record {
    /// The game as it stands after a node, with the moves that led there.
    ///
    /// The rules are those of the record, or the given ones if it does not
    /// name any that are known. A game cannot have everything that a record
    /// can: where stones are set up in the middle, or a move is made that the
    /// rules forbid, it starts anew from the position behind that. So does a
    /// game of thousands of moves, and one that goes on after its end again
    /// and again. [`Record::checked_game`] reports all of that instead.
    pub fn game(&self, id: NodeId, ruleset: Ruleset) -> Game {
        self.game_by(&mut Positions::new(), id, ruleset)
    }

    /// The same as [`Record::game`], with the help of positions of this
    /// record, which makes it quick in long games.
    pub fn game_by(&self, positions: &mut Positions, id: NodeId, ruleset: Ruleset) -> Game {
        let terms = self.terms(id, ruleset);
        let path = self.path(id);
        let start = ((path.len() - 1) / MIN_NODES).saturating_sub(1) * MIN_NODES;
        let mut game = terms.start(&positions.at(self, path[start]));
        let mut n_resumed = 0;
        for &id in &path[start + 1..] {
            n_resumed += usize::from(game.end().is_some());
            if n_resumed > MAX_RESUMED || self.play_node(&mut game, id).is_err() {
                game = terms.start(&positions.at(self, id));
                n_resumed = 0;
            }
        }
        game
    }

    /// The game as it stands after a node, if the moves from the root make up
    /// one.
    ///
    /// Stones may be set up before the first move. The rules are found as by
    /// [`Record::game`].
    ///
    /// ```
    /// use tengen_record::{GameBreak, Record, rules::{IllegalMove, Ruleset}};
    ///
    /// let record = Record::from_sgf("(;SZ[9];B[ee];W[ee];B[gg])")?;
    /// let last = record.main_line().last().expect("there are four nodes");
    /// let broken = record.checked_game(last, Ruleset::JAPANESE).unwrap_err();
    /// let point = "E5".parse()?;
    /// assert_eq!(broken.reason, GameBreak::Illegal(IllegalMove::Occupied(point)));
    /// assert_eq!((broken.node.number(), broken.game.n_turns()), (2, 1));
    /// assert_eq!(broken.to_string(), "the line is not a legal game after turn 1: E5 is occupied");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`BrokenGame`], with the game up to there, at the first node
    /// that a game cannot have.
    pub fn checked_game(&self, id: NodeId, ruleset: Ruleset) -> Result<Game, BrokenGame> {
        let terms = self.terms(id, ruleset);
        let mut positions = Positions::new();
        let path = self.path(id);
        let mut game = terms.start(&positions.at(self, path[0]));
        for &node in &path {
            let problems = positions.problems(self, node);
            let problem = problems.into_iter().find(|it| !matches!(it, Problem::Illegal(_)));
            let is_start = game.n_turns() == 0 && self.node(node).moves().next().is_none();
            let result = match problem {
                Some(problem) => Err(GameBreak::Problem(problem)),
                None if node == path[0] => Ok(()),
                None if is_start && self.node(node).setup().is_some() => {
                    game = terms.start(&positions.at(self, node));
                    Ok(())
                }
                None => self.play_node(&mut game, node),
            };
            if let Err(reason) = result {
                return Err(BrokenGame { node, reason, game: Box::new(game) });
            }
        }
        Ok(game)
    }

    /// The rules, the komi and the handicap of the game that a node belongs to.
    fn terms(&self, id: NodeId, ruleset: Ruleset) -> Terms {
        let info = self.info_at(id);
        let ruleset = info.ruleset().unwrap_or(ruleset);
        let handicap = info.handicap().unwrap_or(0);
        let komi = info.komi().unwrap_or_else(|| ruleset.default_komi(handicap));
        Terms { ruleset, komi, handicap }
    }

    /// Makes the moves of a node, or none if a game cannot have all of it.
    fn play_node(&self, game: &mut Game, id: NodeId) -> Result<(), GameBreak> {
        let node = self.node(id);
        let mut moves = node.moves();
        let Some((color, mv)) = moves.next() else {
            return if node.setup().is_none() { Ok(()) } else { Err(GameBreak::Setup) };
        };
        if moves.next().is_some() {
            return Err(GameBreak::TwoMoves);
        }
        if node.setup().is_some() {
            return Err(GameBreak::Setup);
        }
        // A game that is not over needs nothing to go on.
        let _ = game.resume(color);
        game.play_as(color, mv).map_err(GameBreak::Illegal)
    }

    /// A record of a game: its start, its rules and its moves.
    ///
    /// # Panics
    ///
    /// Never: what a game has fits into a record.
    pub fn from_game(game: &Game) -> Record {
        Record::of_game(game).expect("what a game has fits into a record")
    }

    fn of_game(game: &Game) -> Result<Record, EditError> {
        let size = game.board().size();
        let mut record = Record::new(size);
        record.set_info(InfoKey::Rules, game.ruleset().name().unwrap_or_default())?;
        record.set_info(InfoKey::Komi, &game.komi().to_string())?;
        if game.handicap() >= 2 {
            record.set_info(InfoKey::Handicap, &game.handicap().to_string())?;
        }
        record.set_up_start(game)?;
        let mut at = record.root();
        for turn in game.turns() {
            // That a game went on after two passes shows by its moves.
            if let Turn::Move(color, mv) = turn {
                at = record.play(at, color, mv)?;
            }
        }
        record.forget_history();
        Ok(record)
    }

    /// Sets up the stones that were there before the first move.
    fn set_up_start(&mut self, game: &Game) -> Result<(), EditError> {
        let Some(start) = game.position_at(0) else { return Ok(()) };
        let root = self.root();
        for color in Color::ALL {
            let own = |&(it, _): &(Color, Point)| it == color;
            let stones: PointSet = start.board.stones().filter(own).map(|it| it.1).collect();
            if !stones.is_empty() {
                self.set_up(root, &stones, Some(color))?;
            }
        }
        let usual = if game.handicap() >= 2 { Color::White } else { Color::Black };
        if start.to_play != usual {
            self.set_to_play(root, Some(start.to_play))?;
        }
        Ok(())
    }
}

/// What a game is played by.
struct Terms {
    ruleset: Ruleset,
    komi: Komi,
    handicap: u8,
}

impl Terms {
    fn start(&self, snapshot: &Snapshot) -> Game {
        Game::from_position(snapshot.position, self.ruleset)
            .with_komi(self.komi)
            .with_handicap_of(self.handicap)
    }
}

/// A line of a record that is not a game, with the part of it that is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BrokenGame {
    /// The first node that the game cannot have.
    pub node: NodeId,
    /// Why not.
    pub reason: GameBreak,
    /// The game before that node.
    pub game: Box<Game>,
}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the line is not a legal game after turn {}: {}",
            self.game.n_turns(),
            self.reason
        )
    }
}

impl Error for BrokenGame {}

/// The reason why a node of a record cannot be a part of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum GameBreak {
    /// The rules forbid the move.
    Illegal(IllegalMove),
    /// The node is wrong by itself, such as a move outside the board.
    Problem(Problem),
    /// Stones are set up, or the turn is changed, after the first move.
    Setup,
    /// The node has moves of both players.
    TwoMoves,
}

impl fmt::Display for GameBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameBreak::Illegal(reason) => reason.fmt(f),
            GameBreak::Problem(problem) => problem.fmt(f),
            GameBreak::Setup => f.write_str("stones are set up in the middle of the game"),
            GameBreak::TwoMoves => f.write_str("a node has two moves"),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{End, Komi, Move, Size};

    use super::*;

    fn game_of(text: &str) -> (Record, Game) {
        let record = Record::from_sgf(text).unwrap();
        let last = record.main_line().last().unwrap();
        let game = record.game(last, Ruleset::CHINESE);
        (record, game)
    }

    #[test]
    fn moves_become_turns() {
        let (_, game) = game_of("(;SZ[9]RU[Japanese]KM[0.5]HA[2]AB[cc][gg];W[ee];B[];W[cg])");
        assert_eq!((game.n_turns(), game.handicap()), (3, 2));
        assert_eq!((game.komi(), game.to_play()), (Komi::from_half_points(1), Color::Black));
        assert_eq!(game.ruleset(), &Ruleset::JAPANESE);
    }

    #[test]
    fn what_a_game_cannot_have_is_where_it_starts() {
        let (record, game) = game_of("(;SZ[9];B[ee];W[ee];B[aa];AB[bb];W[cc])");
        assert_eq!(game.n_turns(), 1);
        let last = record.main_line().last().unwrap();
        assert_eq!(game.position(), &record.position(last).position);
        // The second move takes the place of the first.
        let after_two = record.after_moves(record.root(), 3).unwrap();
        assert_eq!(record.game(after_two, Ruleset::CHINESE).n_turns(), 1);
    }

    #[test]
    fn what_breaks_a_game_is_reported() {
        for (text, node, n_turns, reason) in [
            ("(;SZ[9];B[ee];W[ee];B[aa])", 2, 1, "E5 is occupied"),
            ("(;SZ[9];B[ee];AB[aa];W[cc])", 2, 1, "stones are set up in the middle of the game"),
            ("(;SZ[9];B[ee];W[zz];B[aa])", 2, 1, "the move of white is not on the board"),
            ("(;SZ[9];B[ee]W[cc])", 1, 0, "a node has two moves"),
            ("(;SZ[9]AB[zz];B[ee])", 0, 0, "a stone of the set-up is not on the board"),
        ] {
            let record = Record::from_sgf(text).unwrap();
            let last = record.main_line().last().unwrap();
            let broken = record.checked_game(last, Ruleset::CHINESE).unwrap_err();
            assert_eq!((broken.node.number(), broken.game.n_turns()), (node, n_turns), "{text}");
            assert_eq!(broken.reason.to_string(), reason);
        }
    }

    #[test]
    fn a_sound_game_is_the_same_either_way() {
        for text in [
            "(;SZ[9]RU[Japanese]KM[0.5]HA[2]AB[cc][gg];W[ee];B[];W[cg])",
            "(;SZ[9];AB[cc]AW[dd]PL[W];C[x];W[ee];B[];W[];B[ff])",
        ] {
            let (record, game) = game_of(text);
            let last = record.main_line().last().unwrap();
            assert_eq!(record.checked_game(last, Ruleset::CHINESE).unwrap(), game, "{text}");
        }
    }

    #[test]
    fn a_game_goes_on_after_two_passes() {
        let (_, game) = game_of("(;SZ[9];B[];W[];B[cc])");
        assert_eq!((game.end(), game.board().n_empty()), (None, 80));
        let (_, game) = game_of("(;SZ[9];B[cc];W[];B[])");
        assert_eq!(game.end(), Some(End::Passes));
    }

    #[test]
    fn an_endless_game_starts_anew() {
        let passes = ";B[];W[]".repeat(50_000);
        let (_, game) = game_of(&format!("(;SZ[9];B[ee]{passes};W[cc])"));
        assert_eq!((game.end(), game.board().n_empty()), (None, 79));
        assert!(game.n_turns() < 100);
    }

    #[test]
    fn unknown_rules_are_the_given_ones() {
        let record = Record::from_sgf("(;SZ[5]RU[my own])").unwrap();
        let game = record.game(record.root(), Ruleset::AGA);
        assert_eq!((*game.ruleset(), game.komi()), (Ruleset::AGA, Ruleset::AGA.komi));
    }

    #[test]
    fn games_come_back() {
        for text in [
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[chinese]KM[7.5]\n;B[ee];W[];B[ec])\n",
            "(;FF[4]GM[1]CA[UTF-8]SZ[13:9]RU[aga]KM[0.5]HA[2]AB[cc][gg]\n;W[ee])\n",
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[japanese]KM[-3]AB[cc]AW[dd]PL[W])\n",
        ] {
            let (_, game) = game_of(text);
            let again = Record::from_game(&game);
            let last = again.main_line().last().unwrap();
            assert_eq!(again.game(last, Ruleset::TROMP_TAYLOR), game, "{}", again.to_sgf());
        }
    }

    #[test]
    fn a_new_record_has_nothing_to_undo() {
        let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
        game.play(Move::Pass).unwrap();
        let mut record = Record::from_game(&game);
        assert_eq!(record.undo(), None);
        assert_eq!(record.to_sgf(), "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[chinese]KM[7.5];B[])");
    }
}

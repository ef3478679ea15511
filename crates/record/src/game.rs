//! From a record to a game that can be played on, and back.

use tengen_rules::{Color, Game, Point, PointSet, Ruleset, Turn};

use crate::{EditError, InfoKey, NodeId, Positions, Record};

/// The fewest nodes before a node that its game has, if there are so many: in
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
    /// and again.
    pub fn game(&self, id: NodeId, ruleset: Ruleset) -> Game {
        self.game_by(&mut Positions::new(), id, ruleset)
    }

    /// The same as [`Record::game`], with the help of positions of this
    /// record, which makes it quick in long games.
    pub fn game_by(&self, positions: &mut Positions, id: NodeId, ruleset: Ruleset) -> Game {
        let info = self.info_at(id);
        let ruleset = info.ruleset().unwrap_or(ruleset);
        let handicap = info.handicap().unwrap_or(0);
        let komi = info.komi().unwrap_or_else(|| ruleset.default_komi(handicap));
        let start_from = |position| {
            Game::from_position(position, ruleset).with_komi(komi).with_handicap_of(handicap)
        };
        let path = self.path(id);
        let start = ((path.len() - 1) / MIN_NODES).saturating_sub(1) * MIN_NODES;
        let mut game = start_from(positions.at(self, path[start]).position);
        let mut n_resumed = 0;
        for &id in &path[start + 1..] {
            n_resumed += usize::from(game.end().is_some());
            if n_resumed > MAX_RESUMED || self.play_node(&mut game, id).is_none() {
                game = start_from(positions.at(self, id).position);
                n_resumed = 0;
            }
        }
        game
    }

    /// Makes the moves of a node, or none if a game cannot have all of it.
    fn play_node(&self, game: &mut Game, id: NodeId) -> Option<()> {
        let node = self.node(id);
        let mut moves = node.moves();
        let Some((color, mv)) = moves.next() else {
            return node.setup().is_none().then_some(());
        };
        if moves.next().is_some() || node.setup().is_some() {
            return None;
        }
        // A game that is not over needs nothing to go on.
        let _ = game.resume(color);
        game.play_as(color, mv).ok()
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

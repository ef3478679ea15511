//! A game: its history, and the law that depends on it.
//!
//! Superko, the end and resumption of a game, undo and redo are decided here;
//! what a single position decides is [`Board`](crate::Board)'s.

mod repetition;

use std::fmt;

use crate::score::{Counting, count};
use crate::{
    Board, Button, Color, IllegalMove, KoRule, Komi, Move, PassRule, Point, PointSet, Position,
    Ruleset, SetupError, Size, handicap,
};
use repetition::Index;

/// A game being played by some rules.
///
/// The same moves give the same game, to the last bit of its position.
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    ruleset: Ruleset,
    komi: Komi,
    handicap: u8,
    start: Position,
    position: Position,
    /// The start, then one for each turn; those beyond `n_turns` were undone.
    states: Vec<State>,
    n_turns: usize,
    /// Finds the states up to `n_turns` by what repeats.
    index: Index,
}

/// What a player did, or that the game went on after its end.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Turn {
    /// A player made a move.
    Move(Color, Move),
    /// The players did not agree on the result, and this one goes on.
    Resume(Color),
}

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum End {
    /// The players passed: the score decides.
    Passes,
    /// The game repeats itself: there is no result.
    LongCycle,
}

/// What is remembered of the game after a turn.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct State {
    /// The turn that led here, or `None` at the start.
    turn: Option<Turn>,
    to_play: Color,
    /// Equal for what the ko rule takes for a repetition.
    key: u64,
    /// The first state that counts for repetitions.
    since: usize,
    /// Passes in a row that count toward the end.
    n_passes: u8,
    button: Option<Color>,
    end: Option<End>,
}

impl Game {
    /// An even game with the usual komi.
    pub fn new(size: Size, ruleset: Ruleset) -> Game {
        Game::from_position(Position::new(size), ruleset)
    }

    /// A game that starts from a position, with the komi of an even game.
    ///
    /// What was played before is unknown to superko.
    pub fn from_position(start: Position, ruleset: Ruleset) -> Game {
        let state = State {
            turn: None,
            to_play: start.to_play,
            key: key(&ruleset, start.board.zobrist(), start.to_play),
            since: 0,
            n_passes: 0,
            button: None,
            end: None,
        };
        let mut index = Index::default();
        index.push(state.key);
        Game {
            ruleset,
            komi: ruleset.komi,
            handicap: 0,
            start,
            position: start,
            states: vec![state],
            n_turns: 0,
            index,
        }
    }

    /// A game in which Black has stones on the fixed points in advance, with
    /// the usual komi.
    ///
    /// # Errors
    ///
    /// Returns [`handicap::NoFixedPoints`] if a board of this size has none
    /// for this number of stones.
    #[expect(clippy::missing_panics_doc, reason = "fixed points can always stand")]
    pub fn with_fixed_handicap(
        size: Size,
        ruleset: Ruleset,
        n_stones: u8,
    ) -> Result<Game, handicap::NoFixedPoints> {
        let points = handicap::fixed_points(size, n_stones)?;
        Ok(Game::with_handicap(size, ruleset, points)
            .expect("fixed points are distinct and have liberties"))
    }

    /// A game in which Black has stones on these points in advance, with the
    /// usual komi.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if the stones cannot stand there.
    pub fn with_handicap(
        size: Size,
        ruleset: Ruleset,
        points: impl IntoIterator<Item = Point>,
    ) -> Result<Game, SetupError> {
        let stones = points.into_iter().map(|point| (Color::Black, point));
        let board = Board::with_stones(size, stones)?;
        let n_stones = (size.n_points() - board.n_empty()).try_into().unwrap_or(u8::MAX);
        let to_play = if n_stones == 0 { Color::Black } else { Color::White };
        let start = Position { to_play, ..board.into() };
        Ok(Game {
            handicap: n_stones,
            komi: ruleset.default_komi(n_stones),
            ..Game::from_position(start, ruleset)
        })
    }

    /// The game with another komi.
    #[must_use]
    pub fn with_komi(self, komi: Komi) -> Game {
        Game { komi, ..self }
    }

    /// The game with this number of its first stones taken for a handicap.
    #[must_use]
    pub fn with_handicap_of(self, handicap: u8) -> Game {
        Game { handicap, ..self }
    }

    /// The rules.
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// White's compensation.
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// The number of handicap stones.
    pub const fn handicap(&self) -> u8 {
        self.handicap
    }

    /// The stones, prisoners and player to move.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.position.board
    }

    /// Who moves next.
    pub const fn to_play(&self) -> Color {
        self.position.to_play
    }

    /// The number of turns played.
    pub const fn n_turns(&self) -> usize {
        self.n_turns
    }

    /// The turns played, from the first to the last.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn> {
        self.states[..=self.n_turns].iter().filter_map(|state| state.turn)
    }

    /// The player who took the button.
    pub fn button(&self) -> Option<Color> {
        self.state().button
    }

    /// How the game ended, or `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.state().end
    }

    /// Says whether the player to move may play so, and why not.
    ///
    /// # Errors
    ///
    /// Returns the same [`IllegalMove`] as [`Game::play`].
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.check_as(self.to_play(), mv)
    }

    /// Says whether a player may play so in this position, and why not.
    ///
    /// # Errors
    ///
    /// Returns the same [`IllegalMove`] as [`Game::play_as`].
    pub fn check_as(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if self.end().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let Move::Play(point) = mv else { return Ok(()) };
        self.board().check(color, point, self.ruleset.suicide)?;
        if self.ruleset.ko != KoRule::Simple && self.repeats(color, point) {
            return Err(IllegalMove::Superko(point));
        }
        Ok(())
    }

    /// Whether the player to move may play so; [`Game::check`] says why not.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Whether a player may play so in this position; [`Game::check_as`] says
    /// why not.
    pub fn is_legal_as(&self, color: Color, mv: Move) -> bool {
        self.check_as(color, mv).is_ok()
    }

    /// The points where the player to move may play.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> {
        self.board().empty_points().filter(|&point| self.is_legal(Move::Play(point)))
    }

    /// Makes a move for the player whose turn it is.
    ///
    /// What was undone before can no longer be redone.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] and leaves the game unchanged if the move is
    /// not legal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_as(self.to_play(), mv)
    }

    /// Makes a move for a player, whose turn it need not be.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] and leaves the game unchanged if the move is
    /// not legal.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check_as(color, mv)?;
        self.take(Turn::Move(color, mv));
        Ok(())
    }

    /// The game after a move of the player whose turn it is.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] if the move is not legal.
    pub fn after(&self, mv: Move) -> Result<Game, IllegalMove> {
        self.check(mv)?;
        let mut game = self.clone();
        game.take(Turn::Move(self.to_play(), mv));
        Ok(game)
    }

    /// Goes on with a game that ended by passes, as the players do who do not
    /// agree on its result.
    ///
    /// Under Japanese rules, the opponent of the player who asks for it moves
    /// first.
    ///
    /// # Errors
    ///
    /// Returns [`CannotResume`] and leaves the game unchanged if it did not
    /// end by passes.
    pub fn resume(&mut self, to_play: Color) -> Result<(), CannotResume> {
        if self.end() != Some(End::Passes) {
            return Err(CannotResume);
        }
        self.take(Turn::Resume(to_play));
        Ok(())
    }

    /// Takes the last turn back and returns it, or `None` at the start.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.state().turn?;
        self.position = self.position_at(self.n_turns - 1)?;
        self.forget_last();
        Some(turn)
    }

    /// Repeats the turn that was undone last and returns it.
    pub fn redo(&mut self) -> Option<Turn> {
        let turn = self.states.get(self.n_turns + 1)?.turn?;
        self.advance(turn);
        Some(turn)
    }

    /// The position after `n_turns` turns, or `None` if there were fewer.
    pub fn position_at(&self, n_turns: usize) -> Option<Position> {
        let turns = self.states[..=self.n_turns].get(1..=n_turns)?;
        let mut position = self.start;
        for state in turns {
            apply(state.turn?, self.ruleset.pass, &mut position);
        }
        Some(position)
    }

    /// Counts the game as it stands, without these stones.
    ///
    /// Rules by which every stone on the board is alive take no notice of
    /// them.
    pub fn count(&self, dead: &PointSet) -> Counting {
        count(self, dead)
    }

    /// Makes a move that is known to be legal.
    pub(crate) fn play_legal(&mut self, mv: Move) {
        self.take(Turn::Move(self.to_play(), mv));
    }

    /// Undoes the last turn for a caller who has kept the position before it.
    pub(crate) fn take_back(&mut self, before: &Position) {
        self.forget_last();
        self.position = *before;
    }

    fn state(&self) -> &State {
        &self.states[self.n_turns]
    }

    /// Does what a legal turn does, and forgets what was undone.
    fn take(&mut self, turn: Turn) {
        self.states.truncate(self.n_turns + 1);
        self.advance(turn);
    }

    /// Does what a legal turn does.
    fn advance(&mut self, turn: Turn) {
        let next = self.next_state(turn);
        apply(turn, self.ruleset.pass, &mut self.position);
        let to_play = self.to_play();
        let state =
            State { key: key(&self.ruleset, self.board().zobrist(), to_play), to_play, ..next };
        self.n_turns += 1;
        match self.states.get_mut(self.n_turns) {
            Some(slot) => *slot = state,
            None => self.states.push(state),
        }
        self.index.push(state.key);
        if self.is_long_cycle() {
            self.states[self.n_turns].end = Some(End::LongCycle);
        }
    }

    /// Goes back by one state; the position is the caller's care.
    fn forget_last(&mut self) {
        self.index.pop(self.state().key);
        self.n_turns -= 1;
    }

    /// What a turn does to passes, button and end; key and player are left to
    /// the caller.
    fn next_state(&self, turn: Turn) -> State {
        let state = State { turn: Some(turn), ..*self.state() };
        match turn {
            Turn::Resume(_) => State { n_passes: 0, end: None, ..state },
            Turn::Move(_, Move::Play(_)) => State { n_passes: 0, ..state },
            Turn::Move(color, Move::Pass) => self.state_after_pass(state, color),
        }
    }

    fn state_after_pass(&self, state: State, color: Color) -> State {
        let since = self.n_turns + 1;
        if self.ruleset.button == Button::Present && state.button.is_none() {
            return State { n_passes: 0, button: Some(color), since, ..state };
        }
        let since = match self.ruleset.ko {
            KoRule::Simple | KoRule::Spight => since,
            KoRule::Positional | KoRule::Situational => state.since,
        };
        let n_passes = match self.ruleset.ko {
            KoRule::Spight => 0,
            _ => state.n_passes.saturating_add(1),
        };
        let is_last = self.ruleset.pass == PassRule::Free || color == Color::White;
        let is_end = (n_passes >= 2 && is_last) || self.has_passed_here(color);
        State { since, n_passes, end: is_end.then_some(End::Passes), ..state }
    }
}

/// What a turn does to a position.
fn apply(turn: Turn, pass: PassRule, position: &mut Position) {
    match turn {
        Turn::Move(color, mv) => {
            position.to_play = color;
            position.play_unchecked(mv);
            if mv == Move::Pass && pass == PassRule::Stone {
                position.prisoners[!color] += 1;
            }
        }
        Turn::Resume(to_play) => position.to_play = to_play,
    }
}

/// Equal for positions that the ko rule takes for the same.
fn key(ruleset: &Ruleset, board_hash: u64, to_play: Color) -> u64 {
    match ruleset.ko {
        KoRule::Positional | KoRule::Spight => board_hash,
        KoRule::Simple | KoRule::Situational => board_hash ^ crate::hash::to_play(to_play),
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("ruleset", &self.ruleset)
            .field("komi", &self.komi)
            .field("turns", &self.turns().collect::<Vec<_>>())
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

/// A game that did not end by passes cannot be resumed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct CannotResume;

impl fmt::Display for CannotResume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game did not end by passes, so it cannot be resumed")
    }
}

impl std::error::Error for CannotResume {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scoring;

    /// A game from a diagram with Black to play, after these moves.
    fn game(diagram: &str, ruleset: Ruleset, moves: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        let mut game = Game::from_position(board.into(), ruleset);
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[track_caller]
    fn check_refused(game: &mut Game, mv: &str, expected: &str) {
        let before = game.clone();
        assert_eq!(game.play(mv.parse().unwrap()).unwrap_err().to_string(), expected);
        assert_eq!(*game, before);
    }

    const KO: &str = "
        . X O .
        X O . O
        . X O .
    ";

    #[test]
    fn ko_cannot_be_retaken_at_once() {
        let mut game = game(KO, Ruleset::JAPANESE, "C2");
        check_refused(&mut game, "B2", "B2 is forbidden by ko");
        check_refused(&mut game, "C2", "C2 is occupied");
        check_refused(&mut game, "E5", "E5 is not on the board");
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        check_refused(&mut game, "B2", "the game is over");
    }

    #[test]
    fn who_took_the_ko_may_fill_it() {
        let mut game = game(KO, Ruleset::JAPANESE, "C2");
        game.play_as(Color::Black, "B2".parse().unwrap()).unwrap();
        assert_eq!(game.board().n_stones("B2".parse().unwrap()), 5);
    }

    #[test]
    fn sending_two_returning_one_is_a_matter_of_superko() {
        // White gives two stones in the corner, Black takes, and White takes
        // back one: the same stones, but Black's turn instead of White's.
        let diagram = "
            . O . X X O
            O X X X O .
            O . X . O O
            X X . O O .
            O O O O . O
        ";
        for (ruleset, is_legal) in [
            (Ruleset::JAPANESE, true),
            (Ruleset::CHINESE_KGS, false),
            (Ruleset::AGA, true),
            (Ruleset::TROMP_TAYLOR, false),
        ] {
            let game = game(diagram, ruleset, "D3 C5 A5");
            assert_eq!(game.check("B5".parse().unwrap()).is_ok(), is_legal, "{ruleset:?}");
        }
    }

    #[test]
    fn third_repetition_ends_without_result() {
        let triple_ko = "
            O O O O O O O
            O X O . O . O
            X . X O X O X
            X X X X X X X
            O O O O O O O
            . . . . . . .
        ";
        let cycle = "D5 B4 F5 D4 B5 F4";
        let mut game = game(triple_ko, Ruleset::JAPANESE, &[cycle, cycle].join(" "));
        assert_eq!(game.end(), Some(End::LongCycle));
        assert_eq!(game.resume(Color::Black), Err(CannotResume));
    }

    #[test]
    fn suicide_of_several_stones_by_some_rules_only() {
        let diagram = "
            . X O .
            X X O .
            O O O .
        ";
        let mut japanese = game(diagram, Ruleset::JAPANESE, "");
        check_refused(&mut japanese, "A3", "A3 is suicide");
        let zealand = game(diagram, Ruleset::NEW_ZEALAND, "A3");
        assert_eq!(zealand.position().prisoners.white, 4);
        assert_eq!(zealand.board().n_empty(), 7);
    }

    #[test]
    fn white_passes_last_by_american_rules() {
        let mut game = Game::new(Size::NINE, Ruleset::AGA);
        for mv in ["E5", "pass", "pass"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(game.end(), None);
        game.play(Move::Pass).unwrap();
        assert_eq!(game.end(), Some(End::Passes));
        assert_eq!((game.position().prisoners.black, game.position().prisoners.white), (2, 1));
    }

    /// With a stone for each pass and White to pass last, both ways of
    /// counting agree, whatever was played.
    #[test]
    fn pass_stones_make_area_and_territory_agree() {
        let territory = Ruleset { scoring: Scoring::Territory, ..Ruleset::AGA };
        let moves = "D2 E2 D3 E3 D4 E4 B2 G3 C4 F2 C1 pass A1 E1 D1 pass pass pass";
        let start = ". . . . . . .\n".repeat(4);
        let scores = [Ruleset::AGA, territory]
            .map(|ruleset| game(&start, ruleset, moves).count(&PointSet::EMPTY).score());
        assert_eq!(scores[0], scores[1]);
    }

    #[test]
    fn button_goes_to_who_passes_first() {
        let mut game = Game::new(Size::NINE, Ruleset::AGA_BUTTON);
        game.play(Move::Pass).unwrap();
        assert_eq!((game.button(), game.end()), (Some(Color::Black), None));
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert_eq!(game.end(), Some(End::Passes));
        assert_eq!(game.count(&PointSet::EMPTY).score().to_string(), "W+6.5");
    }

    #[test]
    fn game_goes_on_after_passes() {
        let mut game = game(KO, Ruleset::JAPANESE, "C2 pass pass");
        game.resume(Color::White).unwrap();
        game.play("B2".parse().unwrap()).unwrap();
        assert_eq!(game.to_play(), Color::Black);
        assert_eq!(game.turns().count(), 5);
        assert_eq!(game.undo(), Some(Turn::Move(Color::White, "B2".parse().unwrap())));
        assert_eq!(game.undo(), Some(Turn::Resume(Color::White)));
        assert_eq!(game.end(), Some(End::Passes));
    }

    #[test]
    fn turns_are_undone_and_redone() {
        let mut game = game(KO, Ruleset::JAPANESE, "C2");
        let after = game.clone();
        game.undo();
        assert_eq!(game.undo(), None);
        assert!(game.redo().is_some());
        assert_eq!(game, after);
        assert_eq!(game.redo(), None);
        game.undo();
        game.play("A1".parse().unwrap()).unwrap();
        assert_eq!(game.redo(), None);
    }

    #[test]
    fn same_moves_give_the_same_order_of_empty_points() {
        let moves = "C2 D3 A1 pass B2 D1";
        let straight = game(KO, Ruleset::NEW_ZEALAND, moves);
        let mut winding = game(KO, Ruleset::NEW_ZEALAND, moves);
        for _ in 0..4 {
            winding.undo();
        }
        winding.play("A3".parse().unwrap()).unwrap();
        winding.undo();
        for mv in moves.split_whitespace().skip(2) {
            winding.play(mv.parse().unwrap()).unwrap();
        }
        assert!(straight.board().empty_points().eq(winding.board().empty_points()));
        let chain = |game: &Game| game.board().chain("C2".parse().unwrap()).collect::<Vec<_>>();
        assert_eq!(chain(&straight), chain(&winding));
    }

    #[test]
    fn handicap_gives_white_the_move() {
        let game = Game::with_fixed_handicap(Size::NINETEEN, Ruleset::CHINESE, 9).unwrap();
        assert_eq!((game.to_play(), game.handicap()), (Color::White, 9));
        assert_eq!(game.komi().to_string(), "0.5");
        assert!(Game::with_fixed_handicap(Size::NINE, Ruleset::CHINESE, 1).is_err());
        let twice = ["C3", "C3"].map(|name| name.parse().unwrap());
        let error = Game::with_handicap(Size::NINE, Ruleset::CHINESE, twice).unwrap_err();
        assert_eq!(error.to_string(), "C3 has two stones");
    }
}

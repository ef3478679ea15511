//! More than 200,000 random turns against a model of the rules that is too
//! simple to be wrong: flood fill, copies of all boards, and nothing that is
//! kept up to date.

use std::collections::BTreeMap;

use fastrand::Rng;
use tengen_rules::{
    Board, ByColor, Color, End, Game, IllegalMove, KoRule, LongCycle, Move, Point, PointSet,
    Position, Ruleset, Size, Suicide, Turn,
};

#[test]
fn small_boards_at_every_turn() {
    let sizes = [(1, 1), (1, 2), (1, 5), (6, 1), (2, 2), (2, 3), (3, 3), (4, 4), (5, 5)];
    let tally = play_all(&sizes, Plan { seed: 1, n_turns: 2_000, check_every: 1 });
    tally.assert_complete();
}

#[test]
fn middling_boards() {
    let sizes = [(2, 7), (4, 6), (25, 1), (9, 9), (13, 7)];
    let tally = play_all(&sizes, Plan { seed: 2, n_turns: 2_000, check_every: 16 });
    tally.assert_complete();
}

#[test]
fn large_boards() {
    let sizes = [(19, 19), (25, 25)];
    play_all(&sizes, Plan { seed: 3, n_turns: 700, check_every: 80 });
}

/// How much is played on each board by each of the rules.
#[derive(Copy, Clone)]
struct Plan {
    seed: u64,
    n_turns: usize,
    /// The turns between two checks of the whole board.
    check_every: usize,
}

fn play_all(sizes: &[(u8, u8)], plan: Plan) -> Tally {
    let mut tally = Tally::default();
    let mut rng = Rng::with_seed(plan.seed);
    for &(width, height) in sizes {
        let size = Size::new(width, height).expect("the sizes are legal");
        for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Spight] {
            for suicide in [Suicide::Forbidden, Suicide::Allowed] {
                let mut n_turns = 0;
                while n_turns < plan.n_turns {
                    let mut pair = Pair::new(size, ko, suicide);
                    n_turns += pair.play_game(plan, &mut rng, &mut tally);
                }
            }
        }
    }
    tally
}

/// How often everything came up.
#[derive(Default, Debug)]
struct Tally(BTreeMap<String, u32>);

impl Tally {
    fn add(&mut self, what: &str) {
        if let Some(count) = self.0.get_mut(what) {
            *count += 1;
        } else {
            self.0.insert(what.to_owned(), 1);
        }
    }

    #[track_caller]
    fn assert_complete(&self) {
        for what in [
            "occupied",
            "ko",
            "suicide",
            "superko Positional Forbidden",
            "superko Positional Allowed",
            "superko Situational Forbidden",
            "superko Situational Allowed",
            "superko Spight Forbidden",
            "superko Spight Allowed",
            "off the board",
            "game over",
            "capture of one",
            "capture of several",
            "suicide of several",
            "pass",
            "turn of the other player",
            "resumption",
            "undo",
            "redo",
            "branch",
        ] {
            assert!(self.0.get(what).is_some_and(|&count| count >= 10), "{what}: {self:?}");
        }
    }
}

fn is_one_in(rng: &mut Rng, n_chances: u32) -> bool {
    rng.u32(..n_chances) == 0
}

/// Stones row by row, the lowest row first.
type Cells = Vec<Option<Color>>;

/// The rules without anything that makes them fast.
struct Model {
    width: usize,
    ko: KoRule,
    suicide: Suicide,
    /// The start, then one for each turn.
    states: Vec<State>,
}

#[derive(Clone)]
struct State {
    turn: Option<Turn>,
    cells: Cells,
    to_play: Color,
    prisoners: ByColor<u32>,
    n_passes: u32,
    is_over: bool,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Reason {
    Occupied,
    Ko,
    Suicide,
    Superko,
}

impl Model {
    fn last(&self) -> &State {
        self.states.last().expect("the start is never removed")
    }

    fn neighbors(&self, idx: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, n_cells) = (idx % self.width, self.last().cells.len());
        let left = (column > 0).then(|| idx - 1);
        let right = (column + 1 < self.width).then_some(idx + 1);
        let below = idx.checked_sub(self.width);
        let above = Some(idx + self.width).filter(|&it| it < n_cells);
        [left, right, below, above].into_iter().flatten()
    }

    /// The stones and the liberties of the chain at a point.
    fn chain(&self, cells: &Cells, start: usize) -> (Vec<usize>, Vec<usize>) {
        let mut is_seen = vec![false; cells.len()];
        let (mut stones, mut liberties) = (vec![start], Vec::new());
        is_seen[start] = true;
        let mut n_done = 0;
        while n_done < stones.len() {
            for neighbor in self.neighbors(stones[n_done]) {
                if is_seen[neighbor] {
                    continue;
                }
                if cells[neighbor].is_none() {
                    is_seen[neighbor] = true;
                    liberties.push(neighbor);
                } else if cells[neighbor] == cells[start] {
                    is_seen[neighbor] = true;
                    stones.push(neighbor);
                }
            }
            n_done += 1;
        }
        (stones, liberties)
    }

    /// Removes the chain at a point if it has no liberty and says how many
    /// stones that were.
    fn remove_without_liberty(&self, cells: &mut Cells, idx: usize) -> u32 {
        let (stones, liberties) = self.chain(cells, idx);
        if !liberties.is_empty() {
            return 0;
        }
        for &stone in &stones {
            cells[stone] = None;
        }
        stones.len() as u32
    }

    /// The state after a stone, or why there is none.
    fn after_stone(&self, color: Color, idx: usize, turn: Turn) -> Result<State, Reason> {
        let before = self.last();
        if before.cells[idx].is_some() {
            return Err(Reason::Occupied);
        }
        let mut cells = before.cells.clone();
        cells[idx] = Some(color);
        let (mut n_captured, mut n_own) = (0, 0);
        for neighbor in self.neighbors(idx) {
            if cells[neighbor] == Some(!color) {
                n_captured += self.remove_without_liberty(&mut cells, neighbor);
            }
        }
        if n_captured == 0 {
            n_own = self.remove_without_liberty(&mut cells, idx);
        }
        if n_own == 1 || (n_own > 1 && self.suicide == Suicide::Forbidden) {
            return Err(Reason::Suicide);
        }
        if let Some(Turn::Move(last_color, Move::Play(_))) = before.turn
            && last_color != color
            && self.states[self.states.len() - 2].cells == cells
        {
            return Err(Reason::Ko);
        }
        let is_same = |state: &State| {
            (self.ko != KoRule::Situational || state.to_play == !color) && state.cells == cells
        };
        if self.history().iter().any(is_same) {
            return Err(Reason::Superko);
        }
        let mut prisoners = before.prisoners;
        prisoners[color] += n_captured;
        prisoners[!color] += n_own;
        Ok(State {
            turn: Some(turn),
            cells,
            to_play: !color,
            prisoners,
            n_passes: 0,
            is_over: false,
        })
    }

    /// The states that must not come up again.
    fn history(&self) -> &[State] {
        let is_pass = |state: &State| matches!(state.turn, Some(Turn::Move(_, Move::Pass)));
        match self.ko {
            KoRule::Simple => &[],
            KoRule::Positional | KoRule::Situational => &self.states,
            KoRule::Spight => {
                &self.states[self.states.iter().rposition(is_pass).unwrap_or_default()..]
            }
        }
    }

    fn after_pass(&self, color: Color) -> State {
        let before = self.last();
        let turn = Some(Turn::Move(color, Move::Pass));
        let n_passes = before.n_passes + 1;
        let has_passed_here =
            self.states.iter().any(|state| state.turn == turn && state.cells == before.cells);
        let is_over = if self.ko == KoRule::Spight { has_passed_here } else { n_passes >= 2 };
        State { turn, to_play: !color, n_passes, is_over, ..before.clone() }
    }

    fn after_resumption(&self, to_play: Color) -> State {
        let turn = Some(Turn::Resume(to_play));
        State { turn, to_play, n_passes: 0, is_over: false, ..self.last().clone() }
    }
}

/// A game and its model, which must always agree.
struct Pair {
    points: Vec<Point>,
    game: Game,
    model: Model,
    /// The real position after each turn.
    positions: Vec<Position>,
}

impl Pair {
    fn new(size: Size, ko: KoRule, suicide: Suicide) -> Pair {
        let ruleset =
            Ruleset { ko, suicide, long_cycle: LongCycle::Continues, ..Ruleset::TROMP_TAYLOR };
        let start = State {
            turn: None,
            cells: vec![None; size.n_points().into()],
            to_play: Color::Black,
            prisoners: ByColor::default(),
            n_passes: 0,
            is_over: false,
        };
        let model = Model { width: size.width().into(), ko, suicide, states: vec![start] };
        let game = Game::new(size, ruleset);
        Pair { points: size.points().collect(), positions: vec![*game.position()], game, model }
    }

    /// Plays one game and returns the number of turns.
    fn play_game(&mut self, plan: Plan, rng: &mut Rng, tally: &mut Tally) -> usize {
        let max_turns = 60 + 2 * self.points.len();
        for n_turns in 0..max_turns {
            if n_turns % plan.check_every == 0 {
                self.check_points(tally);
                self.check_chains();
            }
            if self.model.last().is_over {
                self.resume(rng, tally);
            } else {
                self.play_move(rng, tally);
            }
            self.check_position();
            if is_one_in(rng, 30) {
                self.undo_and_redo(rng, tally);
            }
        }
        max_turns
    }

    fn idx(&self, point: Point) -> usize {
        usize::from(point.row()) * self.model.width + usize::from(point.column())
    }

    fn set(&self, indexes: &[usize]) -> PointSet {
        indexes.iter().map(|&idx| self.points[idx]).collect()
    }

    /// Plays a legal move of the player to move, or now and then of the other.
    fn play_move(&mut self, rng: &mut Rng, tally: &mut Tally) {
        let mut color = self.game.to_play();
        if is_one_in(rng, 40) {
            tally.add("turn of the other player");
            color = !color;
        }
        for _ in 0..12 {
            let board = self.game.board();
            if board.n_empty() == 0 || is_one_in(rng, 200) {
                break;
            }
            let point = board.empty_point(rng.u16(..board.n_empty()));
            if board.is_eye(color, point) && !is_one_in(rng, 12) {
                continue;
            }
            if self.play_stone(color, point, tally) {
                return;
            }
        }
        tally.add("pass");
        self.game.play_as(color, Move::Pass).expect("a pass is always legal");
        let state = self.model.after_pass(color);
        self.push(state);
    }

    /// Tries to play a stone in both worlds and says whether it was legal.
    fn play_stone(&mut self, color: Color, point: Point, tally: &mut Tally) -> bool {
        let mv = Move::Play(point);
        let hash = self.game.board().zobrist_after(color, point);
        let played = self.game.play_as(color, mv);
        let state = self.model.after_stone(color, self.idx(point), Turn::Move(color, mv));
        assert_eq!(played.is_ok(), state.is_ok(), "{color} {point} in {:?}", self.game);
        let Ok(state) = state else { return false };
        assert_eq!(self.game.board().zobrist(), hash, "{color} {point} in {:?}", self.game);
        let before = self.model.last().prisoners;
        match state.prisoners[color] - before[color] {
            0 => (),
            1 => tally.add("capture of one"),
            _ => tally.add("capture of several"),
        }
        if state.prisoners[!color] > before[!color] {
            tally.add("suicide of several");
        }
        self.push(state);
        true
    }

    fn resume(&mut self, rng: &mut Rng, tally: &mut Tally) {
        tally.add("resumption");
        assert_eq!(self.game.end(), Some(End::Passes));
        let to_play = Color::ALL[rng.usize(..2)];
        self.game.resume(to_play).expect("the game ended by passes");
        let state = self.model.after_resumption(to_play);
        self.push(state);
    }

    fn push(&mut self, state: State) {
        self.model.states.push(state);
        self.positions.push(*self.game.position());
    }

    /// Takes some turns back, and either repeats them or leaves it at that.
    fn undo_and_redo(&mut self, rng: &mut Rng, tally: &mut Tally) {
        let n_undone = 1 + rng.usize(..self.model.states.len().min(12));
        let mut undone = Vec::new();
        for _ in 0..n_undone {
            let turn = self.game.undo();
            if self.model.states.len() == 1 {
                assert_eq!(turn, None);
                break;
            }
            assert_eq!(turn, self.model.last().turn);
            undone.extend(self.model.states.pop().zip(self.positions.pop()));
            self.check_position();
            tally.add("undo");
        }
        self.check_points(tally);
        if is_one_in(rng, 2) {
            tally.add("branch");
            return;
        }
        while let Some((state, position)) = undone.pop() {
            assert_eq!(self.game.redo(), state.turn);
            assert_eq!(*self.game.position(), position);
            self.push(state);
            self.check_position();
            tally.add("redo");
        }
        assert_eq!(self.game.redo(), None);
    }

    /// Checks what a position says about itself.
    fn check_position(&self) {
        let (state, board) = (self.model.last(), self.game.board());
        let stones = || {
            let stone = |(&point, cell): (&Point, &Option<Color>)| Some(((*cell)?, point));
            self.points.iter().zip(&state.cells).filter_map(stone)
        };
        assert!(board.stones().eq(stones()), "{:?}", self.game);
        let n_stones = stones().count();
        assert_eq!(usize::from(board.n_empty()), self.points.len() - n_stones);
        let empty: PointSet = board.empty_points().collect();
        assert_eq!(empty.len(), self.points.len() - n_stones);
        assert!(empty.iter().all(|point| board.is_empty_at(point)));

        let again = Board::with_stones(board.size(), stones()).expect("the stones have liberties");
        assert_eq!(board.zobrist(), again.zobrist());
        assert!(board.has_same_stones(&again));

        assert_eq!(self.game.position().prisoners, state.prisoners);
        assert_eq!(self.game.to_play(), state.to_play);
        assert_eq!(self.game.end().is_some(), state.is_over);
        assert_eq!(self.game.turns().next_back(), state.turn);
        assert_eq!(self.game.n_turns(), self.model.states.len() - 1);
        assert_eq!(self.game.position(), self.positions.last().expect("never empty"));
    }

    /// Checks for each point whether both players may play there, and why not.
    fn check_points(&mut self, tally: &mut Tally) {
        if let Some(point) = "Z25".parse().ok().filter(|&it| !self.game.board().size().contains(it))
        {
            let expected = Err(IllegalMove::OffBoard(point));
            assert_eq!(self.game.board().check(Color::Black, point, self.model.suicide), expected);
            tally.add("off the board");
        }
        let mut rejected = BTreeMap::new();
        let mut legal = PointSet::EMPTY;
        for color in Color::ALL {
            for idx in 0..self.points.len() {
                let point = self.points[idx];
                let turn = Turn::Move(color, Move::Play(point));
                let state = self.model.after_stone(color, idx, turn);
                self.check_point(color, point, state.as_ref().map_err(|&it| it), tally);
                if let Err(reason) = state {
                    rejected.insert(reason, (color, point));
                } else if color == self.game.to_play() {
                    legal.insert(point);
                }
            }
        }
        if self.model.last().is_over {
            assert_eq!(self.game.check(Move::Pass), Err(IllegalMove::GameOver));
            legal = PointSet::EMPTY;
        }
        assert_eq!(self.game.legal_points().collect::<PointSet>(), legal);
        let before = self.game.clone();
        for (color, point) in rejected.into_values() {
            assert!(self.game.play_as(color, Move::Play(point)).is_err());
            assert_eq!(self.game, before);
        }
    }

    fn check_point(
        &self,
        color: Color,
        point: Point,
        expected: Result<&State, Reason>,
        tally: &mut Tally,
    ) {
        let Model { ko, suicide, .. } = self.model;
        let board = self.game.board();
        let context = || format!("{color} {point} in {:?}", self.game);
        let on_board = match expected {
            Ok(_) | Err(Reason::Superko) => Ok(()),
            Err(Reason::Occupied) => Err(IllegalMove::Occupied(point)),
            Err(Reason::Ko) => Err(IllegalMove::Ko(point)),
            Err(Reason::Suicide) => Err(IllegalMove::Suicide(point)),
        };
        assert_eq!(board.check(color, point, suicide), on_board, "{}", context());
        assert_eq!(board.is_legal(color, point, suicide), on_board.is_ok(), "{}", context());
        let in_game = match expected {
            _ if self.model.last().is_over => Err(IllegalMove::GameOver),
            Err(Reason::Superko) => Err(IllegalMove::Superko(point)),
            _ => on_board,
        };
        assert_eq!(self.game.check_as(color, Move::Play(point)), in_game, "{}", context());
        if on_board.is_ok() {
            let after = board.after(color, point, suicide).expect("the move was checked");
            assert_eq!(board.zobrist_after(color, point), after.zobrist(), "{}", context());
        }
        match in_game {
            Ok(()) => (),
            Err(IllegalMove::Occupied(_)) => tally.add("occupied"),
            Err(IllegalMove::Ko(_)) => {
                assert_eq!(board.ko(), Some(point));
                tally.add("ko");
            }
            Err(IllegalMove::Suicide(_)) => tally.add("suicide"),
            Err(IllegalMove::Superko(_)) => tally.add(&format!("superko {ko:?} {suicide:?}")),
            Err(IllegalMove::GameOver) => tally.add("game over"),
            Err(IllegalMove::OffBoard(_)) => unreachable!("all points are on the board"),
        }
    }

    /// Checks the stones and liberties of all chains.
    fn check_chains(&self) {
        let (cells, board) = (&self.model.last().cells, self.game.board());
        let mut heads = PointSet::EMPTY;
        let mut seen = PointSet::EMPTY;
        for (idx, &point) in self.points.iter().enumerate() {
            if cells[idx].is_none() {
                assert_eq!((board.chain_id(point), board.chain(point).count()), (None, 0));
                assert_eq!((board.n_stones(point), board.n_liberties(point)), (0, 0));
                assert_eq!((board.atari(point), board.liberties(point)), (None, PointSet::EMPTY));
                continue;
            }
            if !seen.insert(point) {
                continue;
            }
            let (stones, liberties) = self.model.chain(cells, idx);
            let (stones, liberties) = (self.set(&stones), self.set(&liberties));
            let head = board.chain_id(point).expect("the point has a stone");
            assert!(stones.contains(head) && heads.insert(head));
            let atari = liberties.iter().next().filter(|_| liberties.len() == 1);
            assert_eq!(board.chain(point).count(), stones.len());
            assert_eq!(board.chain(point).collect::<PointSet>(), stones);
            assert_eq!(board.liberties(point), liberties);
            for stone in stones {
                assert_eq!(board.chain_id(stone), Some(head));
                assert_eq!(usize::from(board.n_stones(stone)), stones.len());
                assert_eq!(usize::from(board.n_liberties(stone)), liberties.len());
                assert_eq!(board.atari(stone), atari);
            }
            seen.extend(stones.iter());
        }
    }
}

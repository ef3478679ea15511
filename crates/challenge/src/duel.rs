//! One game against the opponent: keys and ticks in, news out.

#[cfg(test)]
mod tests;

use tengen_analysis::Decision;
use tengen_engine::Level;
use tengen_rules::{
    Color, Counting, Game, IllegalMove, Komi, Move, Point, PointSet, Ruleset, Size, Turn,
};

use crate::difficulty::Difficulty;
use crate::key::Key;
use crate::mind::{Mind, Task, Thought, Waiting};
use crate::outcome::{Ending, Outcome};
use crate::scene::Scene;

/// The komi of a game unless the host asks for another: no game is drawn.
pub const KOMI: Komi = Komi::from_half_points(13);

/// The player in front of the terminal.
pub const HUMAN: Color = Color::Black;

/// One game of Go against the opponent of a challenge.
///
/// The host passes keys on with [`Duel::key`], calls [`Duel::tick`] every
/// [`TICK`](crate::TICK), and draws with [`Duel::scene`]. None of them waits
/// for the opponent, who thinks in a thread that ends when this is dropped.
///
/// The same seed and the same keys give the same game. Only the tick in which
/// a move appears depends on the speed of the machine, if that is so slow that
/// the search takes longer than the opponent seems to think.
#[derive(Debug)]
pub struct Duel {
    difficulty: Difficulty,
    /// The level of the teacher, if one plays instead of the difficulty.
    teacher: Option<Level>,
    seed: u64,
    game: Game,
    cursor: Point,
    phase: Phase,
    is_forfeit_asked: bool,
    /// Whether a pass that the opponent does not expect takes two presses.
    has_pass_question: bool,
    is_pass_asked: bool,
    refused: Option<IllegalMove>,
    counting: Option<Box<Counting>>,
    /// The thread starts with the first request.
    mind: Option<Mind>,
    /// The ticks since the phase began.
    n_ticks: u32,
    /// The opponent's answer, held back for some ticks.
    thought: Option<Thought>,
}

/// The phase of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Phase {
    /// The person is to move.
    YourTurn,
    /// The opponent thinks, or seems to.
    Thinking,
    /// Both have passed, and dead stones are looked for.
    Counting,
    /// The game is over, and its result is shown until a key is pressed.
    Over(Outcome),
}

/// Events for the host.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum News {
    /// The game is over; sent once, when the reward is due.
    Ended(Outcome),
    /// The player has closed the result: the host can drop the game.
    Closed,
}

impl Duel {
    /// A game on an empty 9×9 board with a komi of 6.5; the person is Black
    /// and moves first.
    pub fn new(difficulty: Difficulty, seed: u64) -> Duel {
        // Simple ko would let some games go on forever.
        let game = Game::new(Size::NINE, Ruleset::CHINESE_KGS).with_komi(KOMI);
        Duel::from_game(game, difficulty, seed)
    }

    /// A game that continues from a position, on any board and by any rules.
    pub fn from_game(game: Game, difficulty: Difficulty, seed: u64) -> Duel {
        let cursor = center(game.board().size());
        let mut duel = Duel {
            difficulty,
            teacher: None,
            seed,
            game,
            cursor,
            phase: Phase::YourTurn,
            is_forfeit_asked: false,
            has_pass_question: false,
            is_pass_asked: false,
            refused: None,
            counting: None,
            mind: None,
            n_ticks: 0,
            thought: None,
        };
        duel.go_on();
        duel
    }

    /// A copy with another komi; a whole number allows for a draw.
    #[must_use]
    pub fn with_komi(self, komi: Komi) -> Duel {
        let Duel { teacher, has_pass_question, .. } = self;
        let duel = Duel::from_game(self.game.with_komi(komi), self.difficulty, self.seed);
        Duel { teacher, has_pass_question, ..duel }
    }

    /// A copy in which a teacher plays, who is weaker than every difficulty: for
    /// the first games of people who have just learned the rules. The reward
    /// is that of the difficulty.
    #[must_use]
    pub fn with_teacher(self) -> Duel {
        Duel { teacher: Some(Level::LADDER[0]), ..self }
    }

    /// What the opponent is called.
    pub const fn opponent_name(&self) -> &'static str {
        if self.teacher.is_some() { "Teacher" } else { self.difficulty.name() }
    }

    /// A copy in which a pass takes two presses unless the opponent has just
    /// passed: the board is hardly finished, and a slip would lose the game.
    #[must_use]
    pub fn with_pass_question(self) -> Duel {
        Duel { has_pass_question: true, ..self }
    }

    /// Takes a key.
    pub fn key(&mut self, key: Key) -> Option<News> {
        self.refused = None;
        if let Phase::Over(_) = self.phase {
            return Some(News::Closed);
        }
        if self.is_forfeit_asked {
            self.is_forfeit_asked = false;
            return (key == Key::Leave).then(|| self.end(Ending::Forfeit));
        }
        let was_pass_asked = std::mem::take(&mut self.is_pass_asked);
        match key {
            Key::Up => self.move_cursor(0, 1),
            Key::Down => self.move_cursor(0, -1),
            Key::Left => self.move_cursor(-1, 0),
            Key::Right => self.move_cursor(1, 0),
            Key::Enter => self.play(Move::Play(self.cursor)),
            Key::Pass if self.must_ask_to_pass() && !was_pass_asked => self.is_pass_asked = true,
            Key::Pass => self.play(Move::Pass),
            Key::Leave => self.is_forfeit_asked = true,
            Key::Decline | Key::Other => (),
        }
        None
    }

    /// Takes a click on a point: the cursor goes there, and a stone if it can.
    ///
    /// [`Scene::point_at`] says where a click is. When the result is shown, or
    /// the person is asked whether to forfeit, it does what any key does.
    pub fn click(&mut self, point: Point) -> Option<News> {
        let is_free = !self.is_forfeit_asked && self.outcome().is_none();
        if is_free && self.game.board().size().contains(point) {
            self.cursor = point;
            return self.key(Key::Enter);
        }
        self.key(Key::Other)
    }

    /// Lets a tenth of a second pass, and never waits.
    pub fn tick(&mut self) -> Option<News> {
        self.n_ticks = self.n_ticks.saturating_add(1);
        let is_waiting = matches!(self.phase, Phase::Thinking | Phase::Counting);
        if is_waiting && self.thought.is_none() {
            let waiting = self.mind.as_ref().map_or(Waiting::Nobody, Mind::poll);
            self.hear(waiting);
        }
        let is_early =
            self.phase == Phase::Thinking && self.n_ticks < self.difficulty.thinking_ticks();
        if is_early {
            return None;
        }
        match self.thought.take()? {
            Thought::Decision(Decision::Move(mv)) => {
                self.answer(mv);
                None
            }
            Thought::Decision(Decision::Resign) => Some(self.end(Ending::Resignation)),
            Thought::Dead(dead) => {
                let counting = self.game.count(&dead);
                self.counting = Some(Box::new(counting));
                Some(self.end(Ending::Count(counting.score())))
            }
        }
    }

    /// Waits until the opponent knows what to do, for replays and tests that
    /// must not depend on the speed of the machine; the thinking ticks still
    /// have to pass.
    pub fn wait(&mut self) {
        let is_waiting = matches!(self.phase, Phase::Thinking | Phase::Counting);
        if is_waiting && self.thought.is_none() {
            let waiting = self.mind.as_ref().map_or(Waiting::Nobody, Mind::wait);
            self.hear(waiting);
        }
    }

    /// A picture of the game, which is drawn into any area.
    pub const fn scene(&self) -> Scene<'_> {
        Scene::new(self)
    }

    /// The current phase.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The result of the game, as soon as it is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The moves and the board, with captured stones and the ko.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The last move.
    pub fn last_move(&self) -> Option<(Color, Move)> {
        match self.game.turns().next_back()? {
            Turn::Move(color, mv) => Some((color, mv)),
            Turn::Resume(_) => None,
        }
    }

    /// Who owns what, once points were counted.
    pub fn counting(&self) -> Option<&Counting> {
        self.counting.as_deref()
    }

    /// The opponent.
    pub const fn difficulty(&self) -> Difficulty {
        self.difficulty
    }

    /// Where the next stone would go.
    pub const fn cursor(&self) -> Point {
        self.cursor
    }

    /// Whether the person was asked whether to give up.
    pub const fn is_forfeit_asked(&self) -> bool {
        self.is_forfeit_asked
    }

    /// Whether the person was asked whether to pass.
    pub const fn is_pass_asked(&self) -> bool {
        self.is_pass_asked
    }

    /// Why the last key did nothing.
    pub const fn refused(&self) -> Option<IllegalMove> {
        self.refused
    }

    /// The ticks since the phase began, for pictures that move.
    pub(crate) const fn n_ticks(&self) -> u32 {
        self.n_ticks
    }

    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let size = self.game.board().size();
        self.cursor = self.cursor.offset(columns, rows, size).unwrap_or(self.cursor);
    }

    fn must_ask_to_pass(&self) -> bool {
        let is_expected = matches!(self.last_move(), Some((_, Move::Pass)));
        self.has_pass_question && self.phase == Phase::YourTurn && !is_expected
    }

    /// Plays for the person, whose turn it may not be.
    fn play(&mut self, mv: Move) {
        if self.phase != Phase::YourTurn {
            return;
        }
        match self.game.play(mv) {
            Ok(()) => self.go_on(),
            Err(reason) => self.refused = Some(reason),
        }
    }

    /// Plays for the opponent.
    fn answer(&mut self, mv: Move) {
        if self.game.play(mv).is_err() {
            // A search finds legal moves, and a pass is always one.
            let _ = self.game.play(Move::Pass);
        }
        self.go_on();
    }

    /// Begins the phase that the game is in.
    fn go_on(&mut self) {
        self.n_ticks = 0;
        self.phase = if self.game.end().is_some() {
            self.ask(Task::Dead(Box::new(self.game.clone())));
            Phase::Counting
        } else if self.game.to_play() == HUMAN {
            Phase::YourTurn
        } else {
            self.ask(Task::Move(Box::new(self.game.clone())));
            Phase::Thinking
        };
    }

    fn ask(&mut self, task: Task) {
        if self.mind.is_none() {
            let level = self.teacher.unwrap_or_else(|| self.difficulty.level());
            self.mind = Mind::start(level, self.difficulty.simulations(), self.seed).ok();
        }
        if let Some(mind) = &self.mind {
            mind.give(task);
        }
    }

    /// Stores an answer. If the thread has ended, the opponent passes, and
    /// stones are counted as they stand.
    fn hear(&mut self, waiting: Waiting) {
        self.thought = match (waiting, self.phase) {
            (Waiting::Yes, _) => None,
            (Waiting::Done(thought), _) => Some(thought),
            (Waiting::Nobody, Phase::Counting) => Some(Thought::Dead(Box::new(PointSet::EMPTY))),
            (Waiting::Nobody, _) => Some(Thought::Decision(Decision::Move(Move::Pass))),
        };
    }

    fn end(&mut self, ending: Ending) -> News {
        let captured = self.game.position().prisoners;
        let outcome = Outcome::new(ending, self.difficulty, captured);
        self.phase = Phase::Over(outcome);
        self.is_forfeit_asked = false;
        self.is_pass_asked = false;
        self.n_ticks = 0;
        self.thought = None;
        self.mind = None;
        News::Ended(outcome)
    }
}

fn center(size: Size) -> Point {
    let point = Point::new(size.width() / 2, size.height() / 2, size);
    point.expect("a board has a center")
}

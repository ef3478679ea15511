//! Walking through the lessons: input in, what to show out.

use tengen_rules::{Board, IllegalMove, Move, Point, PointSet, Suicide};

use crate::catalog::{lesson, lessons};
use crate::game::FirstGame;
use crate::goal::Goal;
use crate::lesson::{Lesson, Mark, Play, Step, Task};
use crate::opponent::Skill;
use crate::progress::{LessonProgress, Progress};
use crate::refusal::Refusal;
use crate::text::{Language, Text};
use crate::view::{Answer, AnswerKind, Expects, View};

/// What the one who learns does.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Input {
    /// A point: a move, or a point to be marked or unmarked.
    Point(Point),
    /// All points to be marked, at once.
    Points(PointSet),
    /// A number, as the answer to a question.
    Number(u32),
    /// A pass.
    Pass,
    /// To go on.
    Next,
    /// To be helped; the second time, more is told.
    Hint,
    /// To be told why something was refused.
    Why,
    /// To take something back: an answer, a move of a game, or the step.
    Back,
}

/// All lessons, with the one that is open and what has been learned.
///
/// A course is deterministic: the same inputs always lead to the same view.
#[derive(Clone, Debug, Default)]
pub struct Course {
    progress: Progress,
    walk: Option<Walk>,
}

/// A lesson while somebody walks through it.
#[derive(Clone, Debug)]
struct Walk {
    lesson: &'static Lesson,
    step_idx: usize,
    stage: Stage,
    chosen: PointSet,
    hints: Vec<(Point, Mark)>,
    n_hints: u32,
    answer: Option<Answer>,
    refusal: Option<Refusal>,
    game: Option<FirstGame>,
    skill: Skill,
}

/// Where a step is.
#[derive(Clone, Debug)]
enum Stage {
    /// An answer is awaited.
    Asking,
    /// The answer was wrong, and this came of it.
    Wrong(Box<Shown>),
    /// The answer was right, and this came of it.
    Right(Box<Shown>),
    /// This was the last step.
    Done,
}

/// A board that is not that of the question.
#[derive(Clone, Debug)]
struct Shown {
    board: Board,
    last_move: Option<Point>,
    marks: Vec<(Point, Mark)>,
}

impl Course {
    /// A course for somebody who has learned this much.
    pub const fn new(progress: Progress) -> Course {
        Course { progress, walk: None }
    }

    /// What has been learned.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The first lesson that is not finished, after the one that is open if
    /// there is one.
    pub fn next_lesson(&self) -> Option<&'static Lesson> {
        let open = self.walk.as_ref().map(|it| it.lesson.id);
        let n_before = lessons().iter().position(|it| Some(it.id) == open).map_or(0, |it| it + 1);
        let in_order = lessons().iter().skip(n_before).chain(lessons().iter().take(n_before));
        in_order.into_iter().find(|it| Some(it.id) != open && !self.progress.lesson(it.id).is_done)
    }

    /// Opens a lesson where it was left, or at its beginning if it was
    /// finished; returns whether there is such a lesson.
    pub fn open(&mut self, id: &str) -> bool {
        let Some(lesson) = lesson(id) else { return false };
        let left = self.progress.lesson(id);
        let step_idx = if left.is_done { 0 } else { left.n_steps as usize };
        self.walk = Some(Walk::new(lesson, step_idx.min(lesson.steps.len() - 1)));
        self.begin_step();
        true
    }

    /// Closes the lesson that is open.
    pub fn close(&mut self) {
        self.walk = None;
    }

    /// What to show of the lesson that is open.
    pub fn view(&self) -> Option<View> {
        self.walk.as_ref().map(Walk::view)
    }

    /// Does what the one who learns wants.
    ///
    /// An input that does not fit is answered as well; without an open lesson,
    /// it means nothing.
    pub fn apply(&mut self, input: Input) {
        let Some(walk) = &mut self.walk else { return };
        walk.apply(input);
        if let Some(game) = &walk.game
            && game.is_over()
            && matches!(walk.stage, Stage::Asking)
        {
            let mut learned = self.progress.lesson(walk.lesson.id);
            learned.n_games = learned.n_games.saturating_add(1);
            self.progress.set(walk.lesson.id, learned);
            walk.stage = Stage::Right(Box::new(walk.shown_game()));
            let text = walk.step().text("right");
            let texts = walk.answer.take().map(|it| it.texts).unwrap_or_default();
            let texts = texts.into_iter().chain([text]).collect();
            walk.answer = Some(Answer { kind: AnswerKind::Right, texts });
        }
        match (&walk.stage, input) {
            (Stage::Right(_), Input::Next) if walk.answer.is_none() => self.advance(),
            _ => (),
        }
    }

    /// Goes on to the next step, or ends the lesson.
    fn advance(&mut self) {
        let Some(walk) = &mut self.walk else { return };
        let mut learned = self.progress.lesson(walk.lesson.id);
        if walk.step_idx + 1 == walk.lesson.steps.len() {
            walk.stage = Stage::Done;
            let text = Text::new("course.done").with("title", walk.lesson.title());
            walk.answer = Some(Answer::new(AnswerKind::Right, text));
            learned = LessonProgress { is_done: true, n_steps: 0, ..learned };
        } else {
            walk.step_idx += 1;
            let n_steps = u32::try_from(walk.step_idx).unwrap_or_default();
            if !learned.is_done {
                learned.n_steps = learned.n_steps.max(n_steps);
            }
        }
        self.progress.set(walk.lesson.id, learned);
        self.begin_step();
    }

    fn begin_step(&mut self) {
        let skill = Skill::after(self.progress.n_games());
        let Some(walk) = &mut self.walk else { return };
        if !matches!(walk.stage, Stage::Done) {
            walk.begin_step(skill);
        }
    }
}

impl Walk {
    fn new(lesson: &'static Lesson, step_idx: usize) -> Walk {
        Walk {
            lesson,
            step_idx,
            stage: Stage::Asking,
            chosen: PointSet::EMPTY,
            hints: Vec::new(),
            n_hints: 0,
            answer: None,
            refusal: None,
            game: None,
            skill: Skill::default(),
        }
    }

    fn begin_step(&mut self, skill: Skill) {
        let game = match self.step().task {
            Task::Game(kind) => Some(FirstGame::new(kind, skill)),
            _ => None,
        };
        *self = Walk { game, skill, ..Walk::new(self.lesson, self.step_idx) };
    }

    fn step(&self) -> &'static Step {
        &self.lesson.steps[self.step_idx]
    }

    fn apply(&mut self, input: Input) {
        // An answer after a wrong one is a new answer to the same question.
        if matches!(self.stage, Stage::Wrong(_)) && !matches!(input, Input::Why | Input::Hint) {
            self.stage = Stage::Asking;
            if matches!(input, Input::Next | Input::Back) {
                self.answer = None;
                return;
            }
        }
        match (&self.stage, input) {
            (Stage::Done, _) => {
                self.answer = Some(Answer::note("course.over"));
            }
            (_, Input::Why) => self.explain(),
            (_, Input::Back) => self.back(),
            (Stage::Right(_), Input::Next) => self.answer = None,
            (Stage::Right(_), _) => {
                self.answer = Some(Answer::note("course.go-on"));
            }
            (_, Input::Hint) => self.hint(),
            _ => self.answer_task(input),
        }
    }

    /// An answer to what is asked.
    fn answer_task(&mut self, input: Input) {
        self.hints.clear();
        self.refusal = None;
        let step = self.step();
        match (&step.task, input) {
            (Task::Read, Input::Next) => {
                self.answer = None;
                self.stage = Stage::Right(Box::new(self.shown_start()));
            }
            (Task::Play(play), Input::Point(point)) => self.play(play, point),
            (Task::Try(wanted), Input::Point(point)) => self.attempt(*wanted, point),
            (Task::Mark(_), Input::Point(point)) => self.toggle(point),
            (Task::Mark(wanted), Input::Points(points)) => {
                self.chosen = points;
                self.check_marks(wanted);
            }
            (Task::Mark(wanted), Input::Next) => self.check_marks(wanted),
            (Task::Count(wanted, points), Input::Number(number)) => {
                self.check_number(*wanted, points, number);
            }
            (Task::Pass, Input::Pass) => self.be_right(step.text("right"), self.shown_start()),
            (Task::Game(_), _) => self.play_on(input),
            (task, _) => self.answer = Some(Answer::note(expectation(task))),
        }
    }

    fn play(&mut self, play: &Play, point: Point) {
        let step = self.step();
        let (board, color) = (step.board(), step.color());
        let after = match board.after(color, point, Suicide::Forbidden) {
            Ok(after) => after,
            Err(reason) => return self.refuse(reason),
        };
        let mut shown = Shown { board: after, last_move: Some(point), marks: Vec::new() };
        let remark = step.remarks.iter().find(|it| it.point == point);
        if play.is_right(board, color, point) {
            let key = remark.map_or("right", |it| it.key);
            if let Some(Move::Play(reply)) = step.reply {
                shown.reply(!color, reply);
            }
            return self.be_right(step.text(key), shown);
        }
        let reply = match remark {
            Some(remark) => remark.reply,
            None => play.goal.refutation(board, color, point),
        };
        let reply = reply.and_then(Move::point);
        let mut texts = vec![match remark {
            Some(remark) => step.text(remark.key),
            None => self.wrong(play, &shown.board, point),
        }];
        if let Some(reply) = reply {
            texts.push(Text::new("course.reply").with("color", !color).with("point", reply));
            shown.reply(!color, reply);
        }
        self.answer = Some(Answer { kind: AnswerKind::Wrong, texts });
        self.stage = Stage::Wrong(Box::new(shown));
    }

    /// What is said to a legal move that does not do what is asked.
    fn wrong(&self, play: &Play, after: &Board, point: Point) -> Text {
        let (board, color) = (self.step().board(), self.step().color());
        if play.goal.is_reached(board, color, point) {
            return Text::new("wrong.elsewhere").with("points", play.only);
        }
        let text = Text::new(format!("wrong.{}", play.goal.key())).with("point", point);
        let text = text.with("color", color).with("opponent", !color);
        match play.goal.target() {
            Some(target) => {
                let liberties = after.liberties(target);
                text.with("target", target).with("liberties", liberties)
            }
            None => text,
        }
    }

    /// Tries a move that the rules do not allow.
    fn attempt(&mut self, wanted: Point, point: Point) {
        let step = self.step();
        match step.board().check(step.color(), point, Suicide::Forbidden) {
            Err(reason) if point == wanted => {
                self.refuse(reason);
                let shown = self.shown_start();
                let refused = self.answer.take().map(|it| it.texts).unwrap_or_default();
                self.be_right(step.text("right"), shown);
                if let Some(answer) = &mut self.answer {
                    answer.texts.splice(0..0, refused);
                }
            }
            Err(reason) => self.refuse(reason),
            Ok(()) => {
                let text = Text::new("course.try-there").with("point", wanted);
                self.answer = Some(Answer::new(AnswerKind::Wrong, text));
            }
        }
    }

    fn refuse(&mut self, reason: IllegalMove) {
        let refusal = Refusal::new(reason, self.step().board(), self.step().color());
        self.answer = Some(Answer::new(AnswerKind::Refused, refusal.short.clone()));
        self.refusal = Some(refusal);
    }

    fn toggle(&mut self, point: Point) {
        if !self.step().board().size().contains(point) {
            return self.refuse(IllegalMove::OffBoard(point));
        }
        if !self.chosen.remove(point) {
            self.chosen.insert(point);
        }
        self.answer = None;
    }

    fn check_marks(&mut self, wanted: &PointSet) {
        let size = self.step().board().size();
        if let Some(outside) = self.chosen.iter().find(|&it| !size.contains(it)) {
            self.chosen = self.chosen.iter().filter(|&it| size.contains(it)).collect();
            return self.refuse(IllegalMove::OffBoard(outside));
        }
        let extra = self.chosen.difference(wanted);
        let n_missing = u32::try_from(wanted.difference(&self.chosen).len()).unwrap_or_default();
        if extra.is_empty() && n_missing == 0 {
            let mut shown = self.shown_start();
            shown.marks.extend(self.chosen.iter().map(|it| (it, Mark::Chosen)));
            return self.be_right(self.step().text("right"), shown);
        }
        let mut texts = Vec::new();
        if !extra.is_empty() {
            texts.push(Text::new("wrong.mark.extra").with("points", extra));
            self.hints = extra.iter().map(|it| (it, Mark::Wrong)).collect();
        }
        if n_missing > 0 {
            texts.push(Text::new("wrong.mark.missing").with("n", n_missing));
        }
        self.answer = Some(Answer { kind: AnswerKind::Wrong, texts });
    }

    fn check_number(&mut self, wanted: u32, points: &PointSet, number: u32) {
        if number == wanted {
            let mut shown = self.shown_start();
            shown.marks.extend(points.iter().map(|it| (it, Mark::Chosen)));
            return self.be_right(self.step().text("right"), shown);
        }
        let id = if number < wanted { "wrong.count.few" } else { "wrong.count.many" };
        let text = Text::new(id).with("number", number);
        self.answer = Some(Answer::new(AnswerKind::Wrong, text));
    }

    fn play_on(&mut self, input: Input) {
        let Some(game) = &mut self.game else { return };
        self.answer = Some(match input {
            Input::Point(point) => game.play(Move::Play(point)),
            Input::Pass => game.play(Move::Pass),
            Input::Next => game.proceed(),
            _ => Answer::note("course.expects.game"),
        });
        self.refusal = game.refusal().cloned();
    }

    fn be_right(&mut self, text: Text, shown: Shown) {
        let mut texts = vec![text];
        let step = self.step();
        match step.reply {
            Some(Move::Play(reply)) => {
                let text = Text::new("course.reply").with("color", !step.color());
                texts.push(text.with("point", reply));
            }
            Some(Move::Pass) => {
                texts.push(Text::new("course.reply-pass").with("color", !step.color()));
            }
            None => (),
        }
        self.answer = Some(Answer { kind: AnswerKind::Right, texts });
        self.stage = Stage::Right(Box::new(shown));
    }

    /// Shows the reason of the last refusal.
    fn explain(&mut self) {
        let Some(refusal) = &self.refusal else {
            self.answer = Some(Answer::note("course.nothing-to-explain"));
            return;
        };
        let mut texts = refusal.long.clone();
        if let Some(term) = refusal.term {
            let name = Text::new(format!("term.{term}.name"));
            texts.push(Text::new("course.see-term").with("term", name));
        }
        let (board, marks) = (refusal.board, refusal.marks.clone());
        self.answer = Some(Answer { kind: AnswerKind::Note, texts });
        let shown = Box::new(Shown { board, last_move: None, marks });
        if !matches!(self.stage, Stage::Right(_)) {
            self.stage = Stage::Wrong(shown);
        }
    }

    /// Takes back an answer, a move of a game, or the step.
    fn back(&mut self) {
        self.hints.clear();
        self.refusal = None;
        if let Some(answer) = self.game.as_mut().and_then(FirstGame::take_back) {
            self.answer = Some(answer);
            self.stage = Stage::Asking;
        } else if matches!(self.stage, Stage::Right(_)) {
            self.stage = Stage::Asking;
            self.answer = None;
            self.chosen = PointSet::EMPTY;
        } else if self.step_idx > 0 {
            self.step_idx -= 1;
            self.begin_step(self.skill);
        } else {
            self.answer = Some(Answer::note("course.first-step"));
        }
    }

    /// The hint of the step, and after it the points.
    fn hint(&mut self) {
        if let Some(game) = &mut self.game {
            self.answer = Some(game.hint());
            return;
        }
        if matches!(self.stage, Stage::Wrong(_)) {
            self.stage = Stage::Asking;
        }
        self.n_hints += 1;
        let step = self.step();
        let hint = step.text("hint");
        let is_anything = matches!(&step.task, Task::Play(it) if it.goal == Goal::Any);
        if (self.n_hints == 1 || is_anything) && Language::default().get(&hint.id).is_some() {
            self.answer = Some(Answer::new(AnswerKind::Hint, hint));
            return;
        }
        let points = match &step.task {
            Task::Play(_) => step.right_moves(),
            Task::Try(point) => PointSet::from(*point),
            Task::Mark(points) => points.difference(&self.chosen),
            Task::Count(_, points) => *points,
            Task::Read | Task::Pass | Task::Game(_) => PointSet::EMPTY,
        };
        let id = match &step.task {
            Task::Count(..) => "hint.count",
            Task::Mark(_) => "hint.mark",
            Task::Play(_) | Task::Try(_) => "hint.points",
            task => expectation(task),
        };
        self.hints = points.iter().map(|it| (it, Mark::Hint)).collect();
        let text = Text::new(id).with("points", points);
        self.answer = Some(Answer::new(AnswerKind::Hint, text));
    }

    fn shown_start(&self) -> Shown {
        let step = self.step();
        Shown { board: *step.board(), last_move: step.last_move, marks: step.marks.clone() }
    }

    fn shown_game(&self) -> Shown {
        match &self.game {
            Some(game) => {
                Shown { board: *game.board(), last_move: game.last_move(), marks: game.marks() }
            }
            None => self.shown_start(),
        }
    }

    fn shown(&self) -> Shown {
        match &self.stage {
            Stage::Wrong(shown) | Stage::Right(shown) => (**shown).clone(),
            Stage::Asking | Stage::Done => {
                let mut shown = self.shown_game();
                shown.marks.extend(self.chosen.iter().map(|it| (it, Mark::Chosen)));
                shown
            }
        }
    }

    fn view(&self) -> View {
        let step = self.step();
        let mut shown = self.shown();
        shown.marks.extend(&self.hints);
        View {
            lesson: self.lesson.id,
            title: self.lesson.title(),
            step: self.step_idx + 1,
            n_steps: self.lesson.steps.len(),
            board: shown.board,
            color: step.color(),
            last_move: shown.last_move,
            marks: shown.marks,
            text: step.texts(),
            answer: self.answer.clone(),
            expects: self.expects(),
            can_explain: self.refusal.is_some(),
        }
    }

    fn expects(&self) -> Expects {
        match (&self.stage, &self.step().task) {
            (Stage::Done, _) => Expects::Lesson,
            (Stage::Wrong(_), _) => Expects::Again,
            (Stage::Right(_), _) | (_, Task::Read) => Expects::Next,
            (_, Task::Play(_) | Task::Try(_)) => Expects::Move,
            (_, Task::Mark(_)) => Expects::Marks,
            (_, Task::Count(..)) => Expects::Number,
            (_, Task::Pass) => Expects::Pass,
            (_, Task::Game(_)) => self.game.as_ref().map_or(Expects::Next, FirstGame::expects),
        }
    }
}

impl Shown {
    /// The opponent's answer, if the rules allow it.
    fn reply(&mut self, color: tengen_rules::Color, point: Point) {
        if self.board.play(color, point, Suicide::Forbidden).is_ok() {
            self.last_move = Some(point);
        }
    }
}

/// What is said if something else was expected.
const fn expectation(task: &Task) -> &'static str {
    match task {
        Task::Read => "course.expects.next",
        Task::Play(_) | Task::Try(_) => "course.expects.move",
        Task::Mark(_) => "course.expects.marks",
        Task::Count(..) => "course.expects.number",
        Task::Pass => "course.expects.pass",
        Task::Game(_) => "course.expects.game",
    }
}

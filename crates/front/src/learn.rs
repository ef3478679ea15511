//! Learning to play: the lessons with the progress that is kept, the glossary,
//! and why the rules refuse a move.
//!
//! The lessons themselves are those of [`tengen_lessons`], and so are their
//! sentences; here is what every screen does with them.

mod explanation;
mod glossary;

use tengen_host::{Dirs, SharedFile, SharedFileError};
use tengen_lessons::{
    AnswerKind, Course, Expects, Input, Language, Lesson, Mark, Progress, Text, View, lessons,
};
use tengen_picture::{Scene, Stone};
use tengen_rules::Point;

pub use explanation::Explanation;
pub use glossary::{Glossary, TermView};

/// A sentence of the lessons.
pub(crate) fn say(text: &Text) -> String {
    Language::default().say(text)
}

/// The lessons on a screen: a list, or the one that is open.
#[derive(Debug)]
pub struct Learning {
    course: Course,
    /// Where progress is kept, if it is.
    file: Option<SharedFile>,
    saved: Progress,
    problem: Option<SharedFileError>,
    chosen: usize,
    /// The digits of a number that is being typed.
    number: String,
}

/// A lesson in the list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LessonEntry {
    /// The name by which it is opened.
    pub id: &'static str,
    /// What it is called.
    pub title: String,
    /// What is learned, in a line.
    pub summary: String,
    /// How far it has come.
    pub state: LessonState,
}

/// How far a lesson has come.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum LessonState {
    /// It was not begun.
    New,
    /// It was left halfway.
    Begun,
    /// It was finished.
    Done,
}

/// Everything that is said of the step that is open.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LessonText {
    /// The lesson and the step: `Capturing, step 1 of 5`.
    pub heading: String,
    /// What the step says and asks.
    pub task: Vec<String>,
    /// What is said to the last answer.
    pub answer: Vec<String>,
    /// What kind of answer that is.
    pub kind: Option<AnswerKind>,
    /// Whether there is more to tell about a refusal.
    pub can_explain: bool,
    /// What can be done now.
    pub expects: Expects,
}

impl Learning {
    /// The lessons of a user, with the first that is not done chosen.
    pub fn open(dirs: Option<&Dirs>) -> Learning {
        let file = dirs.map(|it| SharedFile::new(it.progress_file()));
        let (progress, problem) = match file.as_ref().map(SharedFile::read) {
            Some(Ok(text)) => (Progress::parse(&text), None),
            Some(Err(error)) => (Progress::default(), Some(error)),
            None => (Progress::default(), None),
        };
        let file = file.filter(|_| problem.is_none());
        let saved = progress.clone();
        let course = Course::new(progress);
        let mut learning =
            Learning { course, file, saved, problem, chosen: 0, number: String::new() };
        learning.choose_next();
        learning
    }

    /// Why progress is not kept.
    pub const fn problem(&self) -> Option<&SharedFileError> {
        self.problem.as_ref()
    }

    /// All lessons.
    pub fn list(&self) -> Vec<LessonEntry> {
        let entry = |lesson: &Lesson| {
            let learned = self.course.progress().lesson(lesson.id);
            let state = match (learned.is_done, learned.n_steps) {
                (true, _) => LessonState::Done,
                (false, 1..) => LessonState::Begun,
                (false, 0) => LessonState::New,
            };
            let (title, summary) = (say(&lesson.title()), say(&lesson.summary()));
            LessonEntry { id: lesson.id, title, summary, state }
        };
        lessons().iter().map(entry).collect()
    }

    /// The number of lessons that are done.
    pub fn n_done(&self) -> usize {
        lessons().iter().filter(|it| self.course.progress().lesson(it.id).is_done).count()
    }

    /// Whether nothing was learned so far.
    pub fn is_new(&self) -> bool {
        *self.course.progress() == Progress::default()
    }

    /// The place of the lesson that is chosen in the list.
    pub const fn chosen(&self) -> usize {
        self.chosen
    }

    /// Chooses a lesson of the list.
    pub fn choose(&mut self, idx: usize) {
        self.chosen = idx.min(lessons().len().saturating_sub(1));
    }

    /// Chooses the first lesson that is not done.
    fn choose_next(&mut self) {
        let next = self.course.next_lesson().map(|it| it.id);
        let idx = lessons().iter().position(|it| Some(it.id) == next);
        self.choose(idx.unwrap_or(0));
    }

    /// Opens the lesson that is chosen, where it was left.
    pub fn open_chosen(&mut self) {
        if let Some(lesson) = lessons().get(self.chosen) {
            self.course.open(lesson.id);
            self.number.clear();
        }
    }

    /// Whether a lesson is open.
    pub fn is_open(&self) -> bool {
        self.course.view().is_some()
    }

    /// Goes back to the list.
    pub fn close(&mut self) {
        self.course.close();
        self.number.clear();
    }

    /// What the open lesson shows.
    pub fn view(&self) -> Option<View> {
        self.course.view()
    }

    /// What can be done in the open lesson.
    pub fn expects(&self) -> Option<Expects> {
        self.course.view().map(|it| it.expects)
    }

    /// The board of the open lesson as it is drawn.
    pub fn scene(&self) -> Option<Scene> {
        self.course.view().map(|it| scene_of(&it.board, &it.marks, it.last_move))
    }

    /// Everything that is said of the open lesson.
    pub fn text(&self) -> Option<LessonText> {
        let view = self.course.view()?;
        let answer = view.answer.as_ref();
        Some(LessonText {
            heading: format!("{}, step {} of {}", say(&view.title), view.step, view.n_steps),
            task: view.text.iter().map(say).collect(),
            answer: answer.iter().flat_map(|it| &it.texts).map(say).collect(),
            kind: answer.map(|it| it.kind),
            can_explain: view.can_explain,
            expects: view.expects,
        })
    }

    /// Does what somebody wants in the open lesson; after its end, going on
    /// opens the next one, or the list after the last.
    pub fn apply(&mut self, input: Input) {
        self.number.clear();
        if self.expects() == Some(Expects::Lesson) && input == Input::Next {
            match self.course.next_lesson() {
                Some(lesson) => drop(self.course.open(lesson.id)),
                None => self.course.close(),
            }
            self.choose_next();
        } else {
            self.course.apply(input);
        }
        self.save();
    }

    /// The number that is being typed.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// Types a digit, where a number is asked for.
    pub fn type_digit(&mut self, digit: char) {
        let is_asked = self.expects() == Some(Expects::Number);
        if is_asked && digit.is_ascii_digit() && self.number.len() < 3 {
            self.number.push(digit);
        }
    }

    /// Takes the last digit back.
    pub fn erase_digit(&mut self) {
        self.number.pop();
    }

    /// Goes on: with the number that was typed, or to what comes next.
    pub fn proceed(&mut self) {
        match self.number.parse() {
            Ok(number) => self.apply(Input::Number(number)),
            Err(_) => self.apply(Input::Next),
        }
    }

    /// Puts a stone or a mark on a point, or goes on where nothing is asked.
    pub fn click(&mut self, point: Point) {
        match self.expects() {
            Some(Expects::Next | Expects::Lesson) => self.apply(Input::Next),
            Some(_) => self.apply(Input::Point(point)),
            None => (),
        }
    }

    /// Keeps what was learned, together with what other programs have added.
    fn save(&mut self) {
        let progress = self.course.progress();
        let Some(file) = self.file.as_ref().filter(|_| *progress != self.saved) else { return };
        match file.update(|text| progress.write_into(text)) {
            Ok(_) => self.saved = progress.clone(),
            Err(error) => {
                self.problem = Some(error);
                self.file = None;
            }
        }
    }
}

/// A board of the lessons with its marks as it is drawn.
pub(crate) fn scene_of(
    board: &tengen_rules::Board,
    marks: &[(Point, Mark)],
    last_move: Option<Point>,
) -> Scene {
    use tengen_record::Mark as Sign;
    let mut scene = Scene::of(board);
    // The lessons say themselves where a ko is.
    scene.ko = None;
    scene.last_move = last_move;
    for &(point, mark) in marks {
        let sign = match mark {
            Mark::Circle => Sign::Circle,
            Mark::Square => Sign::Square,
            Mark::Chosen => Sign::Selected,
            Mark::Wrong => Sign::Cross,
            Mark::Hint => Sign::Triangle,
            Mark::Ghost(color) => {
                scene.ghost = Some(Stone { point, color });
                scene.labels.insert(point, "?".to_owned());
                continue;
            }
            Mark::Dead => {
                scene.dead.insert(point);
                continue;
            }
            Mark::Owned(color) => {
                if board.stone(point).is_none() || scene.dead.contains(point) {
                    scene.territory.insert(point, color);
                }
                continue;
            }
        };
        scene.marks.insert(point, sign);
    }
    scene
}

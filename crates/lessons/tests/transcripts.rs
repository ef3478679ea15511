//! Each lesson walked through, with mistakes and without, as it is read.
//!
//! The transcripts in `tests/data` are written with
//! `BLESS=1 cargo test -p tengen-lessons`.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use tengen_lessons::{
    AnswerKind, Course, Expects, Input, Language, Lesson, Mark, Progress, Step, Task, View, lessons,
};
use tengen_rules::{Point, Suicide};

/// A course with all that was said so far.
struct Transcript {
    course: Course,
    text: String,
}

impl Transcript {
    fn new(lesson: &Lesson) -> Transcript {
        let mut course = Course::new(Progress::default());
        assert!(course.open(lesson.id));
        let title = Language::English.say(&lesson.title());
        let summary = Language::English.say(&lesson.summary());
        let mut transcript = Transcript { course, text: format!("{title}\n{summary}\n") };
        transcript.show_step();
        transcript
    }

    fn view(&self) -> View {
        self.course.view().unwrap()
    }

    fn show_step(&mut self) {
        let view = self.view();
        writeln!(self.text, "\n== {} of {}, {:?}", view.step, view.n_steps, view.expects).unwrap();
        self.show_board();
        for text in &view.text {
            writeln!(self.text, "{}", Language::English.say(text)).unwrap();
        }
    }

    fn show_board(&mut self) {
        let View { board, marks, last_move, .. } = self.view();
        self.text.push_str(&board.to_string());
        if let Some(point) = last_move {
            writeln!(self.text, "last {point}").unwrap();
        }
        for (point, mark) in marks {
            write!(self.text, "{mark:?} {point}; ").unwrap();
        }
        if self.text.ends_with("; ") {
            self.text.truncate(self.text.len() - 2);
            self.text.push('\n');
        }
    }

    fn apply(&mut self, input: Input) {
        let before = self.view();
        writeln!(self.text, "\n> {input:?}").unwrap();
        self.course.apply(input);
        let after = self.view();
        if after.step != before.step {
            return self.show_step();
        }
        if after.board != before.board || after.marks != before.marks {
            self.show_board();
        }
        if let Some(answer) = after.answer {
            write!(self.text, "{:?}:", answer.kind).unwrap();
            for text in &answer.texts {
                write!(self.text, " {}", Language::English.say(text)).unwrap();
            }
            self.text.push('\n');
        }
    }

    /// A whole game, as the hints advise. Returns whether it came to an end.
    fn play_game(&mut self) -> bool {
        for _ in 0..100 {
            let view = self.view();
            match view.expects {
                Expects::Move | Expects::MoveOrPass => {
                    self.apply(Input::Hint);
                    let view = self.view();
                    let advice = view.marks.iter().find(|(_, mark)| *mark == Mark::Hint);
                    self.apply(advice.map_or(Input::Pass, |&(point, _)| Input::Point(point)));
                }
                _ if view.answer.is_some_and(|it| it.kind == AnswerKind::Right) => {
                    self.apply(Input::Next);
                    return true;
                }
                _ => self.apply(Input::Next),
            }
        }
        false
    }
}

fn right_input(step: &Step) -> Option<Input> {
    Some(match &step.task {
        Task::Read => Input::Next,
        Task::Play(_) => Input::Point(step.right_moves().first()?),
        Task::Try(point) => Input::Point(*point),
        Task::Mark(points) => Input::Points(*points),
        Task::Count(number, _) => Input::Number(*number),
        Task::Pass => Input::Pass,
        Task::Game(_) => return None,
    })
}

/// What somebody may do first.
fn mistakes(step: &Step) -> Vec<Input> {
    let mut points = step.board().size().points().collect::<Vec<_>>().into_iter();
    let is_legal = |it: Point| step.board().is_legal(step.color(), it, Suicide::Forbidden);
    match &step.task {
        Task::Play(play) => {
            let is_wrong =
                |it: &Point| is_legal(*it) && !play.is_right(step.board(), step.color(), *it);
            let near = |it: &Point| {
                play.goal
                    .target()
                    .is_some_and(|target| step.board().liberties(target).contains(*it))
            };
            let wrong = step.remarks.iter().map(|it| it.point).find(is_wrong);
            let wrong = wrong.or_else(|| points.clone().find(|it| is_wrong(it) && near(it)));
            let wrong = wrong.or_else(|| points.clone().find(is_wrong));
            let illegal = points.find(|&it| !is_legal(it));
            let wrong = wrong.map(Input::Point);
            let illegal = illegal.map(|it| [Input::Point(it), Input::Why]).into_iter().flatten();
            wrong.into_iter().chain(illegal).chain([Input::Hint, Input::Hint]).collect()
        }
        Task::Try(wanted) => {
            let other = points.find(|&it| it != *wanted && is_legal(it));
            other.map(Input::Point).into_iter().collect()
        }
        Task::Mark(_) => {
            let first = step.board().size().points().next();
            let first = first.map(Input::Point);
            first.into_iter().chain([Input::Next, Input::Hint, Input::Hint]).collect()
        }
        Task::Count(number, _) => {
            vec![Input::Number(number + 1), Input::Number(0), Input::Hint, Input::Hint]
        }
        Task::Pass | Task::Read => vec![Input::Hint, Input::Number(3)],
        Task::Game(_) => vec![Input::Pass, Input::Number(3)],
    }
}

fn transcript(lesson: &Lesson, with_mistakes: bool) -> String {
    let mut transcript = Transcript::new(lesson);
    for step in &lesson.steps {
        if with_mistakes {
            for mistake in mistakes(step) {
                transcript.apply(mistake);
            }
        }
        match right_input(step) {
            Some(input) => {
                transcript.apply(input);
                if with_mistakes && !matches!(step.task, Task::Read) {
                    transcript.apply(Input::Why);
                }
                if !matches!(step.task, Task::Read) {
                    transcript.apply(Input::Next);
                }
            }
            None => assert!(transcript.play_game(), "{} does not end", step.id),
        }
    }
    assert_eq!(transcript.view().expects, Expects::Lesson, "{}", lesson.id);
    transcript.text
}

#[test]
fn lessons_are_as_they_were_read_aloud() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for lesson in lessons() {
        for (kind, with_mistakes) in [("right", false), ("mistakes", true)] {
            let text = transcript(lesson, with_mistakes);
            assert!(!text.contains(['{', '}']) || text.contains("Points({"), "{text}");
            let path = folder.join(format!("{}-{kind}.txt", lesson.id));
            if std::env::var_os("BLESS").is_some() {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, &text).unwrap();
            }
            let expected = fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
            assert!(text == expected, "{} differs, see BLESS; it is now:\n{text}", path.display());
        }
    }
}

//! Lessons and explanations, as the pages show them.
//!
//! A course is deterministic, so the server remembers nothing of those who
//! learn: the page sends how far they were, and what they have done since.

use serde::Deserialize;
use serde_json::{Value, json};
use tengen_lessons::{
    Answer, AnswerKind, Course, Expects, Input, Language, Mark, Progress, Refusal, Text, View,
};
use tengen_rules::{Board, Color, IllegalMove, Point};

/// The most inputs within one lesson.
const MAX_INPUTS: usize = 1_000;

/// A lesson as somebody walks through it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Walk {
    /// What was learned before the lesson was opened.
    pub(crate) progress: String,
    /// What was done since.
    pub(crate) inputs: Vec<String>,
}

/// What a walk led to.
#[derive(Debug)]
pub(crate) struct Walked {
    pub(crate) view: View,
    pub(crate) progress: Progress,
    /// The lesson that comes next, if one is not finished.
    pub(crate) next: Option<&'static str>,
}

impl Walk {
    /// Walks through a lesson; `None` if there is no such lesson, or an input
    /// is none.
    pub(crate) fn through(&self, lesson: &str) -> Option<Walked> {
        let mut course = Course::new(Progress::parse(&self.progress));
        if !course.open(lesson) || self.inputs.len() > MAX_INPUTS {
            return None;
        }
        for text in &self.inputs {
            course.apply(input(text)?);
        }
        let next = course.next_lesson().map(|it| it.id);
        Some(Walked { view: course.view()?, progress: course.progress().clone(), next })
    }
}

fn input(text: &str) -> Option<Input> {
    Some(match text {
        "pass" => Input::Pass,
        "next" => Input::Next,
        "hint" => Input::Hint,
        "why" => Input::Why,
        "back" => Input::Back,
        _ if text.starts_with(|it: char| it.is_ascii_digit()) => Input::Number(text.parse().ok()?),
        _ => Input::Point(text.parse().ok()?),
    })
}

/// A sentence.
pub(crate) fn say(text: &Text) -> String {
    Language::English.say(text)
}

/// What a page needs of a walk.
pub(crate) fn walked(walked: &Walked) -> Value {
    let view = &walked.view;
    json!({
        "step": view.step,
        "n_steps": view.n_steps,
        "board": board(&view.board),
        "color": view.color,
        "last": view.last_move,
        "marks": marks(&view.marks),
        "text": texts(&view.text),
        "answer": view.answer.as_ref().map(answer),
        "expects": expects(view.expects),
        "can_explain": view.can_explain,
        "progress": walked.progress.write_into(""),
        "next": walked.next,
    })
}

/// Why a move is refused, at length, with what is to be seen of it.
pub(crate) fn refusal(reason: IllegalMove, position: &Board, color: Color) -> Value {
    let refusal = Refusal::new(reason, position, color);
    json!({
        "short": say(&refusal.short),
        "long": texts(&refusal.long),
        "board": board(&refusal.board),
        "marks": marks(&refusal.marks),
        "term": refusal.term,
    })
}

fn texts(all: &[Text]) -> Vec<String> {
    all.iter().map(say).collect()
}

fn answer(answer: &Answer) -> Value {
    let kind = match answer.kind {
        AnswerKind::Right => "right",
        AnswerKind::Wrong => "wrong",
        AnswerKind::Refused => "refused",
        AnswerKind::Hint => "hint",
        AnswerKind::Note => "note",
    };
    json!({ "kind": kind, "text": texts(&answer.texts) })
}

const fn expects(expects: Expects) -> &'static str {
    match expects {
        Expects::Next => "next",
        Expects::Move => "move",
        Expects::MoveOrPass => "move_or_pass",
        Expects::Pass => "pass",
        Expects::Marks => "marks",
        Expects::Number => "number",
        Expects::Again => "again",
        Expects::Lesson => "lesson",
    }
}

fn board(board: &Board) -> Value {
    let stones = |color: Color| -> Vec<Point> {
        board.stones().filter(|(it, _)| *it == color).map(|(_, point)| point).collect()
    };
    json!({
        "size": board.size(),
        "black": stones(Color::Black),
        "white": stones(Color::White),
    })
}

fn marks(marks: &[(Point, Mark)]) -> Vec<(Point, &'static str)> {
    let name = |mark| match mark {
        Mark::Circle => "circle",
        Mark::Square => "square",
        Mark::Chosen => "chosen",
        Mark::Wrong => "wrong",
        Mark::Hint => "hint",
        Mark::Ghost(Color::Black) => "ghost black",
        Mark::Ghost(Color::White) => "ghost white",
        Mark::Dead => "dead",
        Mark::Owned(Color::Black) => "owned black",
        Mark::Owned(Color::White) => "owned white",
    };
    marks.iter().map(|&(point, mark)| (point, name(mark))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(progress: &str, inputs: &[&str]) -> Option<Value> {
        let inputs = inputs.iter().map(|&it| it.to_owned()).collect();
        let walk = Walk { progress: progress.to_owned(), inputs };
        walk.through("capture").map(|it| walked(&it))
    }

    #[test]
    fn lesson_is_walked_by_what_was_done_in_it() {
        let first = walk("", &[]).unwrap();
        assert_eq!((first["step"].clone(), first["expects"].clone()), (json!(1), json!("move")));
        let wrong = walk("", &["A1"]).unwrap();
        assert_eq!(wrong["answer"]["kind"], "wrong");
        let right = walk("", &["A1", "D3"]).unwrap();
        assert_eq!(
            (right["answer"]["kind"].clone(), right["last"].clone()),
            (json!("right"), json!("D3"))
        );
        let second = walk("", &["A1", "D3", "next"]).unwrap();
        assert_eq!(second["step"], 2);
        let progress = second["progress"].as_str().unwrap();
        assert!(progress.contains("capture = 1 step"), "{progress}");
        assert_eq!(walk(progress, &[]).unwrap()["step"], 2);
    }

    #[test]
    fn nonsense_is_no_walk() {
        assert!(walk("", &["Z99"]).is_none());
        assert!(walk("", &["99999999999"]).is_none());
        assert!(walk("", &["hint"; MAX_INPUTS + 1]).is_none());
        assert!(walk("nonsense = 3 = done\u{0}", &["why", "back", "7", "pass"]).is_some());
        assert!(Walk::default().through("none").is_none());
    }

    #[test]
    fn every_lesson_can_be_opened() {
        for lesson in tengen_lessons::lessons() {
            let walked = Walk::default().through(lesson.id).unwrap();
            assert!(!walked.view.text.is_empty(), "{}", lesson.id);
        }
    }
}

//! Edits as lines of text.

use tengen_record::{Annotation, Direction, Double, InfoKey, Mark, Stroke};
use tengen_rules::{Color, Point};
use tengen_session::{Drawing, Edit, Find, TreeEdit, ViewerAction, ViewerEdit};

const MARKS: [(&str, Mark); 5] = [
    ("circle", Mark::Circle),
    ("cross", Mark::Cross),
    ("square", Mark::Square),
    ("triangle", Mark::Triangle),
    ("selected", Mark::Selected),
];

const ANNOTATIONS: [(&str, Annotation); 5] = [
    ("good", Annotation::GoodMove),
    ("bad", Annotation::BadMove),
    ("even", Annotation::Even),
    ("unclear", Annotation::Unclear),
    ("hotspot", Annotation::Hotspot),
];

/// Reads an edit, several of them between commas.
pub(crate) fn edit(text: &str) -> ViewerEdit {
    match text {
        "cut" => ViewerEdit::Cut,
        "paste" => ViewerEdit::Paste,
        _ => one_or_more(text).into(),
    }
}

fn one_or_more(text: &str) -> Edit {
    if text.contains(" , ") {
        return Edit::Several(text.split(" , ").map(one_or_more).collect());
    }
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    match name {
        "clear" => Drawing::Clear.into(),
        "name" => Edit::Name(rest.to_owned()),
        "comment" => Edit::Comment(rest.to_owned()),
        "delete" => TreeEdit::Delete.into(),
        "paste-text" => TreeEdit::PasteText(rest.to_owned()).into(),
        "promote" => TreeEdit::Promote.into(),
        "up" => TreeEdit::MoveUp.into(),
        "down" => TreeEdit::MoveDown.into(),
        "mark" => {
            Drawing::Mark { points: points(&words[1..]), mark: by_name(&MARKS, words[0]) }.into()
        }
        "territory" => {
            Drawing::Territory { points: points(&words[1..]), owner: color(words[0]) }.into()
        }
        "set-up" => Edit::SetUp { points: points(&words[1..]), stone: color(words[0]) },
        "to-play" => Edit::ToPlay(color(words[0])),
        "play" => Edit::Play(
            color(words[0]).expect("scripts have no mistakes"),
            words[1].parse().expect("scripts have no mistakes"),
        ),
        "annotate" => annotate(&words),
        "info" => {
            let key = InfoKey::ALL
                .into_iter()
                .find(|it| it.name() == words[0])
                .expect("scripts have no mistakes");
            Edit::Info(vec![(key, words[1..].join(" "))])
        }
        _ => draw(name, &words).into(),
    }
}

fn annotate(words: &[&str]) -> Edit {
    let strength = match words[1] {
        "normal" => Some(Double::Normal),
        "very" => Some(Double::Emphasized),
        _ => None,
    };
    Edit::Annotate(by_name(&ANNOTATIONS, words[0]).expect("scripts have no mistakes"), strength)
}

/// Drawings that begin with a point.
fn draw(name: &str, words: &[&str]) -> Drawing {
    let from = point(words[0]);
    let to = || point(words[1]);
    match name {
        "label" => Drawing::Label(from, words[1..].join(" ")),
        "letter" => Drawing::NextLetter(from),
        "number" => Drawing::NextNumber(from),
        "dim" => Drawing::ToggleDim(from),
        "toggle" => {
            Drawing::ToggleMark(from, by_name(&MARKS, words[1]).expect("scripts have no mistakes"))
        }
        "line" => Drawing::ToggleStroke { from, to: to(), stroke: Stroke::Line },
        "arrow" => Drawing::ToggleStroke { from, to: to(), stroke: Stroke::Arrow },
        "put-arrow" => Drawing::Stroke { from, to: to(), stroke: Some(Stroke::Arrow) },
        "no-stroke" => Drawing::Stroke { from, to: to(), stroke: None },
        _ => panic!("unknown edit {name}"),
    }
}

/// Reads what to look for.
pub(crate) fn find(words: &[&str]) -> ViewerAction {
    let direction = if words[0] == "back" { Direction::Backward } else { Direction::Forward };
    let find = match words[1..] {
        ["text", ref words @ ..] => Find::Text(words.join(" ")),
        ["move", who, mv] => Find::Move(color(who), mv.parse().expect("scripts have no mistakes")),
        ["mark", name] => Find::Mark(by_name(&MARKS, name).expect("scripts have no mistakes")),
        ["markup"] => Find::Markup,
        ["annotation"] => Find::Annotation,
        _ => panic!("unknown thing to find {words:?}"),
    };
    ViewerAction::Find(find, direction)
}

fn by_name<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(it, _)| *it == name).map(|&(_, value)| value)
}

fn color(name: &str) -> Option<Color> {
    match name {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn point(name: &str) -> Point {
    name.parse().expect("scripts have no mistakes")
}

fn points(names: &[&str]) -> Vec<Point> {
    names.iter().map(|name| point(name)).collect()
}

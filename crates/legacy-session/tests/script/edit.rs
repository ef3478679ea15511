//! Edits as lines of text.

use tengen_legacy_session::{Action, Edit, Find};
use tengen_record::{Annotation, Direction, Double, InfoKey, Mark, Stroke};
use tengen_rules::{Color, Point};

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
pub(crate) fn edit(text: &str) -> Edit {
    if text.contains(" , ") {
        return Edit::Several(text.split(" , ").map(edit).collect());
    }
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    match name {
        "clear" => Edit::ClearMarkup,
        "name" => Edit::Name(rest.to_owned()),
        "comment" => Edit::Comment(rest.to_owned()),
        "delete" => Edit::Delete,
        "cut" => Edit::Cut,
        "copy" => Edit::Copy,
        "paste" => Edit::Paste,
        "paste-text" => Edit::PasteText(rest.to_owned()),
        "promote" => Edit::Promote,
        "up" => Edit::MoveUp,
        "down" => Edit::MoveDown,
        "mark" => Edit::Mark { points: points(&words[1..]), mark: by_name(&MARKS, words[0]) },
        "territory" => Edit::Territory { points: points(&words[1..]), owner: color(words[0]) },
        "set-up" => Edit::SetUp { points: points(&words[1..]), stone: color(words[0]) },
        "to-play" => Edit::ToPlay(color(words[0])),
        "play" => Edit::Play(
            color(words[0]).expect("scripts have no mistakes"),
            words[1].parse().expect("scripts have no mistakes"),
        ),
        "annotate" => {
            let strength = match words[1] {
                "normal" => Some(Double::Normal),
                "very" => Some(Double::Emphasized),
                _ => None,
            };
            Edit::Annotate(
                by_name(&ANNOTATIONS, words[0]).expect("scripts have no mistakes"),
                strength,
            )
        }
        "info" => {
            let key = InfoKey::ALL
                .into_iter()
                .find(|it| it.name() == words[0])
                .expect("scripts have no mistakes");
            Edit::Info(vec![(key, words[1..].join(" "))])
        }
        _ => draw(name, &words),
    }
}

/// Edits that begin with a point.
fn draw(name: &str, words: &[&str]) -> Edit {
    let from = point(words[0]);
    let to = || point(words[1]);
    match name {
        "label" => Edit::Label(from, words[1..].join(" ")),
        "letter" => Edit::NextLetter(from),
        "number" => Edit::NextNumber(from),
        "dim" => Edit::ToggleDim(from),
        "toggle" => {
            Edit::ToggleMark(from, by_name(&MARKS, words[1]).expect("scripts have no mistakes"))
        }
        "line" => Edit::ToggleStroke { from, to: to(), stroke: Stroke::Line },
        "arrow" => Edit::ToggleStroke { from, to: to(), stroke: Stroke::Arrow },
        "put-arrow" => Edit::Stroke { from, to: to(), stroke: Some(Stroke::Arrow) },
        "no-stroke" => Edit::Stroke { from, to: to(), stroke: None },
        _ => panic!("unknown edit {name}"),
    }
}

/// Reads what to look for.
pub(crate) fn find(words: &[&str]) -> Action {
    let direction = if words[0] == "back" { Direction::Backward } else { Direction::Forward };
    let find = match words[1..] {
        ["text", ref words @ ..] => Find::Text(words.join(" ")),
        ["move", who, mv] => Find::Move(color(who), mv.parse().expect("scripts have no mistakes")),
        ["mark", name] => Find::Mark(by_name(&MARKS, name).expect("scripts have no mistakes")),
        ["markup"] => Find::Markup,
        ["annotation"] => Find::Annotation,
        _ => panic!("unknown thing to find {words:?}"),
    };
    Action::Find(find, direction)
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

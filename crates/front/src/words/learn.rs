//! Lessons, the glossary and the first start.

use tengen_lessons::Expects;

use super::basic;
use super::level;
use super::press::{press, press_first};
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;
use crate::learn::{Learning, LessonState, TermView};
use crate::welcome::{BOARDS, EXPERIENCES, Experience, RANKS, Welcome, WelcomeStep};

/// How many lessons are done.
pub fn learned(learning: &Learning) -> String {
    let n_lessons = learning.list().len();
    match learning.n_done() {
        0 => format!("{n_lessons} short lessons; nothing to know before"),
        n if n == n_lessons => "You have done all lessons. Play a game!".to_owned(),
        n => format!("{n} of {n_lessons} lessons done"),
    }
}

/// How far a lesson has come, or nothing for a new one.
pub const fn lesson_state(state: LessonState) -> &'static str {
    match state {
        LessonState::New => "",
        LessonState::Begun => "begun",
        LessonState::Done => "done",
    }
}

/// What can be done in a lesson now.
pub fn lesson_prompt(expects: Expects, keys: &KeyTable) -> String {
    let is_window = keys.front_end() == FrontEnd::Window;
    let go_on = if is_window { "Click Next" } else { "Press Enter" };
    match expects {
        Expects::Next => format!("{go_on} to go on."),
        Expects::Move if is_window => "Click on a point.".to_owned(),
        Expects::Move => "Choose a point and press Enter, or click on it.".to_owned(),
        Expects::MoveOrPass if is_window => "Click on a point, or pass.".to_owned(),
        Expects::MoveOrPass => {
            format!("Choose a point and press Enter; {} to pass.", press(keys, Command::Pass))
        }
        Expects::Pass => format!("{} to pass.", press_first(keys, Command::Pass)),
        Expects::Marks if is_window => "Click on the points, then on Next.".to_owned(),
        Expects::Marks => "Mark points with space or clicks, then press Enter.".to_owned(),
        Expects::Number => "Type a number and press Enter.".to_owned(),
        Expects::Again => format!("Try another point. {go_on} to take it back."),
        Expects::Lesson => format!("{go_on} for the next lesson."),
    }
}

/// How to hear more about a refusal, as the end of a sentence.
pub fn ask_why(keys: &KeyTable) -> String {
    match keys.front_end() {
        FrontEnd::Text => "Type why to see why.".to_owned(),
        FrontEnd::Terminal | FrontEnd::Window => {
            format!("Press {} to see why.", keys.name(Command::Help))
        }
    }
}

/// What a word means, in lines.
pub fn term_lines(term: &TermView) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(term.synonyms.map(|it| format!("Also called: {it}.")));
    lines.push(term.meaning.clone());
    if !term.links.is_empty() {
        lines.push(format!("See also: {}.", term.links.join(", ")));
    }
    lines
}

/// A question of the first start.
pub const fn welcome_question(step: WelcomeStep) -> &'static str {
    match step {
        WelcomeStep::Experience => "Have you played Go before?",
        WelcomeStep::Rank => "How strong are you?",
        WelcomeStep::Size => "Which board?",
        WelcomeStep::Offer => "",
    }
}

/// The answers to a question of the first start.
pub fn welcome_answers(welcome: &Welcome) -> Vec<String> {
    match welcome.step() {
        WelcomeStep::Experience => EXPERIENCES.map(|it| experience(it).to_owned()).to_vec(),
        WelcomeStep::Rank => RANKS.map(rank).to_vec(),
        WelcomeStep::Size => {
            let name = |idx: usize| match idx {
                0 => "9×9, a quick game of ten minutes",
                1 => "13×13, half an hour",
                _ => "19×19, the full board",
            };
            (0..BOARDS.len()).map(|it| name(it).to_owned()).collect()
        }
        WelcomeStep::Offer => match welcome.experience() {
            Experience::Never => vec!["Learn to play".to_owned(), "Just play".to_owned()],
            Experience::Rules => vec!["Play this game".to_owned(), "Learn to play".to_owned()],
            Experience::Often => vec!["Play this game".to_owned(), "Change it first".to_owned()],
        },
    }
}

const fn experience(experience: Experience) -> &'static str {
    match experience {
        Experience::Never => "No, never",
        Experience::Rules => "A little; I know the rules",
        Experience::Often => "Yes",
    }
}

/// `10k` as people say it.
fn rank(rank: Option<&str>) -> String {
    match rank {
        None => "I do not know".to_owned(),
        Some("25k") => "25 kyu: I have just begun".to_owned(),
        Some("10k") => "10 kyu: I play in a club".to_owned(),
        Some("1d") => "1 dan: I am one of its best".to_owned(),
        Some(rank) => rank.replace('k', " kyu").replace('d', " dan"),
    }
}

/// The game that is offered, or that lessons come first.
pub fn welcome_offer(welcome: &Welcome) -> String {
    if welcome.experience() == Experience::Never {
        return "Short lessons on small boards teach you Go in half an hour. You can leave them \
                at any time."
            .to_owned();
    }
    let opponent = level::level(welcome.level());
    let handicap = match welcome.handicap() {
        0 | 1 => String::new(),
        n => format!(" You begin with {n} stones on the board."),
    };
    format!(
        "{} against Tengen {} ({opponent}). You play Black and move first.{handicap}",
        basic::size(welcome.size()),
        welcome.level()
    )
}

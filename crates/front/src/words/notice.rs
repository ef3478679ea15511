//! Notices: saved, opened, kept, and problems beside the game.

use std::time::SystemTime;

use tengen_host::{HostProblem, UnfinishedGame};
use tengen_record::Problem;
use tengen_rules::{Color, Move};

use super::basic::{self, clause, color, sentence};
use super::clock::clock_face;
use super::game::{Entry, game_title};
use super::press::press_first;
use super::refusal::{engine_error, settings_error, store_error};
use super::rejected::illegal;
use super::remote::remote_notice;
use super::review::lost_points;
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::{KeyProblem, KeyTable};
use crate::notice::{Flaw, Notice, Opened, ReviewNotice, Switch};
use crate::settings::SettingProblem;

/// What a person is told.
pub fn notice(notice: &Notice, keys: &KeyTable) -> String {
    match notice {
        Notice::Saved(path) => format!("Saved as {}.", path.display()),
        Notice::Exported(path) => format!("Picture saved as {}.", path.display()),
        Notice::Reading(path) => format!("Opening {}…", path.display()),
        Notice::Joining(link) => format!("Joining {link}…"),
        Notice::Opened(it) => opened(it, keys),
        Notice::Kept => format!(
            "Your last game is saved. {} to continue it.",
            press_first(keys, Command::Unfinished)
        ),
        Notice::Recovered => "Recovered unsaved changes.".to_owned(),
        Notice::VariationAdded(1) => "Added a variation of 1 move.".to_owned(),
        Notice::VariationAdded(n) => format!("Added a variation of {n} moves."),
        Notice::Switched { switch, is_on } => switched(*switch, *is_on),
        Notice::EngineStarting(command) => format!("Starting {command}…"),
        Notice::EngineReady(name) => format!("{name} is ready."),
        Notice::Setting(problem) => setting_problem(problem),
        Notice::Settings(error) => settings_error(error),
        Notice::ProfileDamaged(path) => {
            format!("Your career file was damaged and set aside as {}.", path.display())
        }
        Notice::NoHome(_) => {
            "Nothing can be saved: no home folder. Set TENGEN_HOME to a folder.".to_owned()
        }
        Notice::Store(error) => store_error(error),
        Notice::Host(problem) => host_problem(problem),
        Notice::Remote(notice) => remote_notice(notice, keys),
        Notice::Review(notice) => review_notice(*notice, keys),
        Notice::TakenBack(it) => format!(
            "{} would lose {}. Try another move, or play it again to keep it.",
            move_name(it.mv),
            lost_points(it.loss)
        ),
        Notice::LeadGuess { guess, lead: Some(lead) } => lead_guess(*guess, *lead),
        Notice::LeadGuess { lead: None, .. } => "The lead is not known here.".to_owned(),
    }
}

fn move_name(mv: Move) -> String {
    match mv {
        Move::Pass => "A pass".to_owned(),
        Move::Play(point) => point.to_string(),
    }
}

fn lead_guess(guess: f32, lead: f32) -> String {
    let off = (guess - lead).abs();
    let verdict = match off {
        it if it < 1.5 => "Well counted!",
        it if it < 5.0 => "Close.",
        _ => "",
    };
    let text = format!(
        "You said {}; it is {}. Off by {}. {verdict}",
        lead_of(guess),
        lead_of(lead),
        lost_points(off)
    );
    text.trim_end().to_owned()
}

/// `Black by 5.5`, `even`.
fn lead_of(lead: f32) -> String {
    if lead.abs() < 0.05 {
        return "even".to_owned();
    }
    let leader = if lead > 0.0 { Color::Black } else { Color::White };
    format!("{} by {:.1}", color(leader), lead.abs())
}

fn review_notice(notice: ReviewNotice, keys: &KeyTable) -> String {
    match notice {
        // There is a button beside the progress.
        ReviewNotice::Started if keys.front_end() == FrontEnd::Window => {
            "Reviewing the game.".to_owned()
        }
        ReviewNotice::Started => {
            format!("Reviewing the game. {} to pause.", press_first(keys, Command::Review))
        }
        ReviewNotice::Paused => {
            format!("Review paused. {} to go on.", press_first(keys, Command::Review))
        }
        ReviewNotice::Hidden(true) => format!(
            "Better moves are hidden. {} to show them.",
            press_first(keys, Command::HideAnswer)
        ),
        ReviewNotice::Hidden(false) => "Better moves are shown.".to_owned(),
    }
}

fn opened(opened: &Opened, keys: &KeyTable) -> String {
    let mut sentences = Vec::new();
    if opened.n_games > 1 {
        sentences.push(format!("Game {} of {}.", opened.game_idx + 1, opened.n_games));
    }
    if let Some(first) = opened.warnings.first() {
        let more = more(opened.warnings.len());
        sentences.push(format!("The file was repaired: {}{more}.", first.trim_end_matches('.')));
    }
    if let Some(first) = opened.flaws.first() {
        let more = more(opened.flaws.len());
        sentences.push(format!("{}{more}.", flaw(*first, keys).trim_end_matches('.')));
    }
    sentences.join(" ")
}

/// ` (and 2 more)`
fn more(n: usize) -> String {
    match n {
        0 | 1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    }
}

fn flaw(flaw: Flaw, keys: &KeyTable) -> String {
    let number = flaw.move_number;
    match flaw.problem {
        Problem::Illegal(reason) => format!("Move {number} is illegal: {}", illegal(reason, keys)),
        Problem::NoPoint(color) => {
            format!("After move {number}, {} plays off the board.", basic::color(color))
        }
        Problem::NoLiberty(point) => {
            format!("At move {number}, the stones at {point} have no liberties.")
        }
        Problem::NoSetupPoint => format!("At move {number}, a stone is set up off the board."),
    }
}

fn switched(switch: Switch, is_on: bool) -> String {
    let what = match switch {
        Switch::Sounds => "Sounds are",
        Switch::Analysis => "Continuous analysis is",
        Switch::Editing => "Editing is",
        Switch::Teaching => "Teaching is",
    };
    format!("{what} {}.", if is_on { "on" } else { "off" })
}

/// What is wrong with a setting.
pub fn setting_problem(problem: &SettingProblem) -> String {
    match problem {
        SettingProblem::UnknownName(name) => format!("Unknown setting {name}; it is ignored."),
        SettingProblem::BadValue { name, value, expected } => {
            format!("Setting {name} cannot be {value}; use {expected}.")
        }
        SettingProblem::BadEngine(name) => {
            format!("Setting {name} needs a name and a command; it is ignored.")
        }
        SettingProblem::Key(KeyProblem::UnknownCommand(name)) => {
            format!("Setting keys.{name}: there is no such command.")
        }
        SettingProblem::Key(KeyProblem::UnknownKey { command, key }) => format!(
            "Setting keys.{}: {key} is not a key; use one such as p, ctrl-p or pageup.",
            command.name()
        ),
    }
}

/// What went wrong beside the game.
pub fn host_problem(problem: &HostProblem) -> String {
    match problem {
        HostProblem::NotSaved(error) => {
            format!("The game is not saved: {}", clause(&store_error(error)))
        }
        HostProblem::EngineFailed { name, error, .. } => {
            format!("{name} does not work: {}", clause(&engine_error(error)))
        }
        HostProblem::EngineSilent { name, waited, .. } => {
            format!("{name} has not answered for {} s.", waited.as_secs())
        }
        HostProblem::NoThread(kind) => sentence(&format!("cannot start a thread: {kind}")),
    }
}

/// A game that can be continued, and how it stands.
pub fn unfinished(game: &UnfinishedGame, now: SystemTime) -> Entry {
    let when = ago(game.time, now);
    let state = if game.is_in_use { "open in another program" } else { "" };
    let Some(summary) = &game.summary else {
        return Entry { title: game.key.to_string(), detail: "damaged".to_owned() };
    };
    let moves = u32::try_from(summary.move_number).unwrap_or(u32::MAX);
    let left = |color: Color| clock_face(summary.left[color], false).map(|it| it.time);
    let clock = match (left(Color::Black), left(Color::White)) {
        (Some(black), Some(white)) => format!("{black} – {white}"),
        _ => String::new(),
    };
    let to_play = format!("{} to play", color(summary.to_play));
    let all = [state.to_owned(), to_play, clock, when];
    let known: Vec<String> = all.into_iter().filter(|it| !it.is_empty()).collect();
    Entry { title: game_title(summary.size, &summary.seats, moves), detail: known.join(" · ") }
}

/// How long ago something was: `5 min ago`, `yesterday`, `3 days ago`.
pub fn ago(time: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(time).map_or(0, |it| it.as_secs());
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..86_400 => format!("{} h ago", seconds / 3_600),
        86_400..172_800 => "yesterday".to_owned(),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

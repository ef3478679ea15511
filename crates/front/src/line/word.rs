//! Commands of one word.

use tengen_session::Step;

use super::{Inquiry, Order};
use crate::command::Command;

/// The command that a word is.
pub(super) fn parse(word: &str) -> Option<Order> {
    let command = match word {
        "pass" => Command::Pass,
        "undo" | "u" => Command::Undo,
        "redo" => Command::Redo,
        "resign" => Command::Resign,
        "accept" | "yes" => Command::Accept,
        "decline" | "no" => Command::Decline,
        "agree" => Command::Agree,
        "hint" => Command::Hint,
        "estimate" => Command::Estimate,
        "hide" => Command::HideAnalysis,
        "analyze" => Command::Analyze,
        "now" => Command::MoveNow,
        "delete" => Command::Delete,
        "cut" => Command::Cut,
        "copy" => Command::Copy,
        "paste" => Command::Paste,
        "promote" => Command::Promote,
        "clear" => Command::ClearMarkup,
        "undo-edit" | "unedit" => Command::UndoEdit,
        "redo-edit" | "reedit" => Command::RedoEdit,
        "edit" => Command::Edit,
        "review" => Command::Review,
        "practice" => Command::Practice,
        "guess" => Command::GuessMoves,
        "answer" => Command::HideAnswer,
        "next" => Command::NextMistake,
        "previous" => Command::PreviousMistake,
        "quit" | "exit" | "q" => Command::Quit,
        _ => return parse_other(word),
    };
    Some(Order::Command(command))
}

fn parse_other(word: &str) -> Option<Order> {
    Some(match word {
        "pause" => Order::Pause,
        "cancel" => Order::Cancel,
        "rematch" => Order::Rematch,
        "retry" => Order::Retry,
        "start" => Order::Start,
        "help" | "?" => Order::Help,
        "first" => Order::Go(Step::First),
        "last" => Order::Go(Step::Last),
        "live" => Order::Go(Step::Live),
        "variation" => Order::Go(Step::NextVariation),
        "fork" => Order::Go(Step::NextFork),
        _ => Order::Ask(parse_inquiry(word)?),
    })
}

fn parse_inquiry(word: &str) -> Option<Inquiry> {
    Some(match word {
        "board" => Inquiry::Board,
        "status" => Inquiry::Status,
        "atari" => Inquiry::Atari,
        "groups" => Inquiry::Groups(None),
        "changed" => Inquiry::Changed,
        "moves" => Inquiry::Moves,
        "clock" => Inquiry::Clock,
        "prisoners" => Inquiry::Prisoners,
        "players" => Inquiry::Players,
        "info" => Inquiry::Info,
        "score" => Inquiry::Score,
        "dead?" => Inquiry::Dead,
        "comment?" => Inquiry::Comment,
        "notes" => Inquiry::Notes,
        "variations" => Inquiry::Variations,
        "hints" => Inquiry::Hints,
        "why" => Inquiry::Why,
        "mistakes" => Inquiry::Mistakes,
        "report" => Inquiry::Report,
        "games" => Inquiry::Games,
        "unfinished" => Inquiry::Unfinished,
        _ => return None,
    })
}

//! Help: which keys matter on which screen.

use crate::command::Command;

/// What is on the screen, as far as keys are concerned.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Context {
    /// The start screen.
    Menu,
    /// A list to choose from, with a way back.
    List,
    /// The form for a new game.
    Form,
    /// The settings.
    Settings,
    /// Files of a folder.
    Files,
    /// A game in progress.
    Playing,
    /// A game that is being scored.
    Scoring,
    /// A game that is over.
    Over,
    /// Going through a record.
    Browsing,
    /// Editing a record.
    Editing,
    /// Exercises on the board.
    Practicing,
    /// The report of a review.
    Report,
    /// The library: letters are typed.
    Library,
    /// A position in the library.
    Explorer,
    /// Charts.
    Statistics,
    /// The list of lessons.
    Lessons,
    /// A lesson.
    Lesson,
    /// The glossary: letters are typed.
    Glossary,
    /// The questions of the first start.
    Welcome,
    /// A game of the career.
    Challenge,
    /// The road of the career.
    Road,
}

/// A command with what it does on a screen.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct HelpEntry {
    /// The command.
    pub command: Command,
    /// What it does there.
    pub text: &'static str,
}

const fn entry(command: Command, text: &'static str) -> HelpEntry {
    HelpEntry { command, text }
}

impl Context {
    /// The title above the help.
    pub const fn title(self) -> &'static str {
        match self {
            Context::Menu
            | Context::List
            | Context::Form
            | Context::Settings
            | Context::Files
            | Context::Report
            | Context::Library
            | Context::Statistics
            | Context::Lessons
            | Context::Glossary
            | Context::Welcome
            | Context::Road => "Keyboard shortcuts",
            Context::Explorer => "A position in all games",
            Context::Lesson => "Lesson",
            Context::Playing => "Game",
            Context::Scoring => "Scoring",
            Context::Over => "The game is over",
            Context::Browsing => "Browsing",
            Context::Editing => "Editing",
            Context::Practicing => "Practice",
            Context::Challenge => "Challenge",
        }
    }

    /// Everything that keys do, the most important first.
    pub fn help(self) -> Vec<HelpEntry> {
        let (own, is_game): (&[HelpEntry], bool) = match self {
            Context::Menu => (MENU, false),
            Context::List | Context::Welcome => (LIST, false),
            Context::Form => (FORM, false),
            Context::Settings => (SETTINGS, false),
            Context::Files => (FILES, false),
            Context::Road => (ROAD, false),
            Context::Challenge => (CHALLENGE, false),
            Context::Playing => (PLAYING, true),
            Context::Scoring => (SCORING, true),
            Context::Over => (OVER, true),
            Context::Browsing => (BROWSING, true),
            Context::Editing => (EDITING, true),
            Context::Practicing => (PRACTICING, false),
            Context::Report => (REPORT, false),
            Context::Library => (LIBRARY, false),
            Context::Explorer => (EXPLORER, false),
            Context::Statistics => (STATISTICS, false),
            Context::Lessons => (LESSONS, false),
            Context::Lesson => (LESSON, false),
            Context::Glossary => (GLOSSARY, false),
        };
        let is_new = |it: &&HelpEntry| own.iter().all(|own| own.command != it.command);
        let always = ALWAYS.iter().filter(|_| is_game).filter(is_new);
        own.iter().chain(always).copied().collect()
    }

    /// The few that fit below the screen, the most important first.
    pub const fn footer(self) -> &'static [HelpEntry] {
        match self {
            Context::Menu => MENU_FOOTER,
            Context::List | Context::Welcome => LIST_FOOTER,
            Context::Form => FORM_FOOTER,
            Context::Settings => SETTINGS_FOOTER,
            Context::Files => FILES_FOOTER,
            Context::Playing => PLAYING_FOOTER,
            Context::Scoring => SCORING_FOOTER,
            Context::Over => OVER_FOOTER,
            Context::Browsing => BROWSING_FOOTER,
            Context::Editing => EDITING_FOOTER,
            Context::Practicing => PRACTICING_FOOTER,
            Context::Report => REPORT_FOOTER,
            Context::Library => LIBRARY_FOOTER,
            Context::Explorer => EXPLORER_FOOTER,
            Context::Statistics => STATISTICS_FOOTER,
            Context::Lessons => LESSONS_FOOTER,
            Context::Lesson => LESSON_FOOTER,
            Context::Glossary => GLOSSARY_FOOTER,
            Context::Challenge => CHALLENGE,
            Context::Road => ROAD_FOOTER,
        }
    }
}

use Command as C;

const MENU: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Confirm, "choose"),
    entry(C::Cancel, "back"),
    entry(C::Leave, "back, or quit"),
];

const MENU_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "choose"),
    entry(C::Help, "help"),
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Leave, "quit"),
];

const LIST: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::PageBack, "ten up"),
    entry(C::PageForward, "ten down"),
    entry(C::Confirm, "choose"),
    entry(C::Cancel, "back"),
];

const LIST_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "choose"),
    entry(C::Help, "help"),
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Cancel, "back"),
];

const SETTINGS: &[HelpEntry] = &[
    entry(C::Up, "previous line"),
    entry(C::Down, "next line"),
    entry(C::Left, "previous value"),
    entry(C::Right, "next value"),
    entry(C::Cancel, "back"),
];

const SETTINGS_FOOTER: &[HelpEntry] = &[
    entry(C::Right, "change"),
    entry(C::Help, "help"),
    entry(C::Down, "next line"),
    entry(C::Cancel, "back"),
];

const FORM: &[HelpEntry] = &[
    entry(C::Up, "previous line"),
    entry(C::Down, "next line"),
    entry(C::Left, "previous value"),
    entry(C::Right, "next value"),
    entry(C::Prompt, "type a value"),
    entry(C::Confirm, "start the game"),
    entry(C::Cancel, "back"),
];

const FORM_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "play"),
    entry(C::Help, "help"),
    entry(C::Right, "change"),
    entry(C::Down, "next line"),
    entry(C::Cancel, "back"),
];

const FILES: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::PageBack, "ten up"),
    entry(C::PageForward, "ten down"),
    entry(C::Confirm, "open"),
    entry(C::Right, "open"),
    entry(C::Left, "parent folder"),
    entry(C::Cancel, "back"),
];

const FILES_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "open"),
    entry(C::Help, "help"),
    entry(C::Left, "parent folder"),
    entry(C::Cancel, "back"),
];

const PLAYING: &[HelpEntry] = &[
    entry(C::Confirm, "play here (or click)"),
    entry(C::Pass, "pass"),
    entry(C::Undo, "undo"),
    entry(C::Redo, "redo"),
    entry(C::Hint, "hints"),
    entry(C::Estimate, "territory estimate"),
    entry(C::GuessLead, "guess who leads"),
    entry(C::Prompt, "type a point or command"),
    entry(C::MoveNow, "make the computer move now"),
    entry(C::Pause, "pause or resume"),
    entry(C::Resign, "resign (asks first)"),
];

const PLAYING_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "play"),
    entry(C::Help, "help"),
    entry(C::Pass, "pass"),
    entry(C::Undo, "undo"),
    entry(C::Resign, "resign"),
    entry(C::Hint, "hint"),
    entry(C::Estimate, "territory"),
    entry(C::Prompt, "type"),
    entry(C::Leave, "leave"),
];

const SCORING: &[HelpEntry] = &[
    entry(C::Confirm, "mark group dead/alive"),
    entry(C::Agree, "agree and end the game"),
    entry(C::Prove, "play this group out"),
    entry(C::PlayOn, "play on"),
    entry(C::Undo, "undo"),
    entry(C::Resign, "resign (asks first)"),
];

const SCORING_FOOTER: &[HelpEntry] = &[
    entry(C::Agree, "agree"),
    entry(C::Help, "help"),
    entry(C::Confirm, "mark dead/alive"),
    entry(C::Prove, "prove it"),
    entry(C::PlayOn, "play on"),
    entry(C::Undo, "undo"),
];

const OVER: &[HelpEntry] = &[
    entry(C::NewGame, "new game"),
    entry(C::Review, "review the game"),
    entry(C::Browse, "browse the moves"),
    entry(C::Save, "save"),
    entry(C::PlayOn, "play on from an earlier move"),
];

const OVER_FOOTER: &[HelpEntry] = &[
    entry(C::NewGame, "new game"),
    entry(C::Help, "help"),
    entry(C::Review, "review"),
    entry(C::Browse, "browse"),
    entry(C::Save, "save"),
    entry(C::Leave, "leave"),
];

const BROWSING: &[HelpEntry] = &[
    entry(C::Left, "previous move (or wheel)"),
    entry(C::Right, "next move"),
    entry(C::Up, "previous variation"),
    entry(C::Down, "next variation"),
    entry(C::First, "first move"),
    entry(C::Last, "last move"),
    entry(C::PageBack, "ten moves back"),
    entry(C::PageForward, "ten moves forward"),
    entry(C::PreviousFork, "previous fork"),
    entry(C::NextFork, "next fork"),
    entry(C::Review, "review the game, or pause"),
    entry(C::NextMistake, "next mistake"),
    entry(C::PreviousMistake, "previous mistake"),
    entry(C::KeyMoves, "moves that lost most"),
    entry(C::Report, "report of the review"),
    entry(C::HideAnswer, "hide or show better moves"),
    entry(C::Practice, "practice your mistakes"),
    entry(C::GuessMoves, "guess the next moves"),
    entry(C::GuessLead, "guess who leads"),
    entry(C::PlayOn, "play on from here"),
    entry(C::NextGame, "next game in this file"),
    entry(C::PreviousGame, "previous game in this file"),
    entry(C::Live, "back to the game"),
    entry(C::Cancel, "leave browsing"),
];

const BROWSING_FOOTER: &[HelpEntry] = &[
    entry(C::Left, "back"),
    entry(C::Help, "help"),
    entry(C::Right, "forward"),
    entry(C::Review, "review"),
    entry(C::NextMistake, "mistake"),
    entry(C::Report, "report"),
    entry(C::Practice, "practice"),
    entry(C::Down, "variation"),
    entry(C::Hint, "hint"),
    entry(C::PlayOn, "play from here"),
    entry(C::Cancel, "done"),
];

const EDITING: &[HelpEntry] = &[
    entry(C::Confirm, "use the tool here"),
    entry(C::Other, "the other color, or erase"),
    entry(C::Tool(10), "next tool"),
    entry(C::UndoEdit, "undo an edit"),
    entry(C::RedoEdit, "redo an edit"),
    entry(C::Comment, "write a comment"),
    entry(C::Name, "name this node"),
    entry(C::Delete, "delete this and what follows"),
    entry(C::Promote, "make this the main line"),
    entry(C::ClearMarkup, "clear marks"),
    entry(C::Copy, "copy this and what follows"),
    entry(C::Cut, "cut this and what follows"),
    entry(C::Paste, "paste as a variation"),
    entry(C::Edit, "stop editing"),
];

const EDITING_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "use tool"),
    entry(C::Help, "help"),
    entry(C::Tool(10), "next tool"),
    entry(C::UndoEdit, "undo edit"),
    entry(C::Comment, "comment"),
    entry(C::Save, "save"),
    entry(C::Edit, "stop editing"),
];

const REPORT: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Right, "points or chances in the graph"),
    entry(C::KeyMoves, "moves that lost most"),
    entry(C::Practice, "practice your mistakes"),
    entry(C::Cancel, "back"),
];

const REPORT_FOOTER: &[HelpEntry] = &[
    entry(C::Cancel, "back"),
    entry(C::Help, "help"),
    entry(C::KeyMoves, "key moves"),
    entry(C::Right, "points or chances"),
    entry(C::Practice, "practice"),
];

const LIBRARY: &[HelpEntry] = &[
    entry(C::Up, "game above"),
    entry(C::Down, "game below"),
    entry(C::PageBack, "a page up"),
    entry(C::PageForward, "a page down"),
    entry(C::Confirm, "open the game at this move"),
    entry(C::Back, "previous move of the preview"),
    entry(C::Forward, "next move of the preview"),
    entry(C::SortGames, "sort by something else"),
    entry(C::ReverseGames, "reverse the order"),
    entry(C::MyGames, "only your games, or all"),
    entry(C::Compare, "hold this game, compare others"),
    entry(C::AddGames, "add files or a folder"),
    entry(C::Tag, "add or remove a tag"),
    entry(C::SearchPosition, "this position in all games"),
    entry(C::Statistics, "statistics of these games"),
    entry(C::Cancel, "clear what is typed, or back"),
];

const LIBRARY_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "open"),
    entry(C::Help, "help"),
    entry(C::Back, "moves"),
    entry(C::SortGames, "sort"),
    entry(C::Compare, "compare"),
    entry(C::SearchPosition, "position"),
    entry(C::MyGames, "mine"),
    entry(C::Tag, "tag"),
    entry(C::Statistics, "charts"),
    entry(C::Cancel, "back"),
    entry(C::AddGames, "add"),
];

const EXPLORER: &[HelpEntry] = &[
    entry(C::Confirm, "play here, or open the game"),
    entry(C::PageBack, "continuation above"),
    entry(C::PageForward, "continuation below"),
    entry(C::Forward, "play the continuation"),
    entry(C::Back, "take the last move back"),
    entry(C::Tool(10), "board or games"),
    entry(C::Zen, "search the whole board"),
    entry(C::Coordinates, "search this corner"),
    entry(C::Other, "mark a part: two corners"),
    entry(C::SearchAnywhere, "the part anywhere, or there"),
    entry(C::BothColors, "with colors swapped too"),
    entry(C::SearchVariations, "in variations too"),
    entry(C::MyGames, "only in your games"),
    entry(C::Cancel, "back"),
];

const EXPLORER_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "play"),
    entry(C::Help, "help"),
    entry(C::Back, "undo"),
    entry(C::PageForward, "next line"),
    entry(C::Tool(10), "games"),
    entry(C::Zen, "whole"),
    entry(C::Coordinates, "corner"),
    entry(C::Other, "mark"),
    entry(C::Cancel, "back"),
];

const STATISTICS: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::PageBack, "a page up"),
    entry(C::PageForward, "a page down"),
    entry(C::MyGames, "only your games, or all"),
    entry(C::Cancel, "back"),
];

const STATISTICS_FOOTER: &[HelpEntry] = &[
    entry(C::Cancel, "back"),
    entry(C::Help, "help"),
    entry(C::Down, "down"),
    entry(C::MyGames, "only mine, or all"),
];

const LESSONS: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Confirm, "begin the lesson, or go on with it"),
    entry(C::Glossary, "words of Go explained"),
    entry(C::Cancel, "back"),
];

const LESSONS_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "begin"),
    entry(C::Help, "help"),
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Glossary, "words"),
    entry(C::Cancel, "back"),
];

const LESSON: &[HelpEntry] = &[
    entry(C::Confirm, "answer here, or go on"),
    entry(C::Hint, "a hint; once more, the answer"),
    entry(C::Help, "why it is not allowed, or this help"),
    entry(C::Undo, "take back, or the step before"),
    entry(C::Pass, "pass"),
    entry(C::Glossary, "words of Go explained"),
    entry(C::Cancel, "all lessons"),
];

const LESSON_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "answer"),
    entry(C::Help, "help"),
    entry(C::Hint, "hint"),
    entry(C::Undo, "back"),
    entry(C::Pass, "pass"),
    entry(C::Glossary, "words"),
    entry(C::Cancel, "lessons"),
];

const GLOSSARY: &[HelpEntry] = &[
    entry(C::Up, "word above"),
    entry(C::Down, "word below"),
    entry(C::Confirm, "go to the first related word"),
    entry(C::Cancel, "clear what is typed, or back"),
];

const GLOSSARY_FOOTER: &[HelpEntry] = &[
    entry(C::Cancel, "back"),
    entry(C::Help, "help"),
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Confirm, "related"),
];

const PRACTICING: &[HelpEntry] = &[
    entry(C::Confirm, "answer here (or click)"),
    entry(C::Undo, "try again"),
    entry(C::HideAnswer, "show the answer"),
    entry(C::NextMistake, "next exercise"),
    entry(C::PreviousMistake, "previous exercise"),
    entry(C::Pass, "answer with a pass"),
    entry(C::Prompt, "type a point or command"),
    entry(C::Coordinates, "coordinates"),
    entry(C::Cancel, "end practice"),
];

const PRACTICING_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "answer"),
    entry(C::Help, "help"),
    entry(C::Undo, "again"),
    entry(C::HideAnswer, "show answer"),
    entry(C::NextMistake, "next"),
    entry(C::Cancel, "end"),
];

const CHALLENGE: &[HelpEntry] = &[
    entry(C::Up, "cursor up"),
    entry(C::Down, "cursor down"),
    entry(C::Left, "cursor left"),
    entry(C::Right, "cursor right"),
    entry(C::Confirm, "play here"),
    entry(C::Pass, "pass (asks first)"),
    entry(C::Cancel, "forfeit (asks first)"),
];

const ROAD: &[HelpEntry] = &[
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Confirm, "choose"),
    entry(C::Cancel, "back"),
];

const ROAD_FOOTER: &[HelpEntry] = &[
    entry(C::Confirm, "choose"),
    entry(C::Help, "help"),
    entry(C::Up, "up"),
    entry(C::Down, "down"),
    entry(C::Cancel, "back"),
];

const ALWAYS: &[HelpEntry] = &[
    entry(C::Browse, "browse the moves"),
    entry(C::Back, "previous move"),
    entry(C::Forward, "next move"),
    entry(C::Analyze, "continuous analysis"),
    entry(C::Numbers, "move numbers"),
    entry(C::Coordinates, "coordinates"),
    entry(C::ScrollUp, "scroll the comment up"),
    entry(C::ScrollDown, "scroll the comment down"),
    entry(C::Edit, "start editing"),
    entry(C::Find, "find text"),
    entry(C::Info, "game info"),
    entry(C::Save, "save"),
    entry(C::SaveAs, "save under another name"),
    entry(C::ExportPicture, "export a picture"),
    entry(C::NewGame, "new game"),
    entry(C::Open, "open a game"),
    entry(C::Library, "library"),
    entry(C::SearchPosition, "this position in the library"),
    entry(C::Unfinished, "unfinished games"),
    entry(C::Leave, "leave; the game is saved"),
];

/// Everything that can be typed, as lines.
pub const TYPED_HELP: &str = "\
A point such as D4 plays there.
pass, undo, redo, resign
hint: good moves. estimate: who is ahead. now: makes the computer move.
board: a diagram. status: what happened last. look D4: what is there.
atari: what can be captured. row 4: a row of the board.
groups, groups black: chains and their liberties. changed: the stones that
came and went since your last step.
moves, clock, prisoners, players, info, score, variations
comment?: the comment here. notes: name, comment and marks here.
dead D4: marks a group dead or alive (dead! D4 even if it looks alive).
dead?: the stones marked dead. agree: ends the game. resume: plays on.
back 3, forward 3, first, last, live, variation: other positions.
30 or number 30: goes to that move. find TEXT: searches comments and names.
comment TEXT, name TEXT: adds a comment or a name to this position.
circle D4, cross D4, square D4, triangle D4, label D4 TEXT: marks a point.
delete: removes this position and everything after it.
promote: makes this variation the main line.
undo-edit, redo-edit: undoes or redoes a change to the record.
review: has every move judged (review stop: pauses). report: what it found.
mistakes: a list. next mistake, previous mistake: goes there. why: explains
the move. practice: your mistakes as exercises. guess: guess the next moves.
prove D4: while scoring, plays the group out on a side board.
lead B+5: guess who leads. teaching on: mistakes are taken back (off: not).
In exercises, a point answers. retry, answer, next, previous, practice stop.
pause, start: stops the clocks and starts them again.
new 13 10k white japanese komi=6.5 handicap=2 clock=5m+3x30s: a new game;
every word is optional; random draws lots for the colors, both is for two
people at one keyboard.
Instead of 10k, name an engine from your settings to play against it.
unfinished: games that can be continued. continue, continue 2: resumes one.
join LINK: plays a game on a server. watch LINK: watches it.
There: say TEXT: chats. accept, decline: answers the opponent's request.
rematch: plays again. claim: wins if the opponent is gone. cancel: ends a
game that has hardly begun.
open FILE: opens a file. games: lists its games. game 2: opens one.
library QUERY: finds games of yours and others, such as library player:Lee
year:2010..2016 size:19 or library is:mine. open #12: opens game 12 of it.
add FOLDER: brings its games in. add watch FOLDER: again whenever the
library is opened. tag #12 study: gives it a tag, or takes it away.
statistics: your results.
position: where else this position occurred. position corner R4, position
A1:J9, position anywhere D4:F6: only a part. With mine, colors, variations.
save FILE (save! FILE overwrites), export FILE.svg: writes a file.
glossary ko: explains a word of Go. why: why a move was refused.
quit: leaves; the game is saved.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front_end::FrontEnd;

    const ALL: [Context; 21] = [
        Context::Menu,
        Context::List,
        Context::Form,
        Context::Settings,
        Context::Files,
        Context::Playing,
        Context::Scoring,
        Context::Over,
        Context::Browsing,
        Context::Editing,
        Context::Practicing,
        Context::Report,
        Context::Library,
        Context::Explorer,
        Context::Statistics,
        Context::Lessons,
        Context::Lesson,
        Context::Glossary,
        Context::Welcome,
        Context::Challenge,
        Context::Road,
    ];

    #[test]
    fn no_command_is_listed_twice() {
        for context in ALL {
            let entries = context.help();
            for entry in &entries {
                let n = entries.iter().filter(|it| it.command == entry.command).count();
                assert_eq!(n, 1, "{context:?}: {}", entry.text);
            }
        }
    }

    #[test]
    fn help_is_among_the_first_keys_of_every_footer() {
        for context in ALL {
            let footer = context.footer();
            let is_modal = matches!(context, Context::Challenge);
            let first = footer.iter().take(2).any(|it| it.command == Command::Help);
            assert!(first || is_modal, "{context:?}");
        }
    }

    #[test]
    fn what_the_terminal_names_has_a_key_there() {
        for context in ALL {
            for entry in context.footer() {
                let keys = entry.command.default_keys(FrontEnd::Terminal);
                assert!(!keys.is_empty(), "{context:?}: {}", entry.text);
            }
        }
    }

    #[test]
    fn typed_help_fits_a_narrow_screen() {
        for line in TYPED_HELP.lines() {
            assert!(line.chars().count() <= 76, "{line}");
        }
    }
}

//! The table of commands.

use tengen_record::Annotation;

use super::{Command, Section};

/// A row of the table: a command with its names, help and keys.
pub(super) struct Row {
    pub(super) command: Command,
    pub(super) section: Section,
    pub(super) name: &'static str,
    /// Names that settings of earlier versions have.
    pub(super) former_names: &'static [&'static str],
    pub(super) help: &'static str,
    /// Default keys of the terminal program.
    pub(super) terminal: &'static [&'static str],
    /// Default keys of the window.
    pub(super) window: &'static [&'static str],
}

/// Keys by default, for each front end that has any.
#[derive(Copy, Clone)]
struct Keys {
    terminal: &'static [&'static str],
    window: &'static [&'static str],
}

const fn keys(terminal: &'static [&'static str], window: &'static [&'static str]) -> Keys {
    Keys { terminal, window }
}

/// The same keys everywhere.
const fn all(keys: &'static [&'static str]) -> Keys {
    Keys { terminal: keys, window: keys }
}

const fn row(
    section: Section,
    command: Command,
    name: &'static str,
    help: &'static str,
    keys: Keys,
) -> Row {
    let Keys { terminal, window } = keys;
    Row { command, section, name, former_names: &[], help, terminal, window }
}

impl Row {
    const fn once_called(self, former_names: &'static [&'static str]) -> Row {
        Row { former_names, ..self }
    }
}

use Annotation as A;
use Command as C;
use Section as S;

/// All commands, in the order of the help.
pub(super) const TABLE: &[Row] = &[
    row(S::Play, C::Left, "left", "cursor left", keys(&["left", "h"], &["h", "shift-left"])),
    row(S::Play, C::Right, "right", "cursor right", keys(&["right", "l"], &["l", "shift-right"])),
    row(S::Play, C::Up, "up", "cursor up", keys(&["up", "k"], &["k", "shift-up"])),
    row(S::Play, C::Down, "down", "cursor down", keys(&["down", "j"], &["j", "shift-down"])),
    row(
        S::Play,
        C::Confirm,
        "confirm",
        "play, or mark a group dead/alive",
        all(&["enter", "space"]),
    ),
    row(S::Play, C::Other, "other", "same as a right-click", keys(&["x"], &["backspace"])),
    row(
        S::Play,
        C::VisitStone,
        "visit-stone",
        "go to a stone's move",
        keys(&["V"], &["ctrl-enter"]),
    ),
    row(S::Play, C::Prompt, "prompt", "type a point or command", all(&[":"])),
    row(S::Play, C::Pass, "pass", "pass", all(&["p"])),
    row(S::Play, C::Undo, "undo", "undo", all(&["u"])),
    row(S::Play, C::Redo, "redo", "redo", all(&["r"])),
    row(S::Play, C::MoveNow, "move-now", "make the computer move now", all(&["!"])),
    row(S::Play, C::Pause, "pause", "pause or resume", all(&["w"])),
    row(S::Play, C::Agree, "agree", "agree to the score", all(&["a"])),
    row(S::Play, C::PlayOn, "play-on", "play on from here", all(&["g"])),
    row(S::Play, C::Accept, "accept", "agree to a request", all(&["+"])),
    row(S::Play, C::Decline, "decline", "refuse or withdraw a request", all(&["-"])),
    row(S::Play, C::Resign, "resign", "resign", all(&["R"])),
    row(S::Record, C::Browse, "browse", "browse the moves", keys(&["b"], &[])),
    row(S::Record, C::Back, "back", "previous move", keys(&["[", ","], &["left", "[", ","])),
    row(S::Record, C::Forward, "forward", "next move", keys(&["]", "."], &["right", "]", "."])),
    row(
        S::Record,
        C::PreviousVariation,
        "previous-variation",
        "previous variation",
        keys(&[], &["up"]),
    ),
    row(S::Record, C::NextVariation, "next-variation", "next variation", keys(&[], &["down"])),
    row(S::Record, C::First, "first", "first move", all(&["home", "<"])),
    row(S::Record, C::Last, "last", "last move", all(&["end", ">"])),
    row(S::Record, C::Live, "live", "back to the game", all(&["L"])),
    row(S::Record, C::PageBack, "page-back", "ten moves back", all(&["pageup"])),
    row(S::Record, C::PageForward, "page-forward", "ten moves forward", all(&["pagedown"])),
    row(
        S::Record,
        C::PreviousFork,
        "previous-fork",
        "previous fork",
        keys(&["{"], &["b", "ctrl-up"]),
    ),
    row(S::Record, C::NextFork, "next-fork", "next fork", keys(&["}"], &["B", "ctrl-down"])),
    row(S::Record, C::GoToMove, "go-to-move", "go to a move by number", all(&["ctrl-g"])),
    row(S::Record, C::Find, "find", "find text", keys(&["/", "ctrl-f"], &["ctrl-f", "/"])),
    row(S::Record, C::FindNext, "find-next", "find next", all(&["f3"])),
    row(S::Record, C::FindPrevious, "find-previous", "find previous", all(&["shift-f3"])),
    row(S::Record, C::Games, "games", "games in this file", keys(&["G"], &["ctrl-shift-m"])),
    row(
        S::Record,
        C::PreviousGame,
        "previous-game",
        "previous game in this file",
        keys(&["P", "ctrl-pageup"], &["ctrl-pageup"]),
    ),
    row(
        S::Record,
        C::NextGame,
        "next-game",
        "next game in this file",
        keys(&["N", "ctrl-pagedown"], &["ctrl-pagedown"]),
    ),
    row(S::Edit, C::Edit, "edit", "start or stop editing", keys(&["e"], &["ctrl-e", "e"])),
    row(S::Edit, C::Tool(1), "tool-1", "tool: moves", keys(&["1"], &["ctrl-1"])),
    row(S::Edit, C::Tool(2), "tool-2", "tool: set up black", keys(&["2"], &["ctrl-2"])),
    row(S::Edit, C::Tool(3), "tool-3", "tool: set up white", keys(&["3"], &["ctrl-3"])),
    row(S::Edit, C::Tool(4), "tool-4", "tool: triangle", keys(&["4"], &["ctrl-4"])),
    row(S::Edit, C::Tool(5), "tool-5", "tool: square", keys(&["5"], &["ctrl-5"])),
    row(S::Edit, C::Tool(6), "tool-6", "tool: circle", keys(&["6"], &["ctrl-6"])),
    row(S::Edit, C::Tool(7), "tool-7", "tool: cross", keys(&["7"], &["ctrl-7"])),
    row(S::Edit, C::Tool(8), "tool-8", "tool: letter", keys(&["8"], &["ctrl-8"])),
    row(S::Edit, C::Tool(9), "tool-9", "tool: number", keys(&["9"], &["ctrl-9"])),
    row(S::Edit, C::Tool(10), "tool-10", "next tool", keys(&["0", "tab"], &["ctrl-0", "tab"])),
    row(S::Edit, C::UndoEdit, "undo-edit", "undo an edit", keys(&["U"], &["ctrl-z"])),
    row(
        S::Edit,
        C::RedoEdit,
        "redo-edit",
        "redo an edit",
        keys(&["ctrl-r"], &["ctrl-y", "ctrl-shift-z"]),
    ),
    row(S::Edit, C::Copy, "copy", "copy this and what follows", keys(&["y"], &["ctrl-c"])),
    row(S::Edit, C::Cut, "cut", "cut this and what follows", keys(&["X"], &["ctrl-x"])),
    row(S::Edit, C::Paste, "paste", "paste as a variation", keys(&["Y"], &["ctrl-v"])),
    row(S::Edit, C::Delete, "delete", "delete this and what follows", all(&["delete"])),
    row(S::Edit, C::Promote, "promote", "make this the main line", keys(&["M"], &["ctrl-m"])),
    row(S::Edit, C::MoveUp, "move-up", "move variation up", keys(&["ctrl-up"], &["ctrl-shift-up"])),
    row(
        S::Edit,
        C::MoveDown,
        "move-down",
        "move variation down",
        keys(&["ctrl-down"], &["ctrl-shift-down"]),
    ),
    row(S::Edit, C::ClearMarkup, "clear-markup", "clear marks", keys(&["E"], &["ctrl-backspace"])),
    row(S::Edit, C::Annotate(A::GoodMove), "good-move", "good move", keys(&[], &["ctrl-]"])),
    row(S::Edit, C::Annotate(A::BadMove), "bad-move", "bad move", keys(&[], &["ctrl-["])),
    row(
        S::Edit,
        C::Annotate(A::InterestingMove),
        "interesting",
        "interesting move",
        keys(&[], &["ctrl-}"]),
    ),
    row(S::Edit, C::Annotate(A::DoubtfulMove), "doubtful", "doubtful move", keys(&[], &["ctrl-{"])),
    row(S::Edit, C::Annotate(A::Hotspot), "hotspot", "hotspot", keys(&[], &["ctrl-b"])),
    row(S::Edit, C::ToPlay, "to-play", "switch whose turn it is", keys(&[], &["ctrl-p"])),
    row(S::Edit, C::Comment, "comment", "write a comment", keys(&["ctrl-t"], &["ctrl-t"])),
    row(S::Edit, C::Name, "name", "name this node", keys(&[], &["ctrl-shift-t"])),
    row(S::Edit, C::Info, "info", "game info", keys(&["I"], &["ctrl-i"])),
    row(S::Analysis, C::Hint, "hint", "hints", all(&["i"])),
    row(S::Analysis, C::Estimate, "estimate", "territory estimate", all(&["t"])),
    row(S::Analysis, C::Policy, "policy", "likely moves", all(&["v"])),
    row(S::Analysis, C::KeepHint, "keep", "keep a hint as a variation", all(&["K"])),
    row(
        S::Analysis,
        C::Analyze,
        "analyze",
        "continuous analysis",
        keys(&["A", "f4"], &["x", "f4"]),
    ),
    row(S::Analysis, C::HideAnalysis, "hide-analysis", "hide hints and estimates", keys(&[], &[])),
    row(S::Analysis, C::Graph, "graph", "winning chances over the game", keys(&[], &["y"])),
    row(S::Review, C::Review, "review", "review the game, or pause", keys(&["B", "f5"], &["f5"])),
    row(
        S::Review,
        C::PreviousMistake,
        "previous-mistake",
        "previous mistake",
        keys(&["("], &["(", "shift-f6"]),
    ),
    row(S::Review, C::NextMistake, "next-mistake", "next mistake", keys(&[")"], &[")", "f6"])),
    row(S::Review, C::KeyMoves, "key-moves", "moves that lost most", keys(&["W"], &["W"])),
    row(S::Review, C::Report, "report", "report of the review", keys(&["f"], &["f7"])),
    row(S::Review, C::HideAnswer, "hide-answer", "hide or show the answer", keys(&["H"], &["H"])),
    row(S::Review, C::Practice, "practice", "practice your mistakes", keys(&["d"], &["d"])),
    row(S::Review, C::GuessMoves, "guess-moves", "guess the next moves", keys(&["D"], &["D"])),
    row(S::Review, C::GuessLead, "guess-lead", "guess who leads", keys(&["T"], &["Q"])),
    row(S::Review, C::Prove, "prove", "play out a group", keys(&["Q"], &["V"])),
    row(S::Review, C::Count, "count", "count this position", keys(&[], &["C"])),
    row(S::Library, C::Library, "library", "library", keys(&["f2", "ctrl-l"], &["ctrl-l"])),
    row(S::Library, C::MyGames, "my-games", "only your games, or all", keys(&["ctrl-y"], &[])),
    row(
        S::Library,
        C::SearchPosition,
        "search-position",
        "this position in the library",
        keys(&["f6", "F"], &["F"]),
    ),
    row(S::Library, C::BothColors, "both-colors", "search both colors", keys(&["alt-c"], &[])),
    row(
        S::Library,
        C::SearchVariations,
        "search-variations",
        "search variations too",
        keys(&["alt-v"], &[]),
    ),
    row(
        S::Library,
        C::SearchAnywhere,
        "search-anywhere",
        "search anywhere on the board",
        keys(&["alt-a"], &[]),
    ),
    row(S::Library, C::SortGames, "sort-games", "sort by something else", keys(&["ctrl-o"], &[])),
    row(S::Library, C::ReverseGames, "reverse-games", "reverse the order", keys(&["ctrl-b"], &[])),
    row(S::Library, C::Compare, "compare", "hold a game to compare", keys(&["ctrl-d"], &[])),
    row(S::Library, C::AddGames, "add-games", "add files or a folder", keys(&["alt-g"], &[])),
    row(S::Library, C::Tag, "tag", "add or remove a tag", keys(&["ctrl-n"], &[])),
    row(S::Library, C::Statistics, "statistics", "statistics", keys(&["f8"], &["f8"])),
    row(S::Program, C::Learn, "learn", "learn to play", keys(&["f9"], &["f9"])),
    row(S::Program, C::Glossary, "glossary", "words of Go explained", keys(&["f10"], &[])),
    row(S::Program, C::NewGame, "new-game", "new game", keys(&["n"], &["n", "ctrl-n"])),
    row(S::Program, C::Continue, "continue", "continue the last game", all(&[])),
    row(S::Program, C::Unfinished, "unfinished", "unfinished games", keys(&["C"], &["ctrl-u"])),
    row(S::Program, C::Open, "open", "open a game", keys(&["o"], &["o", "ctrl-o"])),
    row(
        S::Program,
        C::OpenPath,
        "open-path",
        "open a game by its path",
        keys(&["O"], &["ctrl-shift-o"]),
    ),
    row(S::Program, C::Join, "join", "join a game by its link", keys(&["J"], &["ctrl-j"])),
    row(S::Program, C::Save, "save", "save", keys(&["s", "ctrl-s"], &["s", "ctrl-s"])),
    row(
        S::Program,
        C::SaveAs,
        "save-as",
        "save under another name",
        keys(&["S"], &["ctrl-shift-s"]),
    ),
    row(
        S::Program,
        C::ExportPicture,
        "export-picture",
        "export a picture",
        keys(&["ctrl-e"], &["ctrl-shift-e"]),
    ),
    row(S::Program, C::Settings, "settings", "settings", keys(&[], &["ctrl-,"])),
    row(S::Program, C::Help, "help", "keyboard shortcuts", all(&["?", "f1"])),
    row(S::Program, C::Menu, "menu-of-commands", "menu of all commands", keys(&[], &["f10"])),
    row(S::Program, C::Cancel, "cancel", "close or go back", all(&["esc"])),
    row(S::Program, C::Leave, "leave", "to the start screen", all(&["q"]))
        .once_called(&["menu", "quit"]),
    row(S::Program, C::Quit, "quit-program", "quit the program", keys(&["ctrl-c"], &["ctrl-q"]))
        .once_called(&["quit-window"]),
    row(S::View, C::Numbers, "numbers", "move numbers", all(&["m"])),
    row(S::View, C::Coordinates, "coordinates", "coordinates", all(&["c"])),
    row(S::View, C::Theme, "theme", "next theme", keys(&[], &["T"])),
    row(S::View, C::Sounds, "sounds", "sounds on or off", keys(&[], &["S"])),
    row(S::View, C::Zen, "zen", "board alone", all(&["z"])),
    row(
        S::View,
        C::ScrollUp,
        "scroll-up",
        "scroll the comment up",
        keys(&["alt-up", "shift-up"], &[]),
    ),
    row(
        S::View,
        C::ScrollDown,
        "scroll-down",
        "scroll the comment down",
        keys(&["alt-down", "shift-down"], &[]),
    ),
    row(S::View, C::FullScreen, "full-screen", "full screen", keys(&[], &["f11"])),
    row(S::View, C::TurnLeft, "turn-left", "turn the board left", keys(&[], &["ctrl-alt-left"])),
    row(
        S::View,
        C::TurnRight,
        "turn-right",
        "turn the board right",
        keys(&[], &["ctrl-alt-right"]),
    ),
    row(S::View, C::Flip, "flip", "swap left and right", keys(&[], &["ctrl-alt-down"])),
    row(S::View, C::FlipDown, "flip-down", "swap top and bottom", keys(&[], &["ctrl-alt-up"])),
];

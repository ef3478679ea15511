//! All that a key can ask for.

use tengen_record::Annotation;

/// What a key or a button asks for; each screen knows what it means there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[expect(missing_docs, reason = "the table says what each does")]
pub enum Command {
    Left,
    Right,
    Up,
    Down,
    Confirm,
    Other,
    Keep,
    VisitStone,
    Cancel,
    Pass,
    Undo,
    Redo,
    Hint,
    Estimate,
    MoveNow,
    Pause,
    Resign,
    Agree,
    PlayOn,
    Analyze,
    Policy,
    Graph,
    Back,
    Forward,
    PreviousVariation,
    NextVariation,
    First,
    Last,
    Live,
    PageBack,
    PageForward,
    PreviousFork,
    NextFork,
    GoToMove,
    PreviousGame,
    NextGame,
    Games,
    Edit,
    Tool(u8),
    UndoEdit,
    RedoEdit,
    Copy,
    Cut,
    Paste,
    Delete,
    Promote,
    MoveUp,
    MoveDown,
    ClearMarkup,
    Annotate(Annotation),
    ToPlay,
    Comment,
    Name,
    Info,
    Find,
    FindNext,
    FindPrevious,
    NewGame,
    Open,
    OpenPath,
    Save,
    SaveAs,
    Settings,
    Menu,
    Quit,
    Help,
    Prompt,
    Numbers,
    Coordinates,
    Theme,
    Sounds,
    Zen,
    FullScreen,
    TurnLeft,
    TurnRight,
    Flip,
    FlipDown,
}

/// Where help shows a command.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Section {
    /// The game.
    Play,
    /// What the engine shows.
    Analysis,
    /// Going through a record.
    Record,
    /// Changing a record.
    Edit,
    /// Files and screens.
    Program,
    /// What is seen.
    View,
}

impl Section {
    /// All of them, with their titles.
    pub(crate) const ALL: [(Section, &'static str); 6] = [
        (Section::Play, "Play"),
        (Section::Record, "Record"),
        (Section::Edit, "Edit"),
        (Section::Analysis, "Analysis"),
        (Section::Program, "Program"),
        (Section::View, "View"),
    ];
}

pub(super) struct Row {
    pub(super) command: Command,
    pub(super) name: &'static str,
    pub(super) keys: &'static [&'static str],
    pub(super) section: Section,
    pub(super) what: &'static str,
}

const fn row(
    section: Section,
    command: Command,
    (name, what): (&'static str, &'static str),
    keys: &'static [&'static str],
) -> Row {
    Row { command, name, keys, section, what }
}

impl Command {
    /// The command of a name.
    pub(crate) fn named(name: &str) -> Option<Command> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.command)
    }

    /// The commands of a part of the help, each with what it does.
    pub(crate) fn of(section: Section) -> impl Iterator<Item = (Command, &'static str)> {
        TABLE.iter().filter(move |row| row.section == section).map(|row| (row.command, row.what))
    }
}

use Annotation as A;
use Command as C;
use Section as S;

/// Names, usual keys, and what is said about them in the help. Names that the
/// terminal program has too mean the same there.
pub(super) const TABLE: &[Row] = &[
    row(S::Play, C::Left, ("left", "cursor to the left"), &["h", "shift-left"]),
    row(S::Play, C::Right, ("right", "cursor to the right"), &["l", "shift-right"]),
    row(S::Play, C::Up, ("up", "cursor up"), &["k", "shift-up"]),
    row(S::Play, C::Down, ("down", "cursor down"), &["j", "shift-down"]),
    row(S::Play, C::Confirm, ("confirm", "put a stone, mark a group"), &["enter", "space"]),
    row(S::Play, C::Other, ("other", "as the right button"), &["backspace"]),
    row(S::Play, C::VisitStone, ("visit-stone", "to the move of a stone"), &["ctrl-enter"]),
    row(S::Play, C::Prompt, ("prompt", "type a point"), &[":"]),
    row(S::Play, C::Pass, ("pass", "pass"), &["p"]),
    row(S::Play, C::Undo, ("undo", "take back"), &["u"]),
    row(S::Play, C::Redo, ("redo", "play again"), &["r"]),
    row(S::Play, C::MoveNow, ("move-now", "the engine moves at once"), &["!"]),
    row(S::Play, C::Pause, ("pause", "pause, or go on"), &["w"]),
    row(S::Play, C::Agree, ("agree", "agree with the score"), &["a"]),
    row(S::Play, C::PlayOn, ("play-on", "play on from here"), &["g"]),
    row(S::Play, C::Resign, ("resign", "resign"), &["R"]),
    row(S::Analysis, C::Hint, ("hint", "good moves"), &["i"]),
    row(S::Analysis, C::Estimate, ("estimate", "who owns what"), &["t"]),
    row(S::Analysis, C::Policy, ("policy", "heat map of likely moves"), &["v"]),
    row(S::Analysis, C::Keep, ("keep", "keep a hint as a variation"), &["K"]),
    row(S::Analysis, C::Analyze, ("analyze", "analyze without end"), &["x", "f4"]),
    row(S::Analysis, C::Graph, ("graph", "graph of the game"), &["y"]),
    row(S::Record, C::Back, ("back", "a move back"), &["left", "[", ","]),
    row(S::Record, C::Forward, ("forward", "a move forward"), &["right", "]", "."]),
    row(S::Record, C::PreviousVariation, ("previous-variation", "variation above"), &["up"]),
    row(S::Record, C::NextVariation, ("next-variation", "variation below"), &["down"]),
    row(S::Record, C::First, ("first", "to the start"), &["home", "<"]),
    row(S::Record, C::Last, ("last", "to the end"), &["end", ">"]),
    row(S::Record, C::Live, ("live", "back to the game"), &["L"]),
    row(S::Record, C::PageBack, ("page-back", "ten moves back"), &["pageup"]),
    row(S::Record, C::PageForward, ("page-forward", "ten moves forward"), &["pagedown"]),
    row(S::Record, C::PreviousFork, ("previous-fork", "back to a fork"), &["b", "ctrl-up"]),
    row(S::Record, C::NextFork, ("next-fork", "on to a fork"), &["B", "ctrl-down"]),
    row(S::Record, C::GoToMove, ("go-to-move", "to a move by its number"), &["ctrl-g"]),
    row(S::Record, C::Find, ("find", "find a word"), &["ctrl-f", "/"]),
    row(S::Record, C::FindNext, ("find-next", "find the next"), &["f3"]),
    row(S::Record, C::FindPrevious, ("find-previous", "find the one before"), &["shift-f3"]),
    row(S::Record, C::Games, ("games", "the games of the file"), &["ctrl-shift-m"]),
    row(S::Record, C::PreviousGame, ("previous-game", "the game before"), &["ctrl-pageup"]),
    row(S::Record, C::NextGame, ("next-game", "the next game"), &["ctrl-pagedown"]),
    row(S::Edit, C::Edit, ("edit", "edit, or leave it"), &["ctrl-e", "e"]),
    row(S::Edit, C::Tool(1), ("tool-1", "black and white stones"), &["ctrl-1"]),
    row(S::Edit, C::Tool(2), ("tool-2", "set up black"), &["ctrl-2"]),
    row(S::Edit, C::Tool(3), ("tool-3", "set up white"), &["ctrl-3"]),
    row(S::Edit, C::Tool(4), ("tool-4", "triangle"), &["ctrl-4"]),
    row(S::Edit, C::Tool(5), ("tool-5", "square"), &["ctrl-5"]),
    row(S::Edit, C::Tool(6), ("tool-6", "circle"), &["ctrl-6"]),
    row(S::Edit, C::Tool(7), ("tool-7", "cross"), &["ctrl-7"]),
    row(S::Edit, C::Tool(8), ("tool-8", "letter"), &["ctrl-8"]),
    row(S::Edit, C::Tool(9), ("tool-9", "number"), &["ctrl-9"]),
    row(S::Edit, C::Tool(10), ("tool-10", "next tool"), &["ctrl-0", "tab"]),
    row(S::Edit, C::UndoEdit, ("undo-edit", "undo an edit"), &["ctrl-z"]),
    row(S::Edit, C::RedoEdit, ("redo-edit", "redo an edit"), &["ctrl-y", "ctrl-shift-z"]),
    row(S::Edit, C::Copy, ("copy", "copy this and what follows"), &["ctrl-c"]),
    row(S::Edit, C::Cut, ("cut", "cut it out"), &["ctrl-x"]),
    row(S::Edit, C::Paste, ("paste", "paste as a variation"), &["ctrl-v"]),
    row(S::Edit, C::Delete, ("delete", "delete this and what follows"), &["delete"]),
    row(S::Edit, C::Promote, ("promote", "make it the main line"), &["ctrl-m"]),
    row(S::Edit, C::MoveUp, ("move-up", "variation up"), &["ctrl-shift-up"]),
    row(S::Edit, C::MoveDown, ("move-down", "variation down"), &["ctrl-shift-down"]),
    row(S::Edit, C::ClearMarkup, ("clear-markup", "take off all marks"), &["ctrl-backspace"]),
    row(S::Edit, C::Annotate(A::GoodMove), ("good-move", "good move"), &["ctrl-]"]),
    row(S::Edit, C::Annotate(A::BadMove), ("bad-move", "bad move"), &["ctrl-["]),
    row(S::Edit, C::Annotate(A::InterestingMove), ("interesting", "interesting move"), &["ctrl-}"]),
    row(S::Edit, C::Annotate(A::DoubtfulMove), ("doubtful", "doubtful move"), &["ctrl-{"]),
    row(S::Edit, C::Annotate(A::Hotspot), ("hotspot", "something decisive"), &["ctrl-b"]),
    row(S::Edit, C::ToPlay, ("to-play", "the other color is to play"), &["ctrl-p"]),
    row(S::Edit, C::Comment, ("comment", "write a comment"), &["ctrl-t"]),
    row(S::Edit, C::Name, ("name", "name the position"), &["ctrl-shift-t"]),
    row(S::Edit, C::Info, ("info", "about the game"), &["ctrl-i"]),
    row(S::Program, C::NewGame, ("new-game", "new game"), &["n", "ctrl-n"]),
    row(S::Program, C::Open, ("open", "open a record"), &["o", "ctrl-o"]),
    row(S::Program, C::OpenPath, ("open-path", "open by its path"), &["ctrl-shift-o"]),
    row(S::Program, C::Save, ("save", "save"), &["s", "ctrl-s"]),
    row(S::Program, C::SaveAs, ("save-as", "save under another name"), &["ctrl-shift-s"]),
    row(S::Program, C::Settings, ("settings", "settings"), &["ctrl-,"]),
    row(S::Program, C::Menu, ("menu", "to the start screen"), &["q"]),
    row(S::Program, C::Quit, ("quit-window", "leave the program"), &["ctrl-q"]),
    row(S::Program, C::Help, ("help", "this list"), &["?", "f1"]),
    row(S::Program, C::Cancel, ("cancel", "close what is open"), &["esc"]),
    row(S::View, C::Numbers, ("numbers", "move numbers"), &["m"]),
    row(S::View, C::Coordinates, ("coordinates", "coordinates"), &["c"]),
    row(S::View, C::Theme, ("theme", "next theme"), &["T"]),
    row(S::View, C::Sounds, ("sounds", "sounds on or off"), &["S"]),
    row(S::View, C::Zen, ("zen", "board alone"), &["z"]),
    row(S::View, C::FullScreen, ("full-screen", "full screen"), &["f11"]),
    row(S::View, C::TurnLeft, ("turn-left", "turn the board left"), &["ctrl-alt-left"]),
    row(S::View, C::TurnRight, ("turn-right", "turn the board right"), &["ctrl-alt-right"]),
    row(S::View, C::Flip, ("flip", "swap left and right"), &["ctrl-alt-down"]),
    row(S::View, C::FlipDown, ("flip-down", "swap top and bottom"), &["ctrl-alt-up"]),
];

//! Every command of every front end, with name, help text and default keys.
//!
//! Commands say what the user wants. Their effect is decided by
//! [`Workspace::command`](crate::workspace::Workspace::command), or by the
//! front end itself where it is about drawing, fields or a cursor.

mod table;

use tengen_record::Annotation;

use crate::front_end::FrontEnd;
use table::{Row, TABLE};

/// A command of a key or a button.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[expect(missing_docs, reason = "the table says what each does")]
pub enum Command {
    Left,
    Right,
    Up,
    Down,
    Confirm,
    Other,
    VisitStone,
    Cancel,
    Prompt,
    Pass,
    Undo,
    Redo,
    MoveNow,
    Pause,
    Agree,
    PlayOn,
    Accept,
    Decline,
    Resign,
    Hint,
    Estimate,
    Policy,
    KeepHint,
    Analyze,
    HideAnalysis,
    Graph,
    Review,
    PreviousMistake,
    NextMistake,
    KeyMoves,
    Report,
    HideAnswer,
    Practice,
    GuessMoves,
    GuessLead,
    Prove,
    Count,
    Browse,
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
    Find,
    FindNext,
    FindPrevious,
    Games,
    PreviousGame,
    NextGame,
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
    Library,
    MyGames,
    SearchPosition,
    BothColors,
    SearchVariations,
    SearchAnywhere,
    SortGames,
    ReverseGames,
    Compare,
    AddGames,
    Tag,
    Statistics,
    Learn,
    Glossary,
    NewGame,
    Continue,
    Unfinished,
    Open,
    OpenPath,
    Join,
    Save,
    SaveAs,
    ExportPicture,
    Settings,
    Help,
    Menu,
    Leave,
    Quit,
    Numbers,
    Coordinates,
    Theme,
    Sounds,
    Zen,
    ScrollUp,
    ScrollDown,
    FullScreen,
    TurnLeft,
    TurnRight,
    Flip,
    FlipDown,
}

/// The part of the help where a command is listed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Section {
    /// Playing a game.
    Play,
    /// Going through a record.
    Record,
    /// Changing a record.
    Edit,
    /// What an engine shows.
    Analysis,
    /// What happened in a game, and practice from it.
    Review,
    /// All games of the user.
    Library,
    /// Files and screens.
    Program,
    /// What is seen.
    View,
}

impl Section {
    /// All of them, in the order of the help.
    pub const ALL: [Section; 8] = [
        Section::Play,
        Section::Record,
        Section::Edit,
        Section::Analysis,
        Section::Review,
        Section::Library,
        Section::Program,
        Section::View,
    ];

    /// The title above its commands.
    pub const fn title(self) -> &'static str {
        match self {
            Section::Play => "Play",
            Section::Record => "Record",
            Section::Edit => "Edit",
            Section::Analysis => "Analysis",
            Section::Review => "Review",
            Section::Library => "Library",
            Section::Program => "Program",
            Section::View => "View",
        }
    }

    /// Its commands, in the order of the help.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        TABLE.iter().filter(move |row| row.section == self).map(|row| row.command)
    }
}

impl Command {
    /// All commands, in the order of the help.
    pub fn all() -> impl Iterator<Item = Command> {
        TABLE.iter().map(|row| row.command)
    }

    /// The command of a name in the settings, earlier names included.
    pub fn named(name: &str) -> Option<Command> {
        let is_called = |row: &&Row| row.name == name || row.former_names.contains(&name);
        TABLE.iter().find(is_called).map(|row| row.command)
    }

    /// The name in the settings; it stays the same between versions.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |it| it.name)
    }

    /// What it does, in a few words for the help.
    pub fn help(self) -> &'static str {
        self.row().map_or("", |it| it.help)
    }

    /// Where the help lists it.
    pub fn section(self) -> Section {
        self.row().map_or(Section::Program, |it| it.section)
    }

    /// The keys that do it unless the settings say otherwise.
    pub fn default_keys(self, front_end: FrontEnd) -> &'static [&'static str] {
        match (self.row(), front_end) {
            (Some(row), FrontEnd::Terminal) => row.terminal,
            (Some(row), FrontEnd::Window) => row.window,
            (None, _) | (_, FrontEnd::Text) => &[],
        }
    }

    /// Tools and annotations that have no name have no row either.
    fn row(self) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.command == self)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        let mut names = HashSet::new();
        for row in TABLE {
            for name in std::iter::once(&row.name).chain(row.former_names) {
                assert!(names.insert(name), "{name} is used twice");
                assert_eq!(Command::named(name), Some(row.command));
            }
            assert_eq!(row.command.name(), row.name);
        }
        assert_eq!(Command::named("dance"), None);
    }

    #[test]
    fn every_command_is_in_one_section() {
        let listed: Vec<Command> = Section::ALL.into_iter().flat_map(Section::commands).collect();
        assert_eq!(listed.len(), TABLE.len());
        assert_eq!(listed.iter().collect::<HashSet<_>>().len(), TABLE.len());
    }

    #[test]
    fn help_is_short_and_in_lower_case() {
        for row in TABLE {
            let first = row.help.chars().next().unwrap();
            assert!(first.is_lowercase() || row.help.starts_with("SGF"), "{}", row.help);
            assert!(row.help.chars().count() <= 34, "{}", row.help);
            assert!(!row.help.ends_with('.'), "{}", row.help);
        }
    }
}

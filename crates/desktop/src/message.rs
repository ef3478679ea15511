//! All that can happen to the window.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use iced::widget::text_editor;
use iced::{Vector, keyboard, theme};
use tengen_front::command::Command;
use tengen_front::form::{Field, Player};
use tengen_front::question::Answer;
use tengen_front::refusal::Refusal;
use tengen_front::tool::Tool;
use tengen_front::workspace::{JoinedGame, LoadedFile};
use tengen_host::{EngineError, GameKey};
use tengen_record::{InfoKey, NodeId};
use tengen_rules::{Color, Move, Ruleset};

use crate::board::Input;
use crate::learn::LearnChange;
use crate::library::LibraryChange;
use crate::menu::OpenMenu;
use crate::widget::caret::CaretPlace;

/// All that can happen to the window.
#[derive(Clone, Debug)]
pub enum Message {
    /// The game has something to tell.
    News,
    /// A clock may show another time.
    Tick,
    /// A stone is on its way to the board.
    Frame(Instant),
    /// A key was pressed that no field wanted.
    Key(keyboard::Key, keyboard::Modifiers),
    /// A field was left with Escape.
    Left,
    /// A button was pressed, or a key that is one.
    Do(Command),
    /// Something happened on the board.
    Board(BoardInput),
    /// A node of the tree or of the graph was clicked.
    Visit(NodeId),
    /// What is practiced, and everything about reviews, is to be listed.
    ReviewMenu,
    /// The graph shows something else.
    ToggleMeasure,
    /// Key moves stand in place of the comment, or the other way around.
    ToggleList,
    /// A move that was taken back is made all the same.
    Play(Move),
    /// The tree was dragged or scrolled, by columns and rows.
    ScrollTree(Vector),
    /// The position of this place in the line is to be shown.
    SlideTo(u32),
    /// A menu or a list is opened, or closed if it is open.
    Menu(OpenMenu),
    /// What is open is closed.
    CloseMenu,
    /// A value of a list was chosen, which is closed.
    Pick(Box<Message>),
    /// A node of the tree was clicked with the right button, at a place of
    /// the window.
    NodeMenu(NodeId, iced::Point),
    /// The caret of the comment has moved.
    Caret(CaretPlace),
    /// The comment is to be written.
    WriteComment,
    /// Another game like the last one.
    Rematch,
    /// Something is done in the library.
    Library(LibraryInput),
    /// Something is done in lessons, in the glossary or at the first start.
    Learn(LearnInput),
    /// The form of a new game.
    Form(FormInput),
    /// A dialog.
    Dialog(DialogInput),
    /// The settings.
    Setting(Setting),
    /// The comment was edited.
    Comment(text_editor::Action),
    /// The name of the node was edited.
    NodeName(String),
    /// A tool was chosen.
    Tool(Tool),
    /// A file was chosen, or the dialog was closed.
    Chosen(Purpose, Option<PathBuf>),
    /// A file was dropped into the window, or chosen from a list.
    OpenFile(PathBuf),
    /// A large file was read in the background.
    Loaded(LoadedOnce),
    /// A game on a server was joined in the background.
    Joined(JoinedOnce),
    /// An unfinished game is continued.
    Continue(GameKey),
    /// A record that was being edited when a program ended is opened again.
    Recover(usize),
    /// Another game of the file.
    Game(usize),
    /// Text came from the clipboard.
    Pasted(Option<String>),
    /// An engine was tried.
    EngineChecked(Color, Result<String, Arc<EngineError>>),
    /// Somebody wants to close the window.
    CloseRequested,
    /// The window is another one: pixels for one unit of length.
    Rescaled(f32),
    /// The window has another size.
    Resized(iced::Size),
    /// The system is light or dark.
    SystemTheme(theme::Mode),
}

/// What happened on the board; only the board makes them.
#[derive(Copy, Clone, Debug)]
pub struct BoardInput(pub(crate) Input);

/// A file that was read, which can be taken once.
#[derive(Clone, Debug)]
pub struct LoadedOnce(pub(crate) Arc<Mutex<Option<Result<LoadedFile, Refusal>>>>);

/// A game on a server that was joined, which can be taken once.
#[derive(Clone, Debug)]
pub struct JoinedOnce(pub(crate) Arc<Mutex<Option<Result<JoinedGame, Refusal>>>>);

/// What a file is chosen for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// To be opened.
    Open,
    /// To save the record.
    Save,
    /// To save a picture of the board.
    Export,
    /// To be added to the library: a file,
    AddFile,
    /// or a folder.
    AddFolder,
}

/// What is done in lessons, in the glossary and at the first start; only their
/// pages make them.
#[derive(Clone, Debug)]
pub struct LearnInput(pub(crate) LearnChange);

/// What is done in the library; only its page makes them.
#[derive(Clone, Debug)]
pub struct LibraryInput(pub(crate) LibraryChange);

/// What is done with the form of a new game.
#[derive(Clone, Debug)]
pub struct FormInput(pub(crate) FormChange);

#[derive(Clone, Debug)]
pub(crate) enum FormChange {
    Player(Color, Player),
    Command(Color, String),
    Size(String),
    Handicap(u8),
    Komi(String),
    Rules(Ruleset),
    Clock(String),
    Teaching(bool),
    Field(Field),
    Swap,
    TryEngine(Color),
    Start,
}

/// What is done in a dialog.
#[derive(Clone, Debug)]
pub enum DialogInput {
    /// It is closed.
    Close,
    /// Its main button was pressed.
    Confirm,
    /// An answer to a question.
    Answer(Answer),
    /// Something was typed into its only field.
    Type(String),
    /// Something was typed into the field of what is known about the game.
    Info(InfoKey, String),
    /// A file is chosen with the dialog of the system.
    Browse,
    /// A command was chosen from a list, which is closed.
    Choose(Command),
    /// The entry of this place in the list is lit.
    Light(usize),
}

/// A setting that was changed.
#[derive(Clone, Debug)]
pub enum Setting {
    /// The name of the theme.
    Theme(String),
    /// Sounds are heard.
    Sounds(bool),
    /// Stones move when they are put down.
    Animation(bool),
    /// Stones are placed slightly off center.
    Fuzz(bool),
    /// Coordinates are shown.
    Coordinates(bool),
    /// Which arrows step through moves.
    Arrows(Arrows),
    /// How large everything is, in percent.
    Scale(u16),
    /// Losses have colors that color-blind people tell apart.
    ColorBlind(bool),
}

/// A line of the settings.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum SettingRow {
    Theme,
    Scale,
    ColorBlind,
    Arrows,
    Coordinates,
    Fuzz,
    Animation,
    Sounds,
}

impl SettingRow {
    /// All of them, in the order in which they are shown.
    pub(crate) const ALL: [SettingRow; 8] = [
        SettingRow::Theme,
        SettingRow::Scale,
        SettingRow::ColorBlind,
        SettingRow::Arrows,
        SettingRow::Coordinates,
        SettingRow::Fuzz,
        SettingRow::Animation,
        SettingRow::Sounds,
    ];
}

/// Which arrows step through moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Arrows {
    /// Left and right, as in most programs; up and down are for variations.
    Across,
    /// Up and down, as in some; left and right are for variations.
    Down,
}

impl std::fmt::Display for Arrows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Arrows::Across => "← and → step through moves",
            Arrows::Down => "↑ and ↓ step through moves",
        })
    }
}

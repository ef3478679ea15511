//! Menus and lists that open over the page.

use iced::keyboard::key::Named;
use iced::{Point as Place, Task, keyboard};
use tengen_front::command::{Command, Section};
use tengen_rules::{Color, Point};

use crate::app::{App, Page};
use crate::message::Message;

/// A menu or a list that is open; there is one at most.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum OpenMenu {
    /// All commands of a section, and the one that keys have gone to.
    All(Section, usize),
    /// What can be done at a place of the window.
    At(Place, MenuSubject),
    /// The values of a field.
    Choice(Choice),
}

/// What a menu at the mouse is about.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum MenuSubject {
    /// A point of the board, or the board.
    Board(Option<Point>),
    /// A node of the tree, which is the viewed one.
    Node,
}

/// A field with a list of values.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[expect(missing_docs, reason = "they are named after their fields")]
pub enum Choice {
    Player(Color),
    Handicap,
    Rules,
    Clock,
    Theme,
    Arrows,
    Scale,
    Order,
}

/// What the right button offers on the board.
const OF_BOARD: [Command; 14] = [
    Command::Pass,
    Command::Undo,
    Command::Live,
    Command::PlayOn,
    Command::Hint,
    Command::Estimate,
    Command::Policy,
    Command::Analyze,
    Command::Review,
    Command::Count,
    Command::Edit,
    Command::Numbers,
    Command::ExportPicture,
    Command::Info,
];

/// What the right button offers in the tree.
const OF_NODE: [Command; 11] = [
    Command::PlayOn,
    Command::Count,
    Command::Comment,
    Command::Name,
    Command::Copy,
    Command::Cut,
    Command::Paste,
    Command::Delete,
    Command::Promote,
    Command::MoveUp,
    Command::MoveDown,
];

impl MenuSubject {
    /// The commands of a menu.
    pub(crate) const fn commands(self) -> &'static [Command] {
        match self {
            MenuSubject::Board(_) => &OF_BOARD,
            MenuSubject::Node => &OF_NODE,
        }
    }
}

/// The commands of a section, without those that are about the cursor, which
/// is moved with keys alone.
pub(crate) fn commands(section: Section) -> Vec<Command> {
    let is_listed = |it: &Command| {
        !matches!(
            it,
            Command::Left
                | Command::Right
                | Command::Up
                | Command::Down
                | Command::Confirm
                | Command::Other
                | Command::VisitStone
                | Command::Browse
                | Command::Menu
                | Command::Cancel
        )
    };
    section.commands().filter(is_listed).collect()
}

impl App {
    /// Opens or closes the menu of all commands.
    pub(crate) fn toggle_menu(&mut self) {
        self.menu = match self.menu {
            Some(OpenMenu::All(..)) => None,
            _ => Some(OpenMenu::All(self.usual_section(), 0)),
        };
    }

    /// The section that is needed most.
    fn usual_section(&self) -> Section {
        match self.view_of_game() {
            _ if self.page != Page::Board => Section::Program,
            Some(view) if view.game.is_review => Section::Record,
            _ => Section::Play,
        }
    }

    /// Keys go through an open menu, and close any other list.
    pub(crate) fn press_menu(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let menu = self.menu.take()?;
        let keyboard::Key::Named(named) = key else {
            return None;
        };
        let OpenMenu::All(section, idx) = menu else {
            return (*named == Named::Escape).then(Task::none);
        };
        let all = Section::ALL;
        let here = all.iter().position(|&it| it == section).unwrap_or(0);
        let n_commands = commands(section).len();
        let to = |section: usize, idx: usize| Some(OpenMenu::All(all[section % all.len()], idx));
        self.menu = match named {
            Named::ArrowLeft => to(here + all.len() - 1, 0),
            Named::ArrowRight | Named::Tab => to(here + 1, 0),
            Named::ArrowUp => to(here, (idx + n_commands - 1) % n_commands),
            Named::ArrowDown => to(here, (idx + 1) % n_commands),
            Named::Enter | Named::Space => {
                let command = commands(section).get(idx).copied()?;
                return Some(self.update(Message::Do(command)));
            }
            _ => None,
        };
        Some(Task::none())
    }

    /// Whether the right button has no meaning of its own on the board.
    pub(crate) fn has_board_menu(&self) -> bool {
        let workspace = &self.workspace;
        let is_scoring = self.view_of_game().is_some_and(|it| it.game.scoring.is_some());
        !workspace.is_editing()
            && !is_scoring
            && workspace.practice().is_none()
            && workspace.proof().is_none()
    }
}

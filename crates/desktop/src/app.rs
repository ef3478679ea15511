//! The window without its frame: what it knows, and how it begins.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use iced::futures::channel::mpsc::UnboundedReceiver;
use iced::widget::text_editor;
use iced::{Color, Subscription, Task, Theme, event, keyboard, theme, window};
use tengen_host::Places;
use tengen_record::NodeId;
use tengen_rules::{Point, Size};
use tengen_session::{Phase, View};

use crate::board::{Board, Scene};
use crate::cannot::{CannotDo, sentence};
use crate::dialog::Dialog;
use crate::edit::Tool;
use crate::form::Form;
use crate::geometry::Turn;
use crate::keys::Keys;
use crate::look::Look;
use crate::message::{DialogInput, Message, SettingRow};
use crate::room::Room;
use crate::sound::Player;
use crate::wake::{self, Bell};

/// How long a stone is on its way to the board.
pub(crate) const ARRIVAL: Duration = Duration::from_millis(140);

/// What fills the window.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Screen {
    /// Where games begin.
    Start,
    /// The board.
    Game,
    /// What can be chosen.
    Settings,
}

/// What is said to the player, until something else happens.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Notice {
    Told(String),
    Refused(String),
}

/// The game as it was when somebody looked last.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) view: View,
    /// The time of the view.
    pub(crate) now: Duration,
}

/// What is shown of a game, and how.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is switched on its own")]
pub(crate) struct Display {
    pub(crate) turn: Turn,
    pub(crate) has_numbers: bool,
    pub(crate) has_owners: bool,
    pub(crate) has_candidates: bool,
    pub(crate) has_policy: bool,
    pub(crate) is_graph_hidden: bool,
    pub(crate) is_zen: bool,
    pub(crate) is_full_screen: bool,
    pub(crate) is_editing: bool,
    pub(crate) tool: Tool,
    /// The point under the mouse.
    pub(crate) hovered: Option<Point>,
    /// The point that keys have gone to.
    pub(crate) cursor: Option<Point>,
    /// Whether a comment is being written.
    pub(crate) is_writing: bool,
    /// Where the button was pressed that is still held.
    pub(crate) pressed: Option<Point>,
    /// How far the tree was scrolled from the node on the screen.
    pub(crate) tree_offset: (f32, f32),
    /// When the last stone was put down.
    pub(crate) arrived: Option<Instant>,
    /// What was looked for last.
    pub(crate) sought: String,
}

/// The window without its frame.
#[derive(Debug)]
pub struct App {
    pub(crate) room: Room,
    pub(crate) keys: Keys,
    pub(crate) look: Look,
    pub(crate) screen: Screen,
    /// The screen before this one, to which the settings return.
    pub(crate) former: Screen,
    pub(crate) form: Form,
    /// The line of the settings that keys change.
    pub(crate) setting_row: SettingRow,
    /// What can be continued, in a few words.
    pub(crate) saved: Option<String>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<Notice>,
    pub(crate) table: Option<Table>,
    pub(crate) display: Display,
    pub(crate) board: Board,
    pub(crate) scene: Scene,
    pub(crate) comment: text_editor::Content,
    /// The node that the comment belongs to.
    pub(crate) comment_node: Option<NodeId>,
    pub(crate) player: Player,
    /// Pixels of the screen for one unit of length.
    pub(crate) scale: f32,
    /// The size of the window.
    pub(crate) size: iced::Size,
}

impl App {
    /// A window at its start screen, with the files of the user, or without
    /// any, and what is heard of its game.
    pub fn new(places: Option<Places>) -> (App, UnboundedReceiver<()>) {
        let (bell, news) = Bell::new();
        let (room, mut problems) = Room::open(places, bell);
        let form = Form::new(&room.wish(), &room.config.engines);
        let mut app = App {
            room,
            keys: Keys::default(),
            look: Look::named(""),
            screen: Screen::Start,
            former: Screen::Start,
            form,
            setting_row: SettingRow::Theme,
            saved: None,
            dialog: None,
            notice: None,
            table: None,
            display: Display::default(),
            board: Board::default(),
            scene: Scene::new(Size::NINETEEN),
            comment: text_editor::Content::new(),
            comment_node: None,
            player: Player::default(),
            scale: 1.0,
            size: iced::Size::new(1100.0, 760.0),
        };
        problems.extend(app.take_config());
        app.look_for_saved();
        match problems.len() {
            0 => (),
            1 => app.refuse(&problems[0]),
            _ => app.dialog = Some(Dialog::Problems(problems)),
        }
        (app, news)
    }

    /// Starts with a file, if one is given; `news` is what [`App::new`] heard.
    pub fn boot(&mut self, news: UnboundedReceiver<()>, file: Option<PathBuf>) -> Task<Message> {
        let opened = file.map_or(Task::none(), |path| self.update(Message::OpenFile(path)));
        let scale = window::oldest().and_then(window::scale_factor).map(Message::Rescaled);
        Task::batch([Task::run(news, |()| Message::News), scale, opened])
    }

    /// What stands above the window.
    pub fn title(&self) -> String {
        match (&self.table, self.screen) {
            (Some(table), Screen::Game) => {
                format!("{} – Tengen", crate::describe::game(&table.view))
            }
            _ => "Tengen".to_owned(),
        }
    }

    /// The colors of the window.
    pub fn theme(&self) -> Theme {
        self.look.theme()
    }

    /// The color of the window, and of text on it.
    ///
    /// The software renderer draws everything anew if the color is another
    /// one. So it differs by less than can be seen whenever something appears
    /// or goes, as the renderer may overlook that.
    pub fn style(&self, _theme: &Theme) -> theme::Style {
        let number = u16::try_from(self.shape() % 1021).unwrap_or(0);
        let shade = f32::from(number) * 2e-7;
        let background = self.look.background;
        theme::Style {
            background_color: Color { r: background.r + shade, ..background },
            text_color: self.look.text,
        }
    }

    /// A number that is another one when something has appeared or gone.
    fn shape(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.screen.hash(&mut hasher);
        self.dialog.as_ref().map(mem::discriminant).hash(&mut hasher);
        self.notice.is_some().hash(&mut hasher);
        let Display { is_editing, is_zen, is_graph_hidden, .. } = self.display;
        (is_editing, is_zen, is_graph_hidden).hash(&mut hasher);
        if let Some(view) = self.view_of_game() {
            mem::discriminant(&view.phase).hash(&mut hasher);
            (view.is_review, view.is_live(), view.is_paused).hash(&mut hasher);
            view.board.size().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// What the window listens to: nothing that moves by itself, unless
    /// something does.
    pub fn subscription(&self) -> Subscription<Message> {
        let mut all = vec![event::listen_with(listen)];
        if self.display.arrived.is_some() {
            all.push(window::frames().map(Message::Frame));
        }
        if let Some(milliseconds) = self.tick() {
            all.push(wake::ticks(milliseconds).map(|()| Message::Tick));
        }
        Subscription::batch(all)
    }

    /// How often the screen changes by itself, in milliseconds.
    pub(crate) fn tick(&self) -> Option<u64> {
        let view = &self.table.as_ref().filter(|_| self.screen == Screen::Game)?.view;
        let is_playing = matches!(view.phase, Phase::Playing) && !view.is_paused;
        let running = [view.clocks.black, view.clocks.white].into_iter().find(|it| it.is_running);
        match running.and_then(|it| it.shown()).filter(|_| is_playing) {
            Some(shown) if shown.time < Duration::from_secs(11) => Some(100),
            Some(_) => Some(250),
            None => view.thinking.is_some().then_some(500),
        }
    }

    /// Says something to the player.
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Told(text.into()));
    }

    /// Says that something is not possible.
    pub(crate) fn refuse(&mut self, reason: &str) {
        self.notice = Some(Notice::Refused(sentence(reason)));
    }

    /// Says what came of something that may not be possible.
    pub(crate) fn report(&mut self, done: Result<(), CannotDo>) {
        if let Err(reason) = done {
            self.refuse(&reason.to_string());
        }
    }

    pub(crate) fn view_of_game(&self) -> Option<&View> {
        self.table.as_ref().map(|it| &it.view)
    }
}

/// What happens to the window as a whole.
fn listen(event: iced::Event, status: event::Status, _id: window::Id) -> Option<Message> {
    use keyboard::key::Named;
    match event {
        iced::Event::Keyboard(keyboard::Event::KeyPressed { modified_key, modifiers, .. }) => {
            if status == event::Status::Ignored {
                return Some(Message::Key(modified_key, modifiers));
            }
            // A field keeps what is typed into it, but what it is in is left.
            let is_escape = modified_key == keyboard::Key::Named(Named::Escape);
            is_escape.then_some(Message::Dialog(DialogInput::Close))
        }
        iced::Event::Window(event) => match event {
            window::Event::CloseRequested => Some(Message::CloseRequested),
            window::Event::FileDropped(path) => Some(Message::OpenFile(path)),
            window::Event::Rescaled(scale) => Some(Message::Rescaled(scale)),
            window::Event::Resized(size) | window::Event::Opened { size, .. } => {
                Some(Message::Resized(size))
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(event: window::Event) -> Option<Message> {
        listen(iced::Event::Window(event), event::Status::Ignored, window::Id::unique())
    }

    #[test]
    fn files_are_dropped_and_the_window_is_closed() {
        let dropped = heard(window::Event::FileDropped("game.sgf".into()));
        assert!(matches!(dropped, Some(Message::OpenFile(path)) if path.ends_with("game.sgf")));
        let closed = heard(window::Event::CloseRequested);
        assert!(matches!(closed, Some(Message::CloseRequested)));
        assert!(heard(window::Event::Focused).is_none());
    }

    #[test]
    fn nothing_is_listened_to_that_moves_by_itself() {
        let (app, _) = App::new(None);
        assert_eq!(app.subscription().units(), 1);
        assert_eq!(app.tick(), None);
    }
}

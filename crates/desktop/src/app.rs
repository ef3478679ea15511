//! The window without its frame: what it knows, and how it begins.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::time::{Duration, Instant};

use iced::futures::channel::mpsc::UnboundedReceiver;
use iced::widget::text_editor;
use iced::{Color, Subscription, Task, Theme, Vector, event, keyboard, theme, window};
use tengen_front::FrontEnd;
use tengen_front::form::Form;
use tengen_front::key::KeyTable;
use tengen_front::notice::Notice;
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Waker, Workspace, WorkspaceOptions};
use tengen_host::Dirs;
use tengen_picture::Scene;
use tengen_record::NodeId;
use tengen_rules::{Color as StoneColor, Point, Size};
use tengen_session::View;

use crate::board::Board;
use crate::control::Controls;
use crate::dialog::Dialog;
use crate::geometry::Turn;
use crate::learn::OpenLearn;
use crate::library::OpenLibrary;
use crate::look::Look;
use crate::menu::OpenMenu;
use crate::message::{Message, SettingRow};
use crate::run::Opening;
use crate::sound::Player;
use crate::start_list::StartEntry;
use crate::wake::{self, WakeSignal};

/// How long a stone is on its way to the board.
pub(crate) const ARRIVAL: Duration = Duration::from_millis(140);

/// What fills the window.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Page {
    /// Where games begin.
    Start,
    /// The board, with what stands around it.
    Board,
    /// What can be chosen.
    Settings,
    /// Every game that there is.
    Library,
    /// Lessons.
    Learn,
    /// Words of Go.
    Glossary,
    /// What is asked at the first start.
    Welcome,
}

/// What is said to the player, until something else happens.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct NoticeLine {
    pub(crate) text: String,
    pub(crate) is_problem: bool,
}

/// A stone on its way to the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Arriving {
    pub(crate) point: Point,
    pub(crate) since: Instant,
}

/// How the game is shown, as far as it is the window's own business.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is switched on its own")]
pub(crate) struct Display {
    pub(crate) turn: Turn,
    pub(crate) is_graph_hidden: bool,
    pub(crate) is_zen: bool,
    /// Whether the comment is shown in place of the key moves of a review.
    pub(crate) is_list_hidden: bool,
    /// Whether the next click chooses the group that is played out.
    pub(crate) is_proving: bool,
    pub(crate) is_full_screen: bool,
    /// The point under the mouse.
    pub(crate) hovered: Option<Point>,
    /// The point that keys have gone to.
    pub(crate) cursor: Option<Point>,
    /// Whether a comment is being written.
    pub(crate) is_writing: bool,
    /// How far the tree was scrolled from the viewed node.
    pub(crate) tree_offset: Vector,
    pub(crate) arriving: Option<Arriving>,
}

/// The position that was shown last, to tell what is new.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct ShownNode {
    pub(crate) record_id: u64,
    pub(crate) node: NodeId,
    pub(crate) n_moves: usize,
}

/// The window without its frame.
#[derive(Debug)]
pub struct App {
    pub(crate) workspace: Workspace,
    signal: WakeSignal,
    pub(crate) look: Look,
    pub(crate) page: Page,
    /// The page before this one, to which the settings return.
    pub(crate) former: Page,
    pub(crate) form: Form,
    /// The line of the settings that keys change.
    pub(crate) setting_row: SettingRow,
    /// What can be opened from the start page.
    pub(crate) start_list: Vec<StartEntry>,
    /// How far the lessons have come.
    pub(crate) learned: String,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<NoticeLine>,
    pub(crate) display: Display,
    pub(crate) board: Board,
    pub(crate) scene: Scene,
    pub(crate) shown: Option<ShownNode>,
    pub(crate) comment: text_editor::Content,
    pub(crate) player: Player,
    /// The library, once it was opened.
    pub(crate) library: Option<OpenLibrary>,
    /// Lessons and all that belongs to them.
    pub(crate) learn: OpenLearn,
    /// The menu or list that is open.
    pub(crate) menu: Option<OpenMenu>,
    /// The game that was running when it was looked at last, by its record.
    pub(crate) running: Option<u64>,
    /// Whether the system is dark, as far as it says so.
    pub(crate) is_system_dark: bool,
    /// Pixels of the screen for one unit of length, if the interface has its
    /// usual size.
    pub(crate) system_scale: f32,
    /// Pixels of the screen for one unit of length.
    pub(crate) scale: f32,
    /// The size of the window.
    pub(crate) size: iced::Size,
}

impl App {
    /// A window at its start page, with the folders of the user, or without
    /// any, and what wakes it.
    pub fn new(dirs: Option<Dirs>) -> (App, UnboundedReceiver<()>) {
        App::with_options(WorkspaceOptions::new(FrontEnd::Window, dirs))
    }

    /// A window whose games are run as the options say.
    pub(crate) fn with_options(options: WorkspaceOptions) -> (App, UnboundedReceiver<()>) {
        let (signal, receiver) = WakeSignal::new();
        let waker = signal.clone();
        let options = options.with_waker(Waker::new(move || waker.send()));
        let (workspace, mut notices) = Workspace::open(options);
        let (look, problems) = Look::of(&workspace.settings().window, true);
        notices.extend(problems.into_iter().map(Notice::Setting));
        let mut app = App {
            form: workspace.form(),
            workspace,
            signal,
            look,
            page: Page::Start,
            former: Page::Start,
            setting_row: SettingRow::Theme,
            start_list: Vec::new(),
            learned: String::new(),
            dialog: None,
            notice: None,
            display: Display::default(),
            board: Board::default(),
            scene: Scene::new(Size::NINETEEN),
            shown: None,
            comment: text_editor::Content::new(),
            player: Player::default(),
            library: None,
            learn: OpenLearn::default(),
            menu: None,
            running: None,
            is_system_dark: true,
            system_scale: 1.0,
            scale: 1.0,
            size: iced::Size::new(1100.0, 760.0),
        };
        app.scale = app.interface_scale();
        app.list_start();
        app.tell_problems(&notices);
        (app, receiver)
    }

    /// Starts as it is asked to; `news` is what [`App::new`] gave.
    pub fn boot(&mut self, news: UnboundedReceiver<()>, opening: Opening) -> Task<Message> {
        let opened = match opening {
            Opening::Start => {
                if self.workspace.is_first_start() {
                    self.show_welcome();
                }
                Task::none()
            }
            Opening::File(path) => self.update(Message::OpenFile(path)),
            Opening::Join(link) => self.join_link(&link),
        };
        let scale = window::oldest().and_then(window::scale_factor).map(Message::Rescaled);
        let theme = iced::system::theme().map(Message::SystemTheme);
        Task::batch([Task::run(news, |()| Message::News), scale, theme, opened])
    }

    /// What stands above the window.
    pub fn title(&self) -> String {
        match self.workspace.title().filter(|_| self.page == Page::Board) {
            Some(title) => format!("{title} – Tengen"),
            None => "Tengen".to_owned(),
        }
    }

    /// How large everything is, as the settings say.
    pub fn interface_scale(&self) -> f32 {
        f32::from(self.workspace.settings().window.scale) / 100.0
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
        self.page.hash(&mut hasher);
        self.dialog.as_ref().map(mem::discriminant).hash(&mut hasher);
        self.notice.is_some().hash(&mut hasher);
        self.menu.map(|it| mem::discriminant(&it)).hash(&mut hasher);
        self.workspace.is_counting().hash(&mut hasher);
        self.learn.welcome.step().hash(&mut hasher);
        if let Some(lessons) = self.learn.lessons.as_ref().filter(|_| self.page == Page::Learn) {
            let view = lessons.learning.view();
            view.map(|it| (it.lesson, it.step, it.expects, it.answer.is_some())).hash(&mut hasher);
        }
        if let Some(opened) = self.learn.glossary.as_ref().filter(|_| self.page == Page::Glossary) {
            (opened.glossary.chosen(), opened.glossary.names().len()).hash(&mut hasher);
        }
        if let Some(library) = self.library.as_ref().filter(|_| self.page == Page::Library) {
            let browser = &library.browser;
            (library.tab, library.pick, browser.compared().is_some()).hash(&mut hasher);
            (browser.preview().is_some(), browser.listing().start).hash(&mut hasher);
        }
        let Display { is_zen, is_graph_hidden, .. } = self.display;
        (self.workspace.is_editing(), is_zen, is_graph_hidden).hash(&mut hasher);
        self.display.is_list_hidden.hash(&mut hasher);
        self.workspace.proof().is_some().hash(&mut hasher);
        self.workspace.practice().map(|it| mem::discriminant(&it.stage)).hash(&mut hasher);
        let review = self.workspace.review();
        review.map(|it| (it.state.is_running(), it.is_hidden, it.node)).hash(&mut hasher);
        if let Some(view) = self.workspace.view() {
            mem::discriminant(&view.game.phase).hash(&mut hasher);
            (view.game.is_review, view.tree.is_live, view.game.is_paused).hash(&mut hasher);
            view.position.size.hash(&mut hasher);
            view.tree.record_id.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// What the window listens to: nothing that moves by itself, unless
    /// something does.
    pub fn subscription(&self) -> Subscription<Message> {
        let themes = iced::system::theme_changes().map(Message::SystemTheme);
        let mut all = vec![event::listen_with(listen), themes];
        if self.display.arriving.is_some() {
            all.push(window::frames().map(Message::Frame));
        }
        if let Some(milliseconds) = self.tick() {
            all.push(wake::ticks(milliseconds).map(|()| Message::Tick));
        }
        Subscription::batch(all)
    }

    /// How often the screen changes by itself, in milliseconds.
    pub(crate) fn tick(&self) -> Option<u64> {
        let view = self.view_of_game().filter(|_| self.page == Page::Board)?;
        let clocks = StoneColor::ALL.map(|it| view.game.clocks[it]);
        match clocks.into_iter().find(|it| it.is_running).and_then(|it| it.shown()) {
            Some(shown) if shown.time < Duration::from_secs(11) => Some(100),
            Some(_) => Some(250),
            None => view.engine.thinking.is_some().then_some(500),
        }
    }

    /// The keys, as the user has chosen them.
    pub(crate) const fn keys(&self) -> &KeyTable {
        self.workspace.keys()
    }

    /// What buttons are made with.
    pub(crate) const fn controls(&self) -> Controls<'_> {
        Controls { look: &self.look, keys: self.workspace.keys() }
    }

    /// The game or record that is open.
    pub(crate) fn view_of_game(&self) -> Option<&View> {
        self.workspace.view()
    }

    /// Says something to the player.
    pub(crate) fn tell(&mut self, notices: &[Notice]) {
        let said: Vec<String> = notices.iter().map(|it| words::notice(it, self.keys())).collect();
        if !said.is_empty() {
            let is_problem = notices.iter().any(Notice::is_problem);
            self.notice = Some(NoticeLine { text: said.join(" "), is_problem });
        }
    }

    /// Says what is wrong with the files of the user: several things in a
    /// list.
    fn tell_problems(&mut self, notices: &[Notice]) {
        match notices {
            [] | [_] => self.tell(notices),
            _ => {
                let keys = self.workspace.keys();
                let said = notices.iter().map(|it| words::notice(it, keys)).collect();
                self.dialog = Some(Dialog::Problems(said));
            }
        }
    }

    /// Says that something is not possible.
    pub(crate) fn refuse(&mut self, reason: &Refusal) {
        let text = words::refusal(reason, self.keys());
        self.notice = Some(NoticeLine { text, is_problem: true });
    }

    /// News can be sent again.
    pub(crate) fn reset_signal(&self) {
        self.signal.reset();
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
            is_escape.then_some(Message::Left)
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
        // Keys and the window, and whether the system is dark.
        assert_eq!(app.subscription().units(), 2);
        assert_eq!(app.tick(), None);
    }
}

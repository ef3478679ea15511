//! Navigation between screens.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use tengen_front::command::Command;
use tengen_front::form::Field;
use tengen_front::line::PositionWords;
use tengen_front::refusal::Refusal;
use tengen_front::words::Context;
use tengen_front::workspace::{self, Done};
use tengen_session::Step;

use super::App;
use crate::prompt::{Prompt, Purpose};
use crate::screen::Screen;
use crate::screen::form::FormScreen;
use crate::screen::game::GameScreen;
use crate::screen::help::Help;
use crate::screen::list::{Choice, ListScreen};
use crate::screen::report::ReportScreen;
use crate::screen::settings::SettingsScreen;
use crate::screen::start::{Start, StartChoice};
use crate::shown::Shown;

/// The effect of a key on a screen other than the board.
#[derive(Debug)]
pub(crate) enum Next {
    /// Nothing, or only the screen itself has changed.
    Stay,
    /// The screen is left.
    Back,
    /// The display settings have changed.
    KeepDisplay,
    /// Something on the start screen was chosen.
    Start(StartChoice),
    /// An entry of a list was chosen.
    Choose(Choice),
    /// The game of the form begins.
    Begin,
    /// A value of the form is typed.
    Type(Field),
    /// The name of the player is typed.
    TypeName,
    /// Something cannot be done.
    Refused(Box<Refusal>),
    /// The screen leaves it to the workspace.
    Command(Command),
    /// The board is shown, and does this.
    OnBoard(Command),
    /// A tag for the chosen game of the library is typed.
    TypeTag,
    /// A file or folder for the library is typed.
    TypePath,
    /// The position of the library's preview is looked for.
    Explore,
    /// The games of the library's list are counted.
    Count,
    /// A question of the first start is answered.
    Welcomed,
    /// The questions of the first start are left.
    SkipWelcome,
    /// All games are counted instead of those of the user, or the other way.
    CountOthers,
}

impl App {
    /// Does what a key asks for.
    pub(super) fn obey(&mut self, command: Command) {
        if command == Command::Help {
            self.help = Some(Help::new(self.context(), self.workspace.keys()));
            return;
        }
        let next = match &mut self.screen {
            Screen::Start(start) => start.obey(command),
            Screen::Form(form) => form.obey(command),
            Screen::List(list) => list.obey(command),
            Screen::Settings(settings) => {
                settings.obey(command, &mut self.display, &mut self.workspace)
            }
            Screen::Report(report) => report.obey(command, &mut self.workspace),
            Screen::Explorer(explorer) => explorer.obey(command),
            Screen::Statistics(statistics) => statistics.obey(command),
            Screen::Welcome(welcome) => welcome.obey(command),
            // Their keys have a way of their own.
            Screen::Career(_) | Screen::Library(_) | Screen::Learn(_) | Screen::Glossary(_) => {
                Next::Stay
            }
            Screen::Game => return self.obey_on_board(command),
        };
        self.proceed(next);
    }

    fn obey_on_board(&mut self, command: Command) {
        let done = match command {
            Command::Coordinates => {
                self.display.has_coordinates = !self.display.has_coordinates;
                Ok(Done::Nothing)
            }
            _ => self.game.obey(command, &mut self.workspace),
        };
        self.follow(done);
    }

    pub(super) fn proceed(&mut self, next: Next) {
        let done = match next {
            Next::Stay => return,
            Next::Back => return self.back(),
            Next::KeepDisplay => {
                let terminal = self.display.to_settings();
                self.workspace.change_settings(|it| it.terminal = terminal).map(|()| Done::Nothing)
            }
            Next::Start(choice) => self.start(choice),
            Next::Choose(choice) => self.choose(choice),
            Next::Begin => self.begin(),
            Next::Type(field) => {
                self.prompt = Some(Prompt::new(Purpose::Field(field), ""));
                Ok(Done::Nothing)
            }
            Next::Refused(reason) => Err(*reason),
            Next::TypeName => {
                let name = self.workspace.settings().game.name.clone();
                self.prompt = Some(Prompt::new(Purpose::PlayerName, &name));
                Ok(Done::Nothing)
            }
            Next::Command(command) => self.workspace.command(command),
            Next::TypeTag => {
                self.prompt = Some(Prompt::new(Purpose::Command(Command::Tag), ""));
                Ok(Done::Nothing)
            }
            Next::TypePath => {
                self.prompt = Some(Prompt::new(Purpose::Command(Command::AddGames), ""));
                Ok(Done::Nothing)
            }
            Next::Explore => self.explore_preview(),
            Next::Count => self.count_listed(),
            Next::Welcomed => self.answer_welcome(),
            Next::SkipWelcome => self.skip_welcome(),
            Next::CountOthers => self.count_others(),
            Next::OnBoard(command) => {
                self.show_board();
                return self.obey_on_board(command);
            }
        };
        self.follow(done);
    }

    fn start(&mut self, choice: StartChoice) -> Result<Done, Refusal> {
        match choice {
            StartChoice::Return => {
                self.show_board();
                Ok(Done::Nothing)
            }
            StartChoice::Career => {
                self.set_out(any_seed(), false);
                Ok(Done::Nothing)
            }
            StartChoice::Command(command) => self.workspace.command(command),
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<Done, Refusal> {
        match choice {
            Choice::Folder(folder) => {
                self.show_files(&folder);
                Ok(Done::Nothing)
            }
            Choice::Record(path) => self.workspace.open_file(&path),
            Choice::Unfinished(key) => self.workspace.continue_game(key),
            Choice::Draft(idx) => self.workspace.recover(idx),
            Choice::Node(node) => {
                let done = self.workspace.go(Step::Node(node))?;
                self.show_board();
                self.game.is_browsing = true;
                Ok(done)
            }
            Choice::Game(idx) => {
                let done = self.workspace.show_game(idx)?;
                self.show_board();
                Ok(done)
            }
            Choice::Info(key) => {
                let fields = self.workspace.info_fields();
                let text = fields.iter().find(|it| it.0 == key).map_or("", |it| it.1.as_str());
                self.prompt = Some(Prompt::new(Purpose::Info(key), text));
                Ok(Done::Nothing)
            }
        }
    }

    fn begin(&mut self) -> Result<Done, Refusal> {
        let Screen::Form(screen) = &self.screen else { return Ok(Done::Nothing) };
        let (form, is_play_on) = (screen.form.clone(), screen.is_play_on);
        if is_play_on { self.workspace.play_on(&form) } else { self.workspace.begin(&form) }
    }

    /// Shows what the workspace asks for.
    pub(super) fn show(&mut self, screen: workspace::Screen) {
        use workspace::Screen as Wanted;
        match screen {
            Wanted::Start => self.show_start(),
            Wanted::Game => self.show_new_board(),
            Wanted::Help => self.help = Some(Help::new(self.context(), self.workspace.keys())),
            Wanted::TypedHelp => self.help = Some(Help::typed()),
            Wanted::NewGame => {
                let form = self.workspace.form().with_fields(&Field::BY_OPPONENT);
                self.show_form(FormScreen::new(form, false));
            }
            Wanted::PlayOn => {
                let form = self.workspace.play_on_form();
                self.show_form(FormScreen::new(form, true));
            }
            Wanted::Open => self.show_files(&self.folder.clone()),
            Wanted::Settings => self.cover_board(Screen::Settings(SettingsScreen::default())),
            Wanted::KeyMoves => self.show_list(ListScreen::key_moves(&self.workspace)),
            Wanted::Learn => self.show_lessons(),
            Wanted::Glossary(query) => self.show_glossary(&query),
            Wanted::Library(query) => self.show_library(&query),
            Wanted::Explorer(words) => self.show_explorer(&words),
            Wanted::Statistics(query) => self.show_statistics(&query),
            Wanted::Report => self.cover_board(Screen::Report(ReportScreen::default())),
            Wanted::Games => self.show_list(ListScreen::games(&self.workspace)),
            Wanted::Info => self.show_list(ListScreen::info(&self.workspace)),
            Wanted::Unfinished => {
                let list = ListScreen::unfinished(&mut self.workspace, SystemTime::now());
                self.show_list(list);
            }
            other => self.prompt = self.prompt_for(other),
        }
    }

    /// The prompt for what the workspace wants to be typed.
    fn prompt_for(&self, screen: workspace::Screen) -> Option<Prompt> {
        use workspace::Screen as Wanted;
        let markup = self.workspace.view().map(|it| &it.markup);
        let prompt = |command, text: &str| Some(Prompt::new(Purpose::Command(command), text));
        match screen {
            Wanted::Prompt => Some(Prompt::new(Purpose::Order, "").with_history(&self.history)),
            Wanted::OpenPath => prompt(Command::OpenPath, ""),
            Wanted::Join => Some(Prompt::new(Purpose::Order, "join ")),
            Wanted::SaveAs => {
                let path = self.workspace.new_path(Path::new(""));
                prompt(Command::SaveAs, &path.display().to_string())
            }
            Wanted::ExportPicture => prompt(Command::ExportPicture, ""),
            Wanted::Find(text) => prompt(Command::Find, &text),
            Wanted::GuessLead => prompt(Command::GuessLead, ""),
            Wanted::GoToMove => prompt(Command::GoToMove, ""),
            Wanted::Comment => prompt(Command::Comment, &markup?.comment),
            Wanted::NodeName => prompt(Command::Name, &markup?.name),
            Wanted::Label(point, text) => Some(Prompt::new(Purpose::Label(point), &text)),
            _ => None,
        }
    }

    fn show_form(&mut self, form: FormScreen) {
        self.cover_board(Screen::Form(Box::new(form)));
    }

    fn show_list(&mut self, list: ListScreen) {
        self.cover_board(Screen::List(Box::new(list)));
    }

    fn show_files(&mut self, folder: &Path) {
        let games = self.workspace.finished_folder();
        self.show_list(ListScreen::files(folder, games.as_deref()));
    }

    /// Reads the list on the screen again, after it was changed.
    pub(super) fn refresh_list(&mut self) {
        if let Screen::List(list) = &mut self.screen {
            list.set_entries(ListScreen::info(&self.workspace));
        }
    }

    pub(super) fn show_start(&mut self) {
        self.leave_board();
        self.is_board_below = false;
        self.screen = Screen::Start(Box::new(Start::new(&mut self.workspace)));
    }

    /// Shows another screen, from which there is a way back to the board.
    pub(super) fn cover_board(&mut self, screen: Screen) {
        self.is_board_below |= matches!(self.screen, Screen::Game);
        self.leave_board();
        self.screen = screen;
    }

    /// Clocks do not run behind other screens.
    pub(super) fn leave_board(&mut self) {
        if matches!(self.screen, Screen::Game) {
            self.workspace.leave_board();
        }
    }

    /// Shows a game or a record that was just opened.
    fn show_new_board(&mut self) {
        let Some(view) = self.workspace.view() else { return };
        self.game = GameScreen::new(view);
        self.screen = Screen::Game;
        self.is_board_below = false;
    }

    /// Shows the board as it was left.
    fn show_board(&mut self) {
        if self.workspace.is_running() {
            // It was paused when it was left, so resuming cannot be refused.
            let _ = self.workspace.continue_last();
        }
        self.screen = Screen::Game;
        self.is_board_below = false;
    }

    fn back(&mut self) {
        if self.return_to_library() || self.return_to_lessons() {
            return;
        }
        if self.is_board_below && self.workspace.view().is_some() {
            self.show_board();
        } else {
            self.show_start();
        }
    }

    /// What is shown in place of the board, as the workspace calls it.
    pub fn screen(&self) -> workspace::Screen {
        use workspace::Screen as Shown;
        match self.prompt.as_ref().map(|it| it.purpose) {
            Some(Purpose::Command(Command::SaveAs)) => return Shown::SaveAs,
            Some(Purpose::Command(Command::ExportPicture)) => return Shown::ExportPicture,
            Some(Purpose::Command(Command::Comment)) => return Shown::Comment,
            Some(Purpose::Label(point)) => return Shown::Label(point, String::new()),
            Some(_) => return Shown::Prompt,
            None => (),
        }
        match &self.screen {
            Screen::Start(_) | Screen::Career(_) | Screen::Welcome(_) => Shown::Start,
            Screen::Library(library) => Shown::Library(library.browser.filter().to_owned()),
            Screen::Explorer(_) => Shown::Explorer(PositionWords::default()),
            Screen::Learn(_) => Shown::Learn,
            Screen::Glossary(_) => Shown::Glossary(String::new()),
            Screen::Statistics(_) => Shown::Statistics(String::new()),
            Screen::Form(form) if form.is_play_on => Shown::PlayOn,
            Screen::Form(_) => Shown::NewGame,
            Screen::List(list) => list.screen(),
            Screen::Settings(_) => Shown::Settings,
            Screen::Report(_) => Shown::Report,
            Screen::Game => Shown::Game,
        }
    }

    /// What is on the screen, as far as keys are concerned.
    fn context(&self) -> Context {
        match &self.screen {
            Screen::Start(_) => Context::Menu,
            Screen::Form(_) => Context::Form,
            Screen::Settings(_) => Context::Settings,
            Screen::Report(_) => Context::Report,
            Screen::Library(_) => Context::Library,
            Screen::Explorer(_) => Context::Explorer,
            Screen::Learn(lessons) => lessons.context(),
            Screen::Glossary(_) => Context::Glossary,
            Screen::Welcome(_) => Context::Welcome,
            Screen::Statistics(_) => Context::Statistics,
            Screen::List(list) => list.context(),
            Screen::Career(career) if career.is_playing() => Context::Challenge,
            Screen::Career(_) => Context::Road,
            Screen::Game => Shown::new(&self.workspace)
                .map_or(Context::Menu, |it| it.context(self.game.is_browsing)),
        }
    }
}

/// A seed that is different each time.
pub(crate) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() << 30 | u64::from(now.subsec_nanos())
}

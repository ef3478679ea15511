//! Files: opened, saved, recovered.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use iced::Task;
use iced::futures::channel::oneshot;

use crate::app::App;
use crate::cannot::CannotDo;
use crate::describe;
use crate::dialog::{Dialog, Next};
use crate::message::{Message, Parcel, Purpose};
use crate::room::Opened;

/// What records are called.
const EXTENSIONS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// Files of up to so many bytes are read at once.
const AT_ONCE: u64 = 200_000;

impl App {
    /// Asks for a file: with the dialog of the system where there is one.
    pub(super) fn choose_file(&mut self) -> Task<Message> {
        if has_dialogs() { self.browse(Purpose::Open) } else { self.type_path() }
    }

    pub(super) fn browse(&mut self, purpose: Purpose) -> Task<Message> {
        let dialog = rfd::AsyncFileDialog::new().add_filter("Game records", &EXTENSIONS);
        let dialog = match self.room.path().as_deref().and_then(Path::parent) {
            Some(folder) => dialog.set_directory(folder),
            None => dialog,
        };
        let name = self.file_name();
        let chosen = async move {
            let file = match purpose {
                Purpose::Open => dialog.pick_file().await,
                Purpose::Save => dialog.set_file_name(name).save_file().await,
            };
            file.map(|it| it.path().to_owned())
        };
        Task::perform(chosen, move |path| Message::Chosen(purpose, path))
    }

    /// What the record would be called.
    fn file_name(&self) -> String {
        let known = self.room.path();
        let name = known.as_deref().and_then(Path::file_name);
        name.map_or_else(|| "game.sgf".to_owned(), |it| it.to_string_lossy().into_owned())
    }

    pub(super) fn chosen(&mut self, purpose: Purpose, path: Option<PathBuf>) -> Task<Message> {
        match (purpose, path) {
            (_, None) => Task::none(),
            (Purpose::Open, Some(path)) => self.ask_to_open(path),
            (Purpose::Save, Some(path)) => {
                self.write(&path);
                Task::none()
            }
        }
    }

    /// Takes a path that was typed.
    pub(super) fn take_path(&mut self, purpose: Purpose, text: &str) -> Task<Message> {
        let path = PathBuf::from(text.trim());
        if path.as_os_str().is_empty() {
            return Task::none();
        }
        match purpose {
            Purpose::Open => return self.ask_to_open(path),
            Purpose::Save if path.exists() && self.room.path().as_deref() != Some(&path) => {
                self.dialog = Some(Dialog::Replace(path));
            }
            Purpose::Save => self.write(&path),
        }
        Task::none()
    }

    pub(super) fn ask_to_open(&mut self, path: PathBuf) -> Task<Message> {
        self.notice = None;
        self.unless_unsaved(Next::Open(path))
    }

    /// Opens a file: a small one at once, a large one in the background.
    pub(super) fn open_file(&mut self, path: PathBuf) -> Task<Message> {
        let ruleset = self.room.config.game.rules;
        let is_large = fs::metadata(&path).is_ok_and(|it| it.len() > AT_ONCE);
        if !is_large {
            let opened = Opened::read(&path, ruleset);
            self.show_file(&path, opened);
            return Task::none();
        }
        self.tell(format!("Reading {}…", path.display()));
        let (sender, receiver) = oneshot::channel();
        let thread = thread::Builder::new().name("reader".into());
        let file = path.clone();
        let started = thread.spawn(move || {
            // A window that was closed does not wait for the file.
            let _ = sender.send(Opened::read(&file, ruleset));
        });
        if let Err(error) = started {
            self.refuse(&format!("{} cannot be read: {error}", path.display()));
            return Task::none();
        }
        Task::perform(receiver, move |opened| {
            Message::Loaded(path.clone(), Parcel(Arc::new(Mutex::new(opened.ok()))))
        })
    }

    /// Takes what was read in the background.
    pub(super) fn take_parcel(&mut self, path: &Path, parcel: &Parcel) {
        let opened = parcel.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.notice = None;
        if let Some(opened) = opened {
            self.show_file(path, opened);
        }
    }

    fn show_file(&mut self, path: &Path, opened: Result<Opened, CannotDo>) {
        let warnings = match opened {
            Ok(opened) => self.room.show_file(path, opened),
            Err(reason) => {
                self.room.forget_missing(path);
                return self.refuse(&reason.to_string());
            }
        };
        self.show_record();
        if let Some(first) = warnings.first() {
            let more = match warnings.len() {
                1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            self.tell(format!("The file was repaired: {first}{more}"));
        }
        if self.room.games().len() > 1 {
            self.dialog = Some(Dialog::Games);
        }
    }

    fn show_record(&mut self) {
        self.display.is_editing = true;
        self.display.tool = crate::edit::Tool::Play;
        self.dialog = None;
        self.show_game();
    }

    /// Shows another game of the file.
    pub(super) fn show_game_of_file(&mut self, idx: usize) {
        let shown = self.room.show_game(idx);
        match shown {
            Ok(()) => self.show_record(),
            Err(reason) => self.refuse(&reason.to_string()),
        }
    }

    pub(super) fn ask_to_recover(&mut self, idx: usize) -> Task<Message> {
        self.unless_unsaved(Next::Recover(idx))
    }

    pub(super) fn recover(&mut self, idx: usize) {
        let recovered = self.room.recover(idx);
        match recovered {
            Ok(()) => {
                self.show_record();
                self.tell("Here is what was not saved.");
            }
            Err(reason) => self.refuse(&reason.to_string()),
        }
    }

    /// Goes on with the saved game.
    pub(super) fn resume(&mut self) {
        let resumed = self.room.resume();
        match resumed {
            Ok(()) => {
                self.display.is_editing = false;
                self.show_game();
            }
            Err(reason) => self.refuse(&reason.to_string()),
        }
    }

    pub(super) fn save(&mut self) -> Task<Message> {
        match self.room.path() {
            Some(path) => {
                self.write(&path);
                Task::none()
            }
            None => self.save_as(),
        }
    }

    pub(super) fn save_as(&mut self) -> Task<Message> {
        if has_dialogs() {
            return self.browse(Purpose::Save);
        }
        let folder = std::env::current_dir().unwrap_or_default();
        let path = self.room.path().unwrap_or_else(|| folder.join("game.sgf"));
        self.open(Dialog::Path(Purpose::Save, path.display().to_string()))
    }

    /// Writes the record to a file.
    pub(super) fn write(&mut self, path: &Path) {
        let written = self.room.write(path);
        match written {
            Ok(()) => self.tell(format!("Saved as {}.", path.display())),
            Err(reason) => self.refuse(&reason.to_string()),
        }
        self.refresh();
    }

    pub(crate) fn look_for_saved(&mut self) {
        self.saved = self.room.saved().map(|view| describe::saved(&view));
    }
}

/// Whether the system is likely to have a dialog for files.
fn has_dialogs() -> bool {
    let is_bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some();
    !cfg!(target_os = "linux") || is_bus
}

//! Files: chosen, read in the background, saved.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use iced::Task;
use iced::futures::channel::oneshot;
use tengen_front::file_kind::{PICTURE_ENDINGS, RECORD_ENDINGS};
use tengen_front::library::ToAdd;
use tengen_front::notice::Notice;
use tengen_front::question::{Answer, Question};
use tengen_front::workspace::LoadedFile;

use crate::app::App;
use crate::dialog::Dialog;
use crate::message::{LoadedOnce, Message, Purpose};

impl App {
    /// Asks for a file: with the dialog of the system where there is one.
    pub(super) fn choose_file(&mut self) -> Task<Message> {
        if has_dialogs() { self.browse(Purpose::Open) } else { self.type_path(Purpose::Open) }
    }

    /// Asks for the name of a file that is written.
    pub(super) fn choose_name(&mut self, purpose: Purpose) -> Task<Message> {
        if has_dialogs() { self.browse(purpose) } else { self.type_path(purpose) }
    }

    pub(super) fn browse(&mut self, purpose: Purpose) -> Task<Message> {
        let dialog = rfd::AsyncFileDialog::new();
        let dialog = match purpose {
            Purpose::AddFolder => dialog,
            Purpose::Open | Purpose::Save | Purpose::AddFile => {
                dialog.add_filter("Game records", &RECORD_ENDINGS)
            }
            Purpose::Export => dialog.add_filter("Pictures", &PICTURE_ENDINGS),
        };
        let dialog = match self.workspace.path().and_then(Path::parent) {
            Some(folder) => dialog.set_directory(folder),
            None => dialog,
        };
        let name = self.file_name(purpose);
        let chosen = async move {
            let file = match purpose {
                Purpose::AddFolder => dialog.pick_folder().await,
                Purpose::Open | Purpose::AddFile => dialog.pick_file().await,
                Purpose::Save | Purpose::Export => dialog.set_file_name(name).save_file().await,
            };
            file.map(|it| it.path().to_owned())
        };
        Task::perform(chosen, move |path| Message::Chosen(purpose, path))
    }

    /// What a file that is written would be called.
    fn file_name(&self, purpose: Purpose) -> String {
        let name = self.path_of(purpose);
        name.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The path that is offered.
    fn path_of(&self, purpose: Purpose) -> PathBuf {
        let folder = std::env::current_dir().unwrap_or_default();
        match (purpose, self.workspace.path()) {
            (Purpose::Open | Purpose::AddFile | Purpose::AddFolder, _) => folder.join(""),
            (Purpose::Save, Some(path)) => path.to_owned(),
            (Purpose::Save, None) => self.workspace.new_path(&folder),
            (Purpose::Export, Some(path)) => path.with_extension("svg"),
            (Purpose::Export, None) => folder.join("board.svg"),
        }
    }

    pub(super) fn type_path(&mut self, purpose: Purpose) -> Task<Message> {
        let path = self.path_of(purpose).display().to_string();
        self.open(Dialog::Path(purpose, path))
    }

    /// Takes what was chosen in a dialog of the system, which has asked
    /// already whether a file is replaced.
    pub(super) fn chosen(&mut self, purpose: Purpose, path: Option<PathBuf>) -> Task<Message> {
        let Some(path) = path else { return Task::none() };
        self.dialog = None;
        let question = match purpose {
            Purpose::Open => return self.open_file(&path),
            Purpose::AddFile | Purpose::AddFolder => {
                let done = self.workspace.add_to_library(ToAdd::Once(path));
                return self.take(done);
            }
            Purpose::Save => Question::Overwrite(path),
            Purpose::Export => Question::OverwritePicture(path),
        };
        let done = self.workspace.answer(question, Answer::Yes);
        self.take(done)
    }

    /// Takes a path that was typed; one that is refused can be mended.
    pub(super) fn take_path(&mut self, purpose: Purpose, text: &str) -> Task<Message> {
        let path = PathBuf::from(text.trim());
        if path.as_os_str().is_empty() {
            return Task::none();
        }
        let done = match purpose {
            Purpose::Open => self.workspace.open_file(&path),
            Purpose::AddFile | Purpose::AddFolder => {
                self.workspace.add_to_library(ToAdd::Once(path))
            }
            Purpose::Save => self.workspace.save_as(&path),
            Purpose::Export => self.workspace.export_picture(&path),
        };
        if done.is_err() {
            self.dialog = Some(Dialog::Path(purpose, text.to_owned()));
        }
        self.take(done)
    }

    /// Opens a file, or asks first.
    pub(super) fn open_file(&mut self, path: &Path) -> Task<Message> {
        self.notice = None;
        let done = self.workspace.open_file(path);
        if done.is_err() {
            // A file that is gone is offered no longer.
            self.list_start();
        }
        self.take(done)
    }

    /// Reads a large file in the background.
    pub(super) fn load(&mut self, path: &Path) -> Task<Message> {
        self.tell(&[Notice::Reading(path.to_owned())]);
        let ruleset = self.workspace.settings().game.rules;
        let (sender, receiver) = oneshot::channel();
        let file = path.to_owned();
        let started = thread::Builder::new().name("reader".into()).spawn(move || {
            // A window that was closed does not wait for the file.
            let _ = sender.send(LoadedFile::read(&file, 0, ruleset));
        });
        if started.is_err() {
            let loaded = LoadedFile::read(path, 0, ruleset);
            let done = loaded.and_then(|it| self.workspace.show_file(it));
            return self.take(done);
        }
        Task::perform(receiver, |loaded| {
            Message::Loaded(LoadedOnce(Arc::new(Mutex::new(loaded.ok()))))
        })
    }

    /// Shows what was read in the background.
    pub(super) fn show_loaded(&mut self, loaded: &LoadedOnce) -> Task<Message> {
        let loaded = loaded.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.notice = None;
        let done = match loaded {
            Some(Ok(loaded)) => self.workspace.show_file(loaded),
            Some(Err(reason)) => Err(reason),
            None => return Task::none(),
        };
        self.take(done)
    }
}

/// Whether the system is likely to have a dialog for files.
fn has_dialogs() -> bool {
    let is_bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some();
    !cfg!(target_os = "linux") || is_bus
}

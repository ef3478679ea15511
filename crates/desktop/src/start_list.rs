//! Everything that can be opened from the start page, in one list.

use std::time::SystemTime;

use tengen_front::command::Command;
use tengen_front::words::{self, Entry};
use tengen_front::workspace::{Workspace, file_entry};

use crate::app::App;
use crate::message::Message;

/// The part of the list where an entry is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum StartSection {
    Unfinished,
    Drafts,
    Recent,
    Played,
}

impl StartSection {
    /// The title above its entries.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            StartSection::Unfinished => "Unfinished games",
            StartSection::Drafts => "Unsaved changes",
            StartSection::Recent => "Recent files",
            StartSection::Played => "Played games",
        }
    }
}

/// Something that can be opened.
#[derive(Clone, Debug)]
pub(crate) struct StartEntry {
    pub(crate) section: StartSection,
    pub(crate) entry: Entry,
    /// What opens it.
    pub(crate) message: Message,
}

impl App {
    /// Looks again for what can be opened.
    pub(crate) fn list_start(&mut self) {
        let workspace = &mut self.workspace;
        let mut list = unfinished(workspace);
        list.extend(drafts(workspace));
        list.extend(recent(workspace));
        list.extend(played(workspace));
        self.start_list = list;
        self.learned = words::learned(&self.workspace.open_lessons());
    }
}

/// The game that is open, if it is not over, and all others.
fn unfinished(workspace: &mut Workspace) -> Vec<StartEntry> {
    let entry = |entry: Entry, message: Message| StartEntry {
        section: StartSection::Unfinished,
        entry,
        message,
    };
    let open_key = workspace.game().and_then(tengen_host::GameHandle::key);
    let mut list = Vec::new();
    if let Some(view) = workspace.view().filter(|_| workspace.is_running()) {
        let open = Entry { title: words::describe(view), detail: "on the board".to_owned() };
        list.push(entry(open, Message::Do(Command::Continue)));
    }
    let now = SystemTime::now();
    let others = workspace.unfinished();
    let others = others.iter().filter(|it| open_key.as_ref() != Some(&it.key));
    list.extend(
        others.map(|it| entry(words::unfinished(it, now), Message::Continue(it.key.clone()))),
    );
    list
}

fn drafts(workspace: &mut Workspace) -> Vec<StartEntry> {
    let entry = |idx, title| StartEntry {
        section: StartSection::Drafts,
        entry: Entry { title, detail: "Recover unsaved changes".to_owned() },
        message: Message::Recover(idx),
    };
    (0..).zip(workspace.drafts()).map(|(idx, title)| entry(idx, title)).collect()
}

fn recent(workspace: &Workspace) -> Vec<StartEntry> {
    let entry = |path: &std::path::PathBuf| StartEntry {
        section: StartSection::Recent,
        entry: file_entry(path),
        message: Message::OpenFile(path.clone()),
    };
    workspace.recent().iter().map(entry).collect()
}

fn played(workspace: &Workspace) -> Vec<StartEntry> {
    let played = workspace.finished().into_iter();
    played
        .map(|it| StartEntry {
            section: StartSection::Played,
            entry: words::summary(&it.summary),
            message: Message::OpenFile(it.path),
        })
        .collect()
}

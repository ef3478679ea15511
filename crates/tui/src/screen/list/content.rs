//! What each list has in it.

use std::path::Path;
use std::time::SystemTime;

use tengen_front::review::ReviewView;
use tengen_front::words::{self, Entry};
use tengen_front::workspace::{FolderEntry, Workspace, file_remark, folder_entries};

use super::{Choice, Item, ListScreen, Rows};

/// The most files that are read before a folder is shown.
const MAX_READ: usize = 200;

impl ListScreen {
    /// The records of a folder, with a way to the folders around it.
    pub(crate) fn files(folder: &Path, games: Option<&Path>) -> ListScreen {
        let parent = folder.canonicalize().ok().and_then(|it| Some(it.parent()?.to_owned()));
        let mut items = Vec::new();
        if let Some(parent) = &parent {
            items.push(item(Choice::Folder(parent.clone()), "..", true));
        }
        if let Some(games) = games.filter(|it| *it != folder && it.is_dir()) {
            items.push(item(Choice::Folder(games.to_owned()), "finished games", true));
        }
        let entries = folder_entries(folder);
        items.extend(entries.iter().map(|entry| match entry {
            FolderEntry::Folder(name) => {
                item(Choice::Folder(folder.join(name)), &format!("{name}/"), true)
            }
            FolderEntry::Record(name) => item(Choice::Record(folder.join(name)), name, false),
        }));
        let records = items.iter_mut().filter(|it| matches!(it.choice, Choice::Record(_)));
        for item in records.take(MAX_READ) {
            if let Choice::Record(path) = &item.choice {
                item.entry.detail = file_remark(path);
            }
        }
        let first = items.iter().position(|it| matches!(it.choice, Choice::Record(_)));
        ListScreen {
            title: folder.display().to_string(),
            items,
            chosen: first.unwrap_or(0),
            remark: if first.is_some() { "" } else { "no games here" },
            parent,
            rows: Rows::default(),
        }
    }

    /// The games that can be continued, and records with unsaved changes.
    pub(crate) fn unfinished(workspace: &mut Workspace, now: SystemTime) -> ListScreen {
        let games = workspace.unfinished();
        let games = games.into_iter().map(|game| Item {
            entry: words::unfinished(&game, now),
            choice: Choice::Unfinished(game.key),
            is_accented: false,
        });
        let drafts = workspace.drafts();
        let drafts = drafts.into_iter().enumerate().map(|(idx, title)| Item {
            choice: Choice::Draft(idx),
            entry: Entry { title, detail: "unsaved changes".to_owned() },
            is_accented: false,
        });
        let items: Vec<Item> = games.chain(drafts).collect();
        let remark = if items.is_empty() { "no unfinished games" } else { "" };
        ListScreen {
            title: "Unfinished games".to_owned(),
            items,
            chosen: 0,
            remark,
            parent: None,
            rows: Rows::default(),
        }
    }

    /// The games of the file that is open.
    pub(crate) fn games(workspace: &Workspace) -> ListScreen {
        let games = workspace.games_of_file().iter().enumerate();
        let items = games.map(|(idx, game)| {
            let Entry { title, detail } = words::summary(game);
            let entry = Entry { title: format!("{}. {title}", idx + 1), detail };
            Item { choice: Choice::Game(idx), entry, is_accented: false }
        });
        ListScreen {
            title: "Games in this file".to_owned(),
            items: items.collect(),
            chosen: workspace.game_idx(),
            remark: "",
            parent: None,
            rows: Rows::default(),
        }
    }

    /// The moves that lost most, with a word about each.
    pub(crate) fn key_moves(workspace: &Workspace) -> ListScreen {
        let review = workspace.review();
        let moves = review.map(ReviewView::key_moves).unwrap_or_default();
        let is_hidden = review.is_some_and(|it| it.is_hidden);
        let chosen = moves.iter().position(|it| it.is_here).unwrap_or(0);
        let items = moves.iter().map(|it| Item {
            choice: Choice::Node(it.judged.node),
            entry: Entry {
                title: words::mistake_line(it),
                detail: words::explained(it.judged, is_hidden),
            },
            is_accented: false,
        });
        let items: Vec<Item> = items.collect();
        let remark = if items.is_empty() { "no mistakes so far" } else { "" };
        ListScreen {
            title: "Key moves".to_owned(),
            items,
            chosen,
            remark,
            parent: None,
            rows: Rows::default(),
        }
    }

    /// The game info.
    pub(crate) fn info(workspace: &Workspace) -> ListScreen {
        let fields = workspace.info_fields().into_iter();
        let items = fields.map(|(key, value)| {
            item(Choice::Info(key), &format!("{:<13} {value}", words::info_name(key)), false)
        });
        ListScreen {
            title: "Game info".to_owned(),
            items: items.collect(),
            chosen: 0,
            remark: "",
            parent: None,
            rows: Rows::default(),
        }
    }
}

fn item(choice: Choice, title: &str, is_accented: bool) -> Item {
    let entry = Entry { title: title.to_owned(), detail: String::new() };
    Item { choice, entry, is_accented }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tengen_front::command::Command;

    use super::*;
    use crate::app::Next;

    #[test]
    fn folders_come_before_records_of_every_ending() {
        let folder = std::env::temp_dir().join(format!("tengen-list-{}", std::process::id()));
        fs::create_dir_all(folder.join("more")).unwrap();
        for name in ["b.sgf", "a.gib", "notes.txt", ".hidden.sgf"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let mut list = ListScreen::files(&folder, Some(&folder.join("more")));
        let titles: Vec<&str> = list.items.iter().map(|it| it.entry.title.as_str()).collect();
        assert_eq!(titles, ["..", "finished games", "more/", "a.gib", "b.sgf"]);
        fs::write(folder.join("b.sgf"), "(;SZ[9]PB[Ada]BR[3k]PW[A\u{1b}]RE[B+R];B[ee])").unwrap();
        let details = ListScreen::files(&folder, None);
        let details: Vec<&str> = details.items.iter().map(|it| it.entry.detail.as_str()).collect();
        assert_eq!(details[3..], ["Ada 3k (B) vs A\u{fffd} (W) · B+R · 1 move"]);
        let Next::Choose(choice) = list.obey(Command::Confirm) else { panic!("a record") };
        assert_eq!(choice, Choice::Record(folder.join("a.gib")));
        let Next::Choose(choice) = list.obey(Command::Left) else { panic!("a folder") };
        assert_eq!(choice, Choice::Folder(folder.canonicalize().unwrap().parent().unwrap().into()));
        fs::remove_dir_all(&folder).unwrap();
    }
}

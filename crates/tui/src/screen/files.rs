//! Choosing a record among files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::{card, next, previous};
use crate::app::{Goal, Look, Outcome, Request};
use crate::keys::Command;
use crate::panel::footer;
use crate::theme::Role;

/// A folder with its records.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    /// Where the games of the player are kept.
    games: Option<PathBuf>,
    entries: Vec<Entry>,
    chosen: usize,
}

#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Entry {
    Parent,
    Games,
    Folder(String),
    Record(String),
}

impl Files {
    pub(crate) fn new(folder: &Path, games: Option<&Path>) -> Files {
        let mut entries: Vec<Entry> = read(folder);
        entries.extend(folder.parent().map(|_| Entry::Parent));
        entries.extend(games.filter(|it| *it != folder && it.is_dir()).map(|_| Entry::Games));
        entries.sort();
        let first = entries.iter().position(|it| matches!(it, Entry::Record(_)));
        Files {
            folder: folder.to_owned(),
            games: games.map(Path::to_owned),
            entries,
            chosen: first.unwrap_or(0),
        }
    }

    pub(crate) fn obey(&mut self, command: Command) -> Outcome {
        match command {
            Command::Up => self.chosen = previous(self.chosen, self.entries.len()),
            Command::Down => self.chosen = next(self.chosen, self.entries.len()),
            Command::PageBack => self.chosen = self.chosen.saturating_sub(10),
            Command::PageForward => {
                self.chosen = (self.chosen + 10).min(self.entries.len().saturating_sub(1));
            }
            Command::First => self.chosen = 0,
            Command::Last => self.chosen = self.entries.len().saturating_sub(1),
            Command::Left => self.climb(),
            Command::Confirm | Command::Right => return self.choose(),
            Command::Cancel | Command::Quit => return Outcome::GoTo(Goal::Start),
            _ => (),
        }
        Outcome::Nothing
    }

    fn climb(&mut self) {
        if let Some(parent) = self.folder.parent().map(Path::to_owned) {
            self.enter(&parent);
        }
    }

    fn enter(&mut self, folder: &Path) {
        *self = Files::new(folder, self.games.as_deref());
    }

    fn choose(&mut self) -> Outcome {
        match self.entries.get(self.chosen).cloned() {
            Some(Entry::Record(name)) => {
                return Outcome::Request(Request::Open(self.folder.join(name)));
            }
            Some(Entry::Folder(name)) => self.enter(&self.folder.join(name)),
            Some(Entry::Parent) => self.climb(),
            Some(Entry::Games) => self.enter(&self.games.clone().unwrap_or_default()),
            None => (),
        }
        Outcome::Nothing
    }

    pub(crate) fn draw(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.taste.theme;
        let space = (area.width.min(70), area.height.saturating_sub(2));
        let title = self.folder.display().to_string();
        let inner = card(&title, space, theme, (area, buffer));
        let n_rows = usize::from(inner.height).saturating_sub(1);
        let first = self.chosen.saturating_sub(n_rows / 2);
        let first = first.min(self.entries.len().saturating_sub(n_rows));
        let shown = self.entries.iter().enumerate().skip(first).take(n_rows);
        let mut lines: Vec<Line<'_>> = shown
            .map(|(idx, entry)| {
                let (text, style) = match entry {
                    Entry::Parent => ("..".to_owned(), theme.text(Role::Dim)),
                    Entry::Games => {
                        ("games that you have played".to_owned(), theme.text(Role::Accent))
                    }
                    Entry::Folder(name) => (format!("{name}/"), theme.text(Role::Accent)),
                    Entry::Record(name) => (name.clone(), Style::new()),
                };
                let style = if idx == self.chosen { theme.chosen() } else { style };
                Line::styled(format!(" {text} "), style)
            })
            .collect();
        if !self.entries.iter().any(|it| matches!(it, Entry::Record(_))) {
            lines.push(Line::styled(" no records here", theme.text(Role::Dim)));
        }
        Paragraph::new(lines).render(inner, buffer);
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        let keys = [("enter", "open"), ("↑↓", "choose"), ("←", "up a folder"), ("esc", "back")];
        match look.notice_line() {
            Some(line) => line.render(last, buffer),
            None => footer(look, &keys, last, buffer),
        }
    }
}

/// The folders and records of a folder that are not hidden.
fn read(folder: &Path) -> Vec<Entry> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let extension = Path::new(&name).extension().map(OsStr::to_ascii_lowercase);
        let is_record = extension.is_some_and(|it| it == "sgf");
        match name.starts_with('.') {
            true => None,
            false if entry.path().is_dir() => Some(Entry::Folder(name)),
            false => is_record.then_some(Entry::Record(name)),
        }
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_before_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = Files::new(&root.join("examples"), Some(&root.join("docs")));
        assert_eq!(files.entries[..2], [Entry::Parent, Entry::Games]);
        assert!(files.entries.contains(&Entry::Record("game.sgf".to_owned())));
        assert!(matches!(files.entries[files.chosen], Entry::Record(_)));
    }

    #[test]
    fn records_are_chosen() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = Files::new(&root, None);
        while files.entries[files.chosen] != Entry::Folder("examples".to_owned()) {
            files.obey(Command::Down);
        }
        files.obey(Command::Confirm);
        assert!(files.folder.ends_with("examples"));
        let outcome = files.obey(Command::Confirm);
        assert!(matches!(outcome, Outcome::Request(Request::Open(_))), "{outcome:?}");
    }
}

//! The prompt: an editable line, after a colon or for a command's argument.

use std::ops::Range;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use tengen_front::command::Command;
use tengen_front::form::Field;
use tengen_front::line::{completions, files};
use tengen_front::words;
use tengen_record::InfoKey;
use tengen_rules::Point;

use crate::theme::{Role, Theme};

/// The purpose of a prompt.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Purpose {
    /// A point or a command.
    Order,
    /// The argument of a command.
    Command(Command),
    /// A text on a point.
    Label(Point),
    /// An item of game info.
    Info(InfoKey),
    /// A value of the form for a new game.
    Field(Field),
    /// The name of the player.
    PlayerName,
    /// A query for the library, which is always there.
    Filter,
}

/// A line that is being typed.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    text: Vec<char>,
    /// How many letters are before the cursor.
    cursor: usize,
    /// What was typed before, and the place in it: its end is this line.
    history: Vec<String>,
    place: usize,
    /// This line, while an earlier one is shown.
    draft: String,
    /// What the line could become, and which of it is shown.
    completions: Vec<String>,
    chosen: usize,
}

/// The effect of a key on the line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Typed {
    /// It is still being typed.
    Going,
    /// It was cancelled.
    Cancelled,
    /// It was submitted with this text.
    Finished(String),
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose, text: &str) -> Prompt {
        let text: Vec<char> = text.chars().collect();
        Prompt {
            purpose,
            cursor: text.len(),
            text,
            history: Vec::new(),
            place: 0,
            draft: String::new(),
            completions: Vec::new(),
            chosen: 0,
        }
    }

    /// A copy in which the keys up and down go through earlier lines.
    pub(crate) fn with_history(self, history: &[String]) -> Prompt {
        Prompt { history: history.to_vec(), place: history.len(), ..self }
    }

    pub(crate) fn press(&mut self, event: KeyEvent) -> Typed {
        let held = event.modifiers;
        if !matches!(event.code, KeyCode::Tab | KeyCode::BackTab) {
            self.completions.clear();
        }
        match event.code {
            KeyCode::Esc => return Typed::Cancelled,
            KeyCode::Backspace if self.text.is_empty() => return Typed::Cancelled,
            KeyCode::Enter if held.contains(KeyModifiers::ALT) => self.insert('\n'),
            KeyCode::Enter => return Typed::Finished(self.text.iter().collect()),
            KeyCode::Char(letter) if held.contains(KeyModifiers::CONTROL) => self.control(letter),
            KeyCode::Char(letter) => self.insert(letter),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Up => self.recall(self.place.saturating_sub(1)),
            KeyCode::Down => self.recall((self.place + 1).min(self.history.len())),
            KeyCode::Tab => self.complete(1),
            KeyCode::BackTab => self.complete(self.completions.len().saturating_sub(1)),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Backspace => self.erase(self.cursor.saturating_sub(1), self.cursor),
            KeyCode::Delete => self.erase(self.cursor, (self.cursor + 1).min(self.text.len())),
            _ => (),
        }
        Typed::Going
    }

    /// Shows an earlier line, or this one again.
    fn recall(&mut self, place: usize) {
        if place == self.place {
            return;
        }
        if self.place == self.history.len() {
            self.draft = self.text();
        }
        self.place = place;
        let text = self.history.get(place).unwrap_or(&self.draft).clone();
        self.set_text(&text);
    }

    /// Completes the line as far as that is clear, and then goes through what
    /// it could be, this many steps ahead.
    fn complete(&mut self, step: usize) {
        if !self.completions.is_empty() {
            self.chosen = (self.chosen + step) % self.completions.len();
            let text = self.completions[self.chosen].clone();
            return self.set_text(&text);
        }
        let before: String = self.text[..self.cursor].iter().collect();
        let found = match self.purpose {
            Purpose::Order => completions(&before),
            Purpose::Command(Command::SaveAs | Command::OpenPath | Command::ExportPicture) => {
                files(&before)
            }
            _ => Vec::new(),
        };
        if self.cursor < self.text.len() || found.is_empty() {
            return;
        }
        let common = common_start(&found);
        if found.len() == 1 || common.len() > before.len() {
            return self.set_text(&common);
        }
        self.chosen = found.len() - 1;
        self.completions = found;
        self.complete(1);
    }

    fn set_text(&mut self, text: &str) {
        self.text = text.chars().collect();
        self.cursor = self.text.len();
    }

    /// The keys that shells have.
    fn control(&mut self, letter: char) {
        match letter {
            'a' => self.cursor = 0,
            'e' => self.cursor = self.text.len(),
            'u' => self.erase(0, self.cursor),
            'k' => self.erase(self.cursor, self.text.len()),
            'w' => {
                let before = &self.text[..self.cursor];
                let end = before.iter().rposition(|it| *it != ' ').unwrap_or(0);
                let start = before[..end].iter().rposition(|it| *it == ' ').map_or(0, |it| it + 1);
                self.erase(start, self.cursor);
            }
            _ => (),
        }
    }

    fn insert(&mut self, letter: char) {
        self.text.insert(self.cursor, letter);
        self.cursor += 1;
    }

    fn erase(&mut self, from: usize, to: usize) {
        self.text.drain(from..to);
        self.cursor = from;
    }

    /// Inserts a text of the system's clipboard.
    pub(crate) fn paste(&mut self, text: &str) {
        text.chars().filter(|it| !it.is_control()).for_each(|it| self.insert(it));
    }

    fn title(&self) -> String {
        match self.purpose {
            Purpose::Order => ":".to_owned(),
            Purpose::Command(command) => format!("{}: ", command.help()),
            Purpose::Label(point) => format!("{point}: "),
            Purpose::Info(key) => format!("{}: ", words::info_name(key)),
            Purpose::Field(field) => format!("{}: ", words::field(field)),
            Purpose::PlayerName => "Your name: ".to_owned(),
            Purpose::Filter => "Find: ".to_owned(),
        }
    }

    /// What was typed so far.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The line with its cursor, and with some bytes of the text underlined
    /// because they are wrong.
    pub(crate) fn line_with_error(
        &self,
        theme: Theme,
        width: u16,
        wrong: Option<Range<usize>>,
    ) -> Line<'static> {
        let mut line = self.line(theme, width);
        let Some(wrong) = wrong else { return line };
        let style = theme.text(Role::Warning).add_modifier(Modifier::UNDERLINED);
        // Letters of the line, of which those of the title are not of the text.
        let n_title = self.title().chars().count();
        let first = self.first(width);
        let n_letters =
            |n_bytes: usize| self.text().char_indices().take_while(|it| it.0 < n_bytes).count();
        let (start, end) = (n_letters(wrong.start), n_letters(wrong.end));
        let place = |n: usize| n_title + n.saturating_sub(first);
        let (start, end) = (place(start), place(end.max(start + 1)));
        let mut at = 0;
        let mut spans = Vec::new();
        for span in std::mem::take(&mut line.spans) {
            for letter in span.content.chars() {
                let is_wrong = (start..end).contains(&at);
                let style = if is_wrong { span.style.patch(style) } else { span.style };
                spans.push(Span::styled(letter.to_string(), style));
                at += 1;
            }
        }
        Line::from(spans)
    }

    /// The first letter that there is space for.
    fn first(&self, width: u16) -> usize {
        let n_title = self.title().chars().count();
        let space = usize::from(width).saturating_sub(n_title + 1).max(1);
        self.cursor.saturating_sub(space)
    }

    /// The line with its cursor, the part of it that there is space for.
    pub(crate) fn line(&self, theme: Theme, width: u16) -> Line<'static> {
        let title = self.title();
        let first = self.first(width);
        let shown = |letters: &[char]| -> String {
            letters.iter().map(|it| if *it == '\n' { '¶' } else { *it }).collect()
        };
        let mut line = Line::from(vec![
            Span::styled(title, theme.text(Role::Accent)),
            Span::raw(shown(&self.text[first..self.cursor])),
        ]);
        match self.text.get(self.cursor..).and_then(<[char]>::split_first) {
            Some((letter, rest)) => {
                line.push_span(Span::styled(shown(&[*letter]), theme.chosen()));
                line.push_span(Span::raw(shown(rest)));
            }
            None => {
                line.push_span(Span::styled(theme.glyph("█", "_"), theme.text(Role::Cursor)));
            }
        }
        line
    }
}

/// The longest text with which all of them begin.
fn common_start(texts: &[String]) -> String {
    let first = texts.first().map_or("", String::as_str);
    let is_common = |n: usize| texts.iter().all(|it| it.starts_with(&first[..n]));
    let ends = first.char_indices().map(|(idx, letter)| idx + letter.len_utf8());
    let n_common = ends.take_while(|&n| is_common(n)).last().unwrap_or(0);
    first[..n_common].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[(KeyCode, KeyModifiers)]) -> String {
        let mut prompt = Prompt::new(Purpose::Order, "save the game");
        for &(code, held) in keys {
            assert_eq!(prompt.press(KeyEvent::new(code, held)), Typed::Going);
        }
        match prompt.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)) {
            Typed::Finished(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_are_edited_as_in_a_shell() {
        let (plain, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        assert_eq!(typed(&[(KeyCode::Char('s'), plain)]), "save the games");
        assert_eq!(typed(&[(KeyCode::Char('w'), control)]), "save the ");
        assert_eq!(typed(&[(KeyCode::Char('u'), control)]), "");
        assert_eq!(typed(&[(KeyCode::Left, plain), (KeyCode::Backspace, plain)]), "save the gae");
        assert_eq!(typed(&[(KeyCode::Home, plain), (KeyCode::Delete, plain)]), "ave the game");
        let home = (KeyCode::Char('a'), control);
        assert_eq!(typed(&[home, (KeyCode::Char('k'), control)]), "");
    }

    fn press(prompt: &mut Prompt, code: KeyCode) -> String {
        prompt.press(KeyEvent::new(code, KeyModifiers::NONE));
        prompt.text()
    }

    #[test]
    fn earlier_lines_come_back() {
        let history = ["d4".to_owned(), "estimate".to_owned()];
        let mut prompt = Prompt::new(Purpose::Order, "pa").with_history(&history);
        let keys = [KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Down, KeyCode::Down];
        let seen = keys.map(|it| press(&mut prompt, it));
        assert_eq!(seen, ["estimate", "d4", "d4", "estimate", "pa"]);
    }

    #[test]
    fn tab_completes_and_goes_through_what_is_left() {
        let mut prompt = Prompt::new(Purpose::Order, "sa");
        let seen = [KeyCode::Tab; 4].map(|it| press(&mut prompt, it));
        assert_eq!(seen, ["save ", "save! ", "say ", "save "]);
        assert_eq!(press(&mut prompt, KeyCode::BackTab), "say ");
        let mut prompt = Prompt::new(Purpose::Order, "unf");
        assert_eq!(press(&mut prompt, KeyCode::Tab), "unfinished");
        let mut prompt = Prompt::new(Purpose::Command(Command::Comment), "ni");
        assert_eq!(press(&mut prompt, KeyCode::Tab), "ni");
    }

    #[test]
    fn cursor_stays_in_sight() {
        let theme = Theme::from_environment(|_| None);
        let prompt = Prompt::new(Purpose::Order, &"x".repeat(100));
        assert_eq!(prompt.line(theme, 20).width(), 20);
    }
}

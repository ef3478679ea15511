//! The challenges that wait: accepted at some difficulty, or declined.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use crate::TITLE;
use crate::difficulty::Difficulty;
use crate::key::Key;
use crate::offer::Offer;
use crate::scene::frame;
use crate::skin::Skin;

/// What a player has decided.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Choice {
    /// Plays; the challenge waits no longer.
    Play(Offer, Difficulty),
    /// Does not play; the challenge waits no longer.
    Decline(Offer),
    /// Leaves the menu.
    Back,
}

/// The challenges that wait: arrows choose, Enter accepts, D declines, Esc
/// goes back.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    offers: Vec<Offer>,
    chosen: usize,
    difficulty: Difficulty,
    /// Whether the difficulty of the chosen one is being chosen.
    is_accepting: bool,
    skin: Skin,
}

impl Menu {
    /// A menu in which nothing waits.
    pub fn new() -> Menu {
        Menu::default()
    }

    /// A copy with other colors and characters.
    #[must_use]
    pub fn with_skin(self, skin: Skin) -> Menu {
        Menu { skin, ..self }
    }

    /// Adds a challenge.
    pub fn add(&mut self, offer: Offer) {
        self.offers.push(offer);
    }

    /// Replaces all challenges, and leaves the cursor where it was if it can.
    pub fn set_offers(&mut self, offers: Vec<Offer>) {
        let before = self.offers.get(self.chosen).map(Offer::seed);
        let place = offers.iter().position(|it| Some(it.seed()) == before);
        self.is_accepting &= place.is_some();
        let last = offers.len().saturating_sub(1);
        self.chosen = place.unwrap_or(self.chosen.min(last));
        self.offers = offers;
    }

    /// The challenges that wait.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Takes a key.
    pub fn key(&mut self, key: Key) -> Option<Choice> {
        if self.is_accepting {
            return self.choose_difficulty(key);
        }
        match key {
            Key::Up => self.chosen = self.chosen.saturating_sub(1),
            Key::Down => {
                self.chosen = (self.chosen + 1).min(self.offers.len().saturating_sub(1));
            }
            Key::Enter => self.is_accepting = !self.offers.is_empty(),
            Key::Decline => return self.take().map(Choice::Decline),
            Key::Leave => return Some(Choice::Back),
            _ => (),
        }
        None
    }

    fn choose_difficulty(&mut self, key: Key) -> Option<Choice> {
        let idx = self.difficulty.index();
        match key {
            Key::Up | Key::Left => self.difficulty = Difficulty::from_index(idx.saturating_sub(1)),
            Key::Down | Key::Right => {
                let last = Difficulty::ALL.len() - 1;
                self.difficulty = Difficulty::from_index((idx + 1).min(last));
            }
            Key::Enter => return self.take().map(|it| Choice::Play(it, self.difficulty)),
            Key::Decline => return self.take().map(Choice::Decline),
            Key::Leave => self.is_accepting = false,
            _ => (),
        }
        None
    }

    /// Takes out the chosen one.
    fn take(&mut self) -> Option<Offer> {
        self.is_accepting = false;
        if self.chosen >= self.offers.len() {
            return None;
        }
        let offer = self.offers.remove(self.chosen);
        self.chosen = self.chosen.min(self.offers.len().saturating_sub(1));
        Some(offer)
    }

    fn line(&self, text: &str, is_chosen: bool) -> Line<'static> {
        let mark = if is_chosen { self.skin.glyph("▶", ">") } else { " " };
        let style = if is_chosen { self.skin.accent } else { Style::new() };
        Line::styled(format!("{mark} {text}"), style)
    }

    /// The lines of what is shown, and the one that is chosen.
    fn lines(&self, width: u16) -> (Vec<Line<'static>>, usize) {
        if let Some(offer) = self.offers.get(self.chosen).filter(|_| self.is_accepting) {
            let mut lines = vec![Line::from(offer.title().to_owned()), Line::default()];
            for difficulty in Difficulty::ALL {
                let long = difficulty.menu_line();
                let has_space = long.len() + 2 <= usize::from(width);
                let text = if has_space { long } else { difficulty.short_menu_line() };
                lines.push(self.line(&text, difficulty == self.difficulty));
            }
            return (lines, 2 + self.difficulty.index());
        }
        if self.offers.is_empty() {
            return (vec![Line::styled("No challenges yet.", self.skin.dim)], 0);
        }
        let lines = self.offers.iter().enumerate();
        (lines.map(|(idx, it)| self.line(it.title(), idx == self.chosen)).collect(), self.chosen)
    }

    fn keys(&self) -> &'static str {
        match (self.is_accepting, self.offers.is_empty()) {
            (true, _) => "Enter play  D decline  Esc back",
            (false, false) => "Enter accept  D decline  Esc back",
            (false, true) => "Esc back",
        }
    }
}

impl Widget for &Menu {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let block = frame(&self.skin)
            .border_style(self.skin.dim)
            .title_style(self.skin.accent)
            .title(format!(" {TITLE} "))
            .title_bottom(Line::styled(format!(" {} ", self.keys()), self.skin.dim));
        let inner = block.inner(area);
        block.render(area, buffer);
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        let (lines, chosen) = self.lines(inner.width);
        // What is chosen is always in sight.
        let first = (chosen + 1).saturating_sub(usize::from(inner.height));
        Paragraph::new(lines).scroll((first as u16, 0)).render(inner, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        let mut menu = Menu::new();
        (1..=3).for_each(|seed| menu.add(Offer::new(seed)));
        menu
    }

    fn seeds(menu: &Menu) -> Vec<u64> {
        menu.offers().iter().map(Offer::seed).collect()
    }

    #[test]
    fn challenge_is_accepted_at_a_difficulty() {
        let mut menu = menu();
        for key in [Key::Down, Key::Enter, Key::Down, Key::Down] {
            assert_eq!(menu.key(key), None);
        }
        let expected = Choice::Play(Offer::new(2), Difficulty::Journeyman);
        assert_eq!(menu.key(Key::Enter), Some(expected));
        assert_eq!(seeds(&menu), [1, 3]);
    }

    #[test]
    fn challenge_is_declined() {
        let mut menu = menu();
        for _ in 0..5 {
            menu.key(Key::Down);
        }
        assert_eq!(menu.key(Key::Decline), Some(Choice::Decline(Offer::new(3))));
        assert_eq!(menu.key(Key::Decline), Some(Choice::Decline(Offer::new(2))));
        // So can one whose difficulty is being chosen.
        menu.key(Key::Enter);
        assert_eq!(menu.key(Key::Decline), Some(Choice::Decline(Offer::new(1))));
        assert_eq!(menu.key(Key::Decline), None);
        assert_eq!(menu.key(Key::Enter), None);
        assert_eq!(menu.key(Key::Leave), Some(Choice::Back));
    }

    #[test]
    fn leaving_goes_back_one_page_at_a_time() {
        let mut menu = menu();
        menu.key(Key::Enter);
        assert_eq!(menu.key(Key::Leave), None);
        assert_eq!(menu.key(Key::Leave), Some(Choice::Back));
        assert_eq!(seeds(&menu), [1, 2, 3]);
    }

    #[test]
    fn difficulty_has_two_ends() {
        let mut menu = menu();
        menu.key(Key::Enter);
        menu.key(Key::Up);
        assert_eq!(menu.difficulty, Difficulty::Novice);
        for _ in 0..9 {
            menu.key(Key::Right);
        }
        assert_eq!(menu.difficulty, Difficulty::Master);
        menu.key(Key::Left);
        assert_eq!(menu.difficulty, Difficulty::Journeyman);
    }

    #[test]
    fn cursor_stays_with_its_challenge() {
        let mut menu = menu();
        menu.key(Key::Down);
        menu.key(Key::Enter);
        menu.set_offers([9, 8, 2].map(Offer::new).into());
        assert_eq!((menu.chosen, menu.is_accepting), (2, true));
        menu.set_offers([9].map(Offer::new).into());
        assert_eq!((menu.chosen, menu.is_accepting), (0, false));
    }
}

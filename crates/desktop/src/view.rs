//! The whole window: a screen, and what is open over it.

#[cfg(test)]
mod tests;

use iced::widget::{center, container, mouse_area, opaque, stack, text};
use iced::{Element, Length, Padding};

use crate::app::{App, Notice, Screen};
use crate::message::{DialogInput, Message};
use crate::screen;
use crate::style;

impl App {
    /// What the window shows.
    pub fn view(&self) -> Element<'_, Message> {
        let screen = match (self.screen, &self.table) {
            (Screen::Game, Some(table)) => screen::game::view(self, table),
            (Screen::Settings, _) => screen::settings::view(self),
            _ => screen::start::view(self),
        };
        let Some(dialog) = &self.dialog else { return stack![screen].into() };
        let open = container(screen::over::view(self, dialog))
            .padding(22)
            .max_width(screen::over::width(dialog))
            .max_height(self.size.height - 30.0)
            .style(style::dialog(&self.look));
        let veil = center(opaque(open)).padding(Padding::from(12)).style(style::veil);
        let veil = mouse_area(veil).on_press(Message::Dialog(DialogInput::Close));
        stack![screen, opaque(veil)].into()
    }

    /// What is said to the player, if anything, as a line.
    pub(crate) fn notice_line(&self) -> Option<Element<'_, Message>> {
        let (content, color) = match self.notice.as_ref()? {
            Notice::Told(content) => (content, self.look.accent),
            Notice::Refused(content) => (content, self.look.warning()),
        };
        Some(text(content).size(style::TEXT).color(color).width(Length::Fill).into())
    }
}

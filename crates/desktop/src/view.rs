//! The whole window: a page, and the dialog over it.

#[cfg(test)]
mod tests;

use iced::widget::{center, container, mouse_area, opaque, stack, text};
use iced::{Element, Length, Padding};

use crate::app::{App, Page};
use crate::message::{DialogInput, Message};
use crate::page;
use crate::style;
use crate::widget::popup::{Anchor, popup};

impl App {
    /// What the window shows.
    pub fn view(&self) -> Element<'_, Message> {
        let page = match (self.page, self.workspace.view()) {
            (Page::Board, Some(view)) => page::board::view(self, view),
            (Page::Settings, _) => page::settings::view(self),
            (Page::Library, _) => match &self.library {
                Some(library) => page::library::view(self, library),
                None => page::start::view(self),
            },
            _ => page::start::view(self),
        };
        let (menu, anchor) = match page::menu::view(self) {
            Some((menu, anchor)) => (Some(menu), anchor),
            None => (None, Anchor::Below),
        };
        let page = popup(page, menu, anchor);
        let Some(dialog) = &self.dialog else { return stack![page].into() };
        let open = container(page::dialog::view(self, dialog))
            .padding(22)
            .max_width(page::dialog::width(dialog))
            .max_height(self.size.height - 30.0)
            .style(style::dialog(&self.look));
        let shade = center(opaque(open)).padding(Padding::from(12)).style(style::shade);
        let shade = mouse_area(shade).on_press(Message::Dialog(DialogInput::Close));
        stack![page, opaque(shade)].into()
    }

    /// What is said to the player, if anything, as a line.
    pub(crate) fn notice_line(&self) -> Option<Element<'_, Message>> {
        let notice = self.notice.as_ref()?;
        let color = if notice.is_problem { self.look.warning() } else { self.look.accent };
        Some(text(&notice.text).size(style::TEXT).color(color).width(Length::Fill).into())
    }
}

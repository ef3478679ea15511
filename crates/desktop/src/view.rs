//! The whole window: a page, and the dialog over it.

#[cfg(test)]
mod tests;

use iced::widget::{center, container, mouse_area, opaque, row, stack, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;

use crate::app::{App, Page};
use crate::control;
use crate::learn::LearnChange;
use crate::message::{DialogInput, LearnInput, Message};
use crate::page;
use crate::style;
use crate::widget::popup::{Anchor, popup};

impl App {
    /// What the window shows.
    pub fn view(&self) -> Element<'_, Message> {
        let page = match (self.page, self.workspace.view()) {
            (Page::Board, Some(view)) => page::board::view(self, view),
            (Page::Settings, _) => page::settings::view(self),
            (Page::Learn, _) => match &self.learn.lessons {
                Some(lessons) => page::learn::view(self, lessons),
                None => page::start::view(self),
            },
            (Page::Glossary, _) => match &self.learn.glossary {
                Some(opened) => page::glossary::view(self, opened),
                None => page::start::view(self),
            },
            (Page::Welcome, _) => page::welcome::view(self),
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
        let said = text(&notice.text).size(style::TEXT).color(color).width(Length::Fill);
        if !self.can_explain() {
            return Some(said.into());
        }
        let why = Message::Learn(LearnInput(LearnChange::Why));
        let why = control::word(&self.look, "Why?", Some(why));
        let key = self.keys().name(Command::Help);
        let why = control::noted(&self.look, why, &key);
        Some(row![said, why].spacing(8).align_y(alignment::Vertical::Center).into())
    }
}

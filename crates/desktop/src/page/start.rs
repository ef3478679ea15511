//! The start page: what can be opened, and a new game.

use iced::widget::{Column, button, column, container, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::words::Entry;

use super::new_game;
use crate::app::App;
use crate::control;
use crate::message::Message;
use crate::panel::emblem::emblem;
use crate::start_list::{StartEntry, StartSection};
use crate::style;

/// The start page.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let content = row![
        container(left(app)).width(Length::FillPortion(2)),
        container(new_game::view(app)).width(Length::FillPortion(3)),
    ]
    .spacing(22)
    .padding(26);
    let centered = container(container(content).max_width(1060).height(Length::Fill));
    let centered = centered.center_x(Length::Fill).height(Length::Fill);
    let mut lines: Column<'_, Message> = column![centered];
    if let Some(notice) = app.notice_line() {
        let bar = container(notice).padding(Padding::from([9, 26])).width(Length::Fill);
        lines = lines.push(bar.style(style::bar(&app.look)));
    }
    lines.into()
}

/// The name, and everything but new games.
fn left(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let name = row![emblem(look, 54.0), text("Tengen").size(38)]
        .spacing(14)
        .align_y(alignment::Vertical::Center);
    let commands = [
        ("Learn to play", Command::Learn),
        ("Library", Command::Library),
        ("Open SGF…", Command::Open),
        ("Join a game by link…", Command::Join),
        ("Settings", Command::Settings),
        ("Keyboard shortcuts", Command::Help),
    ];
    let mut card = Column::new();
    for (title, command) in commands {
        let key = control::dim(look, app.keys().name(command));
        let line = row![text(title).size(style::TEXT), control::gap(), key]
            .align_y(alignment::Vertical::Center);
        // What somebody who is new here needs most says more.
        let more = (command == Command::Learn).then(|| control::dim(look, app.learned.as_str()));
        let entry = button(column![line].push(more).spacing(1))
            .padding(Padding::from([7, 10]))
            .width(Length::Fill)
            .style(style::line(look, false))
            .on_press(Message::Do(command));
        card = card.push(entry);
    }
    let card = container(card).padding(4).style(style::card(look));
    column![name, card, list(app)].spacing(9).into()
}

/// What can be opened; the first ones by their number.
fn list(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let mut lines = Column::new();
    let mut section = None;
    for (number, it) in (1..).zip(&app.start_list) {
        if section != Some(it.section) {
            let title = control::title(look, it.section.title());
            lines = lines.push(container(title).padding(Padding::from([6, 9])));
            section = Some(it.section);
        }
        lines = lines.push(entry(app, number, it));
    }
    let lines = container(lines.width(Length::Fill)).padding(Padding::ZERO.right(10));
    scrollable(lines).height(Length::Fill).into()
}

fn entry<'a>(app: &'a App, number: usize, entry: &'a StartEntry) -> Element<'a, Message> {
    let Entry { title, detail } = entry.entry.clone();
    let title = if number < 10 { format!("{number}  {title}") } else { title };
    // The game that was played last is what most people come for.
    let is_lit = number == 1 && entry.section == StartSection::Unfinished;
    control::entry(&app.look, &Entry { title, detail }, entry.message.clone(), is_lit)
}

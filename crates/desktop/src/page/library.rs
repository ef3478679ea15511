//! The library: games, positions, statistics.

mod games;
mod position;
mod statistics;

use iced::widget::{button, column, container, row, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;

use crate::app::App;
use crate::board::{BoardOptions, Input};
use crate::geometry::Turn;
use crate::library::{LibraryChange, LibraryTab, OpenLibrary, ShownBoard};
use crate::look::Finish;
use crate::message::{LibraryInput, Message};
use crate::{control, style};

/// The least width with a list and a board beside each other.
const WIDE: f32 = 600.0;

fn change(change: LibraryChange) -> Message {
    Message::Library(LibraryInput(change))
}

/// The page of the library.
pub(crate) fn view<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let tab = |label: &'static str, tab: LibraryTab| {
        button(text(label).size(style::TEXT))
            .padding(Padding::from([6, 14]))
            .style(style::toggle(look, library.tab == tab))
            .on_press(change(LibraryChange::Tab(tab)))
    };
    let back = control::word(look, "‹ Back", Some(Message::Do(Command::Cancel)));
    let note = app.keys().name(Command::Cancel);
    let head = row![
        control::noted(look, back, &note),
        text("Library").size(20),
        tab("Games", LibraryTab::Games),
        tab("Position", LibraryTab::Position),
        tab("Statistics", LibraryTab::Statistics),
    ];
    let head = head.spacing(10).align_y(alignment::Vertical::Center).wrap().vertical_spacing(4);
    let head = container(head).padding(Padding::from([7, 12])).width(Length::Fill);
    let content = match library.tab {
        LibraryTab::Games => games::view(app, library),
        LibraryTab::Position => position::view(app, library),
        LibraryTab::Statistics => statistics::view(app, library),
    };
    let content = container(content).padding(12).width(Length::Fill).height(Length::Fill);
    let mut lines = column![head.style(style::bar(look)), content];
    if let Some(notice) = app.notice_line() {
        let bar = container(notice).padding(Padding::from([9, 14])).width(Length::Fill);
        lines = lines.push(bar.style(style::bar(look)));
    }
    lines.into()
}

/// Whether a list and a board have space beside each other.
fn is_wide(app: &App) -> bool {
    app.size.width >= WIDE
}

/// A board of the library.
pub(super) fn board<'a>(
    app: &'a App,
    shown: &'a ShownBoard,
    on_input: fn(Input) -> Message,
) -> Element<'a, Message> {
    let window = &app.workspace.settings().window;
    let options = BoardOptions {
        look: &app.look,
        turn: Turn::default(),
        scale: app.scale,
        has_coordinates: window.has_coordinates,
        has_fuzz: window.has_fuzz && app.look.finish == Finish::Round,
        arrival: None,
    };
    shown.board.view(&shown.scene, options, on_input)
}

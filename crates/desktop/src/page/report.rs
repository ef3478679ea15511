//! What a review found, in dialogs: the report, the key moves, and a list of
//! everything that can be done.

use iced::widget::{Column, Space, button, column, container, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::{Command, Section};
use tengen_front::review::ReviewView;
use tengen_front::words;
use tengen_review::Band;

use super::dialog::close;
use crate::app::App;
use crate::message::{DialogInput, Message};
use crate::panel::{review, review_graph};
use crate::{control, style};

/// The height of the graph, and the least height of a window that has one.
const GRAPH: f32 = 190.0;
const LEAST_HEIGHT: f32 = 520.0;

/// The width of the figures of a player.
const FIGURE: f32 = 92.0;

/// Graph, figures of both players, and who judged.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let Some(reviewed) = app.workspace.review() else { return close(app) };
    let title = row![text("Report").size(20), control::gap(), review::measure(app, reviewed)]
        .align_y(alignment::Vertical::Center);
    let mut lines = column![title].spacing(10);
    if app.size.height >= LEAST_HEIGHT {
        let graph = container(review_graph::view(look, reviewed)).padding(2);
        lines = lines.push(graph.height(GRAPH).clip(true).style(style::card(look)));
    }
    let progress = reviewed.report.progress;
    if reviewed.state.is_running() || !progress.is_swept() {
        lines = lines.push(review::progress(app, reviewed));
    }
    let practice = control::word(look, "Practice…", Some(Message::ReviewMenu));
    let key_moves = Message::Dialog(DialogInput::Choose(Command::KeyMoves));
    let key_moves = control::word(look, "Key moves", Some(key_moves));
    let close = control::main(look, "Close", Some(Message::Dialog(DialogInput::Close)));
    lines
        .push(scrollable(container(table(app, reviewed)).padding(Padding::ZERO.right(12))))
        .push(row![practice, key_moves, control::gap(), close].spacing(6))
        .into()
}

/// The figures of both players, the bands with their signs.
fn table<'a>(app: &'a App, reviewed: &ReviewView) -> Element<'a, Message> {
    let look = &app.look;
    let rows = words::report_table(reviewed);
    let n_plain = rows.len().saturating_sub(Band::ALL.len());
    let mut lines = Column::new().spacing(3).width(Length::Fill);
    for (idx, [title, black, white]) in rows.into_iter().enumerate() {
        let band = idx.checked_sub(n_plain).and_then(|it| Band::ALL.get(it).copied());
        let name = match band {
            Some(band) => row![
                review::chip(look, band),
                text(words::band(band)).size(style::TEXT),
                control::dim(look, words::band_range(band)).wrapping(text::Wrapping::None),
            ],
            None => row![text(title).size(style::TEXT)],
        };
        let name = name.spacing(8).align_y(alignment::Vertical::Center);
        let figure = |it: String| {
            let ink = if idx == 0 { look.accent } else { look.text };
            text(it)
                .size(style::TEXT)
                .color(ink)
                .width(FIGURE)
                .align_x(alignment::Horizontal::Right)
        };
        let name = container(name).width(Length::Fill).clip(true);
        lines = lines.push(row![name, figure(black), figure(white)]);
    }
    let report = &reviewed.report;
    if let Some(skipped) = report.skipped {
        let last = report.graph.last().map_or(0, |it| it.number);
        let said = words::skipped(skipped, last);
        lines = lines.push(text(said).size(style::TEXT).color(look.warning()));
    }
    if !report.analysts.is_empty() {
        let said = format!("Judged by {}.", report.analysts.join(", "));
        lines = lines.push(Space::new().height(4)).push(control::dim(look, said));
    }
    lines.into()
}

/// The moves that lost most, where there is no space for them at the board.
pub(crate) fn key_moves(app: &App) -> Element<'_, Message> {
    let Some(reviewed) = app.workspace.review() else { return close(app) };
    column![text("Key moves").size(20), review::key_moves(app, reviewed), close(app)]
        .spacing(12)
        .into()
}

/// All commands about reviews and practice, with their keys.
pub(crate) fn menu(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let line = |command: Command| {
        let key = control::dim(look, app.keys().name(command));
        let content =
            row![text(capitalized(command.help())).size(style::TEXT), control::gap(), key]
                .align_y(alignment::Vertical::Center);
        button(content)
            .padding(Padding::from([7, 10]))
            .width(Length::Fill)
            .style(style::line(look, false))
            .on_press(Message::Dialog(DialogInput::Choose(command)))
            .into()
    };
    let lines = Column::with_children(Section::Review.commands().map(line));
    let lines = scrollable(container(lines).padding(Padding::ZERO.right(10)));
    column![text("Review and practice").size(20), lines, close(app)].spacing(12).into()
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |it| it.to_uppercase().chain(letters).collect())
}

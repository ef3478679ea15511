//! A position in all games: what was played next, and where.

use iced::widget::{Column, column, container, row, scrollable, text, toggler};
use iced::widget::{Row, Space, button};
use iced::{Element, Length, Padding, alignment};
use tengen_front::library::{Explorer, Found, NextMove, Part};
use tengen_front::words;
use tengen_rules::Color;

use super::{board, change, is_wide};
use crate::app::App;
use crate::library::{LibraryChange, OpenLibrary, Pick};
use crate::message::Message;
use crate::panel::emblem::stone;
use crate::{control, style};

/// The width of a bar of results.
const BAR: f32 = 110.0;

/// The board, and what is known of its position.
pub(super) fn view<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let Some(explorer) = &library.explorer else {
        return control::dim(look, "There is no position to look for.").into();
    };
    let shown = board(app, &library.position, |it| change(LibraryChange::Explore(it)));
    let hint = match library.pick {
        Pick::Move => "Click a letter or any point to go on from there; the wheel goes back.",
        Pick::Corner => "Click the corner to look for.",
        Pick::Rectangle(None, _) => "Click a corner of the part to look for.",
        Pick::Rectangle(Some(_), _) => "Click the opposite corner of the part.",
    };
    let left = column![
        parts(app, library, explorer),
        container(shown).height(Length::Fill),
        control::dim(look, hint),
    ];
    let left = left.spacing(7);
    let right = column![options(app, explorer), results(app, explorer)].spacing(8);
    if is_wide(app) {
        let left = container(left).width(Length::FillPortion(1));
        return row![left, container(right).width(Length::FillPortion(1))].spacing(14).into();
    }
    column![
        container(left).height(Length::FillPortion(3)),
        container(right).height(Length::FillPortion(2))
    ]
    .spacing(8)
    .into()
}

/// Which part of the board is looked for.
fn parts<'a>(
    app: &'a App,
    library: &'a OpenLibrary,
    explorer: &'a Explorer,
) -> Element<'a, Message> {
    let look = &app.look;
    let part = explorer.part();
    let entry = |label, note: &str, is_on, to: LibraryChange| {
        let button = button(text(label).size(style::SMALL))
            .padding(Padding::from([4, 9]))
            .style(style::toggle(look, is_on))
            .on_press(change(to));
        control::noted(look, button, note)
    };
    let pick = library.pick;
    let all = [
        entry("Whole board", "", part == Part::Whole && pick == Pick::Move, LibraryChange::Whole),
        entry(
            "Corner",
            "a quarter of the board",
            matches!(part, Part::Corner(_)) || pick == Pick::Corner,
            LibraryChange::Pick(Pick::Corner),
        ),
        entry(
            "Part",
            "a part of the board, where it is",
            matches!(part, Part::Rectangle(..)) || matches!(pick, Pick::Rectangle(_, false)),
            LibraryChange::Pick(Pick::Rectangle(None, false)),
        ),
        entry(
            "Anywhere",
            "a part of the board, wherever it occurs",
            matches!(part, Part::Anywhere(..)) || matches!(pick, Pick::Rectangle(_, true)),
            LibraryChange::Pick(Pick::Rectangle(None, true)),
        ),
    ];
    let can_go_back = explorer.line().next().is_some();
    let back = control::word(look, "‹ Take back", can_go_back.then(|| change(LibraryChange::Back)));
    let all = Row::with_children(all).spacing(4).push(control::gap()).push(back);
    all.align_y(alignment::Vertical::Center).into()
}

/// How it is looked for.
fn options<'a>(app: &'a App, explorer: &'a Explorer) -> Element<'a, Message> {
    let options = explorer.options();
    let switch = |label: &'static str, is_on, to: fn(bool) -> LibraryChange| {
        toggler(is_on)
            .label(label)
            .text_size(style::TEXT)
            .width(Length::Shrink)
            .on_toggle(move |it| change(to(it)))
    };
    let switches = row![
        switch("My games", options.is_mine, LibraryChange::OnlyMine),
        switch("Both colors", options.has_both_colors, LibraryChange::BothColors),
        switch("Variations too", options.has_variations, LibraryChange::Variations),
    ];
    let title = control::title(&app.look, &words::explorer_title(explorer));
    column![title, switches.spacing(16).wrap().vertical_spacing(4)].spacing(6).into()
}

fn results<'a>(app: &'a App, explorer: &'a Explorer) -> Element<'a, Message> {
    let look = &app.look;
    if let Some(failure) = explorer.failure() {
        return text(words::library_error(failure)).color(look.warning()).into();
    }
    let Some(found) = explorer.found() else {
        return control::dim(look, "Looking…").into();
    };
    let said = text(words::found(found)).size(style::TEXT);
    let next = found.next.iter().enumerate();
    let next = next.map(|(idx, it)| continuation(app, it, idx == explorer.chosen(), found));
    let mut lines = Column::with_children(next).spacing(1);
    if !found.games.is_empty() {
        let title = container(control::title(look, "Games")).padding(Padding::from([6, 9]));
        lines = lines.push(title);
    }
    for (idx, game) in found.games.iter().enumerate() {
        let entry = words::found_game(game);
        let message = change(LibraryChange::OpenFound(idx));
        lines = lines.push(control::entry(look, &entry, message, false));
    }
    let lines = container(lines.width(Length::Fill)).padding(Padding::ZERO.right(10));
    let lines = container(scrollable(lines).height(Length::Fill)).padding(3);
    column![said, lines.height(Length::Fill).style(style::card(look))].spacing(6).into()
}

/// A continuation: how often, how it ended, and what it lost.
fn continuation<'a>(
    app: &'a App,
    next: &'a NextMove,
    is_chosen: bool,
    found: &Found,
) -> Element<'a, Message> {
    let look = &app.look;
    let it = &next.continuation;
    let share = it.tally.share(Color::Black);
    let percent = share.map(|it| format!("B {:.0} %", 100.0 * it)).unwrap_or_default();
    let loss = it.loss.points().map(|it| format!("lost {it:.1}")).unwrap_or_default();
    let mine = match it.mine.n {
        0 => String::new(),
        n => format!("you {n}×"),
    };
    let figure =
        |it: String, width: f32| control::dim(look, it).width(width).wrapping(text::Wrapping::None);
    let of_all = f64::from(it.tally.n) / f64::from(found.all.n_games.max(1));
    let head = row![
        text(next.letter.to_string()).size(style::TEXT).color(look.accent).width(16),
        stone(look, it.color, 15.0),
        text(next.point.to_string()).size(style::TEXT).width(38),
        figure(format!("{}×", it.tally.n), 48.0),
        bar(app, of_all, share),
        figure(percent, 58.0),
        figure(loss, 60.0),
        figure(mine, 52.0),
    ];
    let detail = words::next_move_detail(next);
    let detail = (is_chosen && !detail.is_empty()).then(|| control::dim(look, detail));
    let head = head.spacing(6).align_y(alignment::Vertical::Center);
    button(column![head].push(detail).spacing(2))
        .padding(Padding::from([4, 9]))
        .width(Length::Fill)
        .clip(true)
        .style(style::line(look, is_chosen))
        .on_press(change(LibraryChange::Play(next.point)))
        .into()
}

/// A bar as long as the share of all games, with Black's and White's part.
fn bar(app: &App, of_all: f64, black: Option<f64>) -> Element<'_, Message> {
    let look = &app.look;
    let length = (BAR * of_all.clamp(0.0, 1.0) as f32).max(3.0);
    let part = |share: f64, color| {
        let width = length * share as f32;
        container(Space::new()).width(width).height(11).style(style::fill(color))
    };
    let parts = match black {
        Some(black) => row![part(black, look.black), part(1.0 - black, look.white)],
        None => row![part(1.0, look.dim())],
    };
    container(parts).width(BAR).into()
}

//! Games as a list that is filtered while a query is typed, with a preview, or
//! with two games side by side.

use iced::widget::{Column, Row, button, column, container, row, scrollable, slider, text};
use iced::widget::{text_input, toggler};
use iced::{Element, Length, Padding, alignment};
use tengen_front::library::{Browser, OrderBy, Preview};
use tengen_front::words;

use super::{board, change, is_wide};
use crate::app::App;
use crate::control::{self, Choosable};
use crate::library::{LibraryChange, OpenLibrary};
use crate::menu::Choice;
use crate::message::{Message, Purpose};
use crate::panel::{FIELD, LIST};
use crate::start_list::StartSection;
use crate::style;

/// The most tags that are offered.
const MAX_TAGS: usize = 8;

/// The list, and the game that is chosen in it.
pub(super) fn view<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let left = column![filter(app, library), list(app, library)].spacing(8);
    if !is_wide(app) {
        return left.into();
    }
    let right = match library.browser.compared() {
        Some(compared) => comparison(app, library, compared),
        None => chosen(app, library),
    };
    row![
        container(left).width(Length::FillPortion(2)),
        container(right).width(Length::FillPortion(3)),
    ]
    .spacing(14)
    .into()
}

/// What is typed, and how the list is sorted.
fn filter<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let browser = &library.browser;
    let query = text_input("player:Shusaku result:B+R year:1840..1862", browser.filter())
        .id(FIELD)
        .on_input(|it| change(LibraryChange::Filter(it)))
        .on_submit(change(LibraryChange::Open))
        .size(style::TEXT)
        .padding(Padding::from([7, 10]))
        .style(style::field(look));
    let orders = OrderBy::ALL.map(|(by, name)| Choosable {
        label: format!("by {name}"),
        detail: String::new(),
        is_chosen: browser.order().by == by,
        message: change(LibraryChange::Sort(by)),
    });
    let shown = words::library_order(browser.order());
    let order = control::choice(app, Choice::Order, shown, orders);
    let reverse = control::word(look, "⇅", Some(change(LibraryChange::Reverse)));
    let mine = toggler(browser.is_mine())
        .label("Only my games")
        .text_size(style::TEXT)
        .on_toggle(|it| change(LibraryChange::Mine(it)));
    let sorted = row![
        container(order).width(180),
        control::noted(look, reverse, "reverse the order"),
        control::gap(),
        mine.width(Length::Shrink),
    ];
    let problem = browser.problem().map(words::query_problem);
    let problem = problem.or_else(|| browser.failure().map(words::library_error));
    let said = match problem {
        Some(it) => text(it).size(style::SMALL).color(look.warning()),
        None => control::dim(look, words::library_summary(browser)),
    };
    let sorted = sorted.spacing(6).align_y(alignment::Vertical::Center);
    column![query, sorted, said, adding(app, browser)].spacing(7).into()
}

/// Ways to bring in more games.
fn adding<'a>(app: &'a App, browser: &Browser) -> Element<'a, Message> {
    let look = &app.look;
    let file =
        control::word(look, "Add a file…", Some(change(LibraryChange::Add(Purpose::AddFile))));
    let folder =
        control::word(look, "Add a folder…", Some(change(LibraryChange::Add(Purpose::AddFolder))));
    let stop = browser
        .adder()
        .progress()
        .map(|_| control::word(look, "Stop adding", Some(change(LibraryChange::StopAdding))));
    row![file, folder].push(stop).spacing(6).into()
}

fn list<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let browser = &library.browser;
    let listing = browser.listing();
    let mut lines = Column::new();
    if browser.filter().is_empty() && listing.start == 0 {
        lines = lines.push(unfinished(app));
    }
    if listing.start > 0 {
        lines = lines.push(more(app, "‹ Games before these", listing.start - 1));
    }
    for (place, game) in (listing.start..).zip(&listing.games) {
        let entry = words::library_game(game);
        let message = change(LibraryChange::Choose(place));
        lines = lines.push(control::entry(look, &entry, message, place == browser.chosen()));
    }
    let end = listing.start + u32::try_from(listing.games.len()).unwrap_or(0);
    if end < listing.total {
        let label = format!("{} more games ›", listing.total - end);
        lines = lines.push(more(app, &label, end));
    }
    let lines = container(lines.width(Length::Fill)).padding(Padding::ZERO.right(10));
    let lines = scrollable(lines).id(LIST).height(Length::Fill);
    container(lines).padding(3).height(Length::Fill).style(style::card(look)).into()
}

/// Games that can be continued, above those that are over.
fn unfinished(app: &App) -> Option<Element<'_, Message>> {
    let look = &app.look;
    let games = app.start_list.iter().filter(|it| it.section == StartSection::Unfinished);
    let games: Vec<_> =
        games.map(|it| control::entry(look, &it.entry, it.message.clone(), false)).collect();
    if games.is_empty() {
        return None;
    }
    let title = |it| container(control::title(look, it)).padding(Padding::from([4, 9]));
    Some(column![title("Continue a game"), Column::with_children(games), title("Games")].into())
}

fn more<'a>(app: &'a App, label: &str, place: u32) -> Element<'a, Message> {
    let look = &app.look;
    button(control::title(look, label))
        .padding(Padding::from([7, 9]))
        .width(Length::Fill)
        .style(style::line(look, false))
        .on_press(change(LibraryChange::Choose(place)))
        .into()
}

/// The game that is chosen, and what can be done with it.
fn chosen<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let Some(preview) = library.browser.preview() else {
        let said = "Games that you play, review or add are here.";
        return container(control::dim(look, said)).padding(20).into();
    };
    let shown = board(app, &library.preview, |it| change(LibraryChange::Preview(it)));
    let lines = words::preview_lines(preview);
    let about = lines.into_iter().skip(1).map(|it| control::dim(look, it).into());
    let title = text(words::library_players(&preview.entry)).size(style::TEXT + 2.0);
    let result = control::dim(look, words::library_result(&preview.entry));
    let head = row![title.width(Length::Fill), result].align_y(alignment::Vertical::Center);
    column![head, container(shown).height(Length::Fill), steps(app, preview)]
        .push(Column::with_children(about).spacing(2))
        .push(tags(app, library, preview))
        .push(actions(app, library))
        .spacing(7)
        .into()
}

/// A slider over the moves.
fn steps<'a>(app: &'a App, preview: &Preview) -> Element<'a, Message> {
    let (here, n_moves) = preview.place();
    let last = u32::try_from(n_moves).unwrap_or(u32::MAX);
    let here = u32::try_from(here).unwrap_or(0);
    let rail = slider(0..=last.max(1), here, |it| change(LibraryChange::GoToMove(it)));
    let place = control::dim(&app.look, format!("{here} / {last}")).width(64);
    row![rail.height(20).style(style::rail(&app.look)), place]
        .spacing(8)
        .align_y(alignment::Vertical::Center)
        .into()
}

/// The tags of a game, and those that it could have.
fn tags<'a>(app: &'a App, library: &'a OpenLibrary, preview: &Preview) -> Element<'a, Message> {
    let look = &app.look;
    let all = library.browser.tags().iter().map(|it| &it.0);
    let other = all.filter(|it| !preview.tags.contains(it)).take(MAX_TAGS);
    let chip = |tag: &String, is_on: bool| {
        button(text(tag.clone()).size(style::SMALL))
            .padding(Padding::from([3, 9]))
            .style(style::toggle(look, is_on))
            .on_press(change(LibraryChange::Tag(tag.clone())))
            .into()
    };
    let own = preview.tags.iter().map(|it| chip(it, true));
    let chips = own.chain(other.map(|it| chip(it, false)));
    let field = text_input("new tag", &library.tag)
        .on_input(|it| change(LibraryChange::TypeTag(it)))
        .on_submit(change(LibraryChange::Tag(library.tag.clone())))
        .size(style::SMALL)
        .width(110)
        .padding(Padding::from([3, 8]))
        .style(style::field(look));
    let chips = chips.chain(std::iter::once(field.into()));
    Row::with_children(chips).spacing(4).wrap().vertical_spacing(4).into()
}

fn actions<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let is_compared = library.browser.compared().is_some();
    let compare = if is_compared { "Stop comparing" } else { "Compare" };
    let compare = control::word(look, compare, Some(change(LibraryChange::Compare)));
    let search = control::word(look, "Find this position", Some(change(LibraryChange::Search)));
    let open = control::main(look, "Open", Some(change(LibraryChange::Open)));
    let parting = is_compared
        .then(|| control::word(look, "Where they part", Some(change(LibraryChange::Parting))));
    let all = row![
        control::noted(look, compare, "hold this game, and choose another one beside it"),
        control::noted(look, search, "where else it occurs, and what was played next"),
    ];
    all.push(parting).push(control::gap()).push(open).spacing(6).into()
}

/// Two games side by side.
fn comparison<'a>(
    app: &'a App,
    library: &'a OpenLibrary,
    compared: &'a Preview,
) -> Element<'a, Message> {
    let look = &app.look;
    let side = |game: &Preview, shown| {
        let title = text(words::library_players(&game.entry)).size(style::TEXT);
        column![
            title,
            container(board(app, shown, |it| change(LibraryChange::Preview(it))))
                .height(Length::Fill)
        ]
        .spacing(5)
        .width(Length::FillPortion(1))
    };
    let browser: &Browser = &library.browser;
    let Some(preview) = browser.preview() else { return chosen(app, library) };
    let said = text(words::comparison(preview, compared)).size(style::TEXT).color(look.accent);
    let boards = row![side(compared, &library.compared), side(preview, &library.preview)];
    column![boards.spacing(12).height(Length::Fill), said, steps(app, preview)]
        .push(actions(app, library))
        .spacing(7)
        .into()
}

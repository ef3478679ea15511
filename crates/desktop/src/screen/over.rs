//! What is open over a screen.

use iced::widget::{Column, Row, button, column, container, row, scrollable, text, text_input};
use iced::{Element, Length, Padding, alignment};
use tengen_record::InfoKey;
use tengen_rules::Color;

use crate::app::App;
use crate::dialog::Dialog;
use crate::keys::{Command, Section};
use crate::message::{DialogInput, Message, Purpose};
use crate::panel::FIELD;
use crate::{control, style};

/// How wide it may be.
pub(crate) const fn width(dialog: &Dialog) -> f32 {
    match dialog {
        Dialog::Help => 1060.0,
        Dialog::Info(_) | Dialog::Games | Dialog::Problems(_) => 640.0,
        _ => 480.0,
    }
}

/// What is open.
pub(crate) fn view<'a>(app: &'a App, dialog: &'a Dialog) -> Element<'a, Message> {
    match dialog {
        Dialog::Resign => question(app, "Resign this game?", ("Resign", None)),
        Dialog::Unsaved(_) => {
            question(app, "There are changes that are not saved.", ("Save", Some("Discard (d)")))
        }
        Dialog::Replace(path) => {
            let title = format!("{} exists already.", path.display());
            question(app, &title, ("Replace it", None))
        }
        Dialog::Path(purpose, typed) => path(app, *purpose, typed),
        Dialog::Find(typed) => field(app, ("Find", "a word in comments and names"), typed),
        Dialog::GoTo(typed) => field(app, ("Go to move", "its number"), typed),
        Dialog::Prompt(typed) => field(app, ("Play", "a point such as D4, or pass"), typed),
        Dialog::Label(point, typed) => field(app, (&format!("Text at {point}"), ""), typed),
        Dialog::Info(fields) => info(app, fields),
        Dialog::Games => games(app),
        Dialog::Help => help(app),
        Dialog::Problems(problems) => list_problems(app, problems),
    }
}

fn say(input: DialogInput) -> Message {
    Message::Dialog(input)
}

/// Buttons at the end of a line.
fn buttons<'a>(app: &'a App, confirm: &str, refuse: Option<&str>) -> Element<'a, Message> {
    let look = &app.look;
    let mut line = Row::new().spacing(8).push(control::gap());
    line = line.push(control::word(look, "Cancel", Some(say(DialogInput::Close))));
    if let Some(label) = refuse {
        line = line.push(control::word(look, label, Some(say(DialogInput::Refuse))));
    }
    line.push(control::main(look, confirm, Some(say(DialogInput::Confirm)))).into()
}

fn question<'a>(
    app: &'a App,
    title: &str,
    (confirm, refuse): (&str, Option<&str>),
) -> Element<'a, Message> {
    column![text(title.to_owned()).size(18), buttons(app, confirm, refuse)].spacing(20).into()
}

fn field<'a>(app: &'a App, (title, hint): (&str, &str), typed: &'a str) -> Element<'a, Message> {
    let field = text_input(hint, typed)
        .id(FIELD)
        .on_input(|it| say(DialogInput::Type(it)))
        .on_submit(say(DialogInput::Confirm))
        .style(style::field(&app.look));
    column![text(title.to_owned()).size(18), field, buttons(app, "OK", None)].spacing(16).into()
}

fn path<'a>(app: &'a App, purpose: Purpose, typed: &'a str) -> Element<'a, Message> {
    let (title, label) = match purpose {
        Purpose::Open => ("Open a record", "Open"),
        Purpose::Save => ("Save the record", "Save"),
    };
    let field = text_input("path of the file", typed)
        .id(FIELD)
        .on_input(|it| say(DialogInput::Type(it)))
        .on_submit(say(DialogInput::Confirm))
        .style(style::field(&app.look));
    let browse = control::word(&app.look, "Browse…", Some(say(DialogInput::Browse)));
    let line = row![field, browse].spacing(8);
    column![text(title).size(18), line, buttons(app, label, None)].spacing(16).into()
}

/// The name of what is known about a game.
fn info_name(key: InfoKey) -> &'static str {
    match key {
        InfoKey::Player(Color::Black) => "Black",
        InfoKey::Rank(_) => "Rank",
        InfoKey::Player(Color::White) => "White",
        InfoKey::GameName => "Name",
        InfoKey::Event => "Event",
        InfoKey::Round => "Round",
        InfoKey::Date => "Date",
        InfoKey::Place => "Place",
        InfoKey::Result => "Result",
        InfoKey::Rules => "Rules",
        InfoKey::Komi => "Komi",
        InfoKey::Annotator => "Annotator",
        InfoKey::GameComment => "About it",
        _ => key.name(),
    }
}

fn info<'a>(app: &'a App, fields: &'a [(InfoKey, String)]) -> Element<'a, Message> {
    let input = |key: InfoKey, value: &'a str| {
        let id = if key == fields[0].0 { FIELD } else { key.name() };
        text_input("", value)
            .id(id)
            .on_input(move |it| say(DialogInput::Info(key, it)))
            .on_submit(say(DialogInput::Confirm))
            .size(style::TEXT)
            .padding(Padding::from([4, 8]))
            .style(style::field(&app.look))
    };
    let mut lines = Column::new().spacing(6);
    let mut fields = fields.iter().peekable();
    while let Some((key, value)) = fields.next() {
        let mut line = row![input(*key, value)].spacing(8);
        // A rank stands beside its player.
        if let Some((rank, value)) = fields.next_if(|it| matches!(it.0, InfoKey::Rank(_))) {
            line = line.push(input(*rank, value).width(90));
        }
        lines = lines.push(control::labeled(&app.look, info_name(*key), line));
    }
    let lines = scrollable(container(lines).padding(Padding::ZERO.right(12)));
    column![text("About the game").size(18), lines, buttons(app, "OK", None)].spacing(14).into()
}

fn games(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let mut lines = Column::new();
    for (idx, (title, below)) in app.room.games().iter().enumerate() {
        let is_open = idx == app.room.game_idx();
        let entry = control::entry(look, (title, below), (Message::Game(idx), is_open));
        lines = lines.push(entry);
    }
    let close = control::main(look, "Close", Some(say(DialogInput::Close)));
    let list = scrollable(lines.width(Length::Fill)).height(Length::Shrink);
    column![
        text("Games of the file").size(18),
        container(list).max_height(420),
        row![control::gap(), close]
    ]
    .spacing(14)
    .into()
}

/// All keys, in as many columns as there is space for.
fn help(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let section = |(section, title): (Section, &'static str)| {
        let mut lines = column![control::title(look, title)].spacing(2);
        for (command, what) in Command::of(section) {
            let keys = app.keys.names(command);
            let keys = text(keys).size(style::SMALL).width(112).wrapping(text::Wrapping::None);
            let line = row![keys, control::dim(look, what)].spacing(6);
            lines = lines.push(line);
        }
        lines.into()
    };
    let n_columns = if app.size.width < 900.0 { 2 } else { 3 };
    let mut columns: Vec<Vec<Element<'_, Message>>> = (0..n_columns).map(|_| Vec::new()).collect();
    let mut heights = vec![0; n_columns];
    for entry in Section::ALL {
        let shortest = (0..n_columns).min_by_key(|&idx| heights[idx]).unwrap_or(0);
        heights[shortest] += Command::of(entry.0).count() + 2;
        columns[shortest].push(section(entry));
    }
    let columns = columns
        .into_iter()
        .map(|it| Column::with_children(it).spacing(12).width(Length::FillPortion(1)).into());
    let mouse = "Wheel over the board: back and forward. Shift and click on a stone: to its move. \
                 Right button: the other color, or take off. Middle button on a hint: keep it as a \
                 variation. Records can be dropped into the window.";
    let body =
        column![Row::with_children(columns).spacing(18), control::dim(look, mouse)].spacing(12);
    let close = control::main(look, "Close", Some(say(DialogInput::Close)));
    column![
        row![text("Keys").size(20), control::gap(), close].align_y(alignment::Vertical::Center),
        scrollable(container(body).padding(Padding::ZERO.right(12))),
    ]
    .spacing(12)
    .into()
}

fn list_problems<'a>(app: &'a App, problems: &'a [String]) -> Element<'a, Message> {
    let mut lines = Column::new().spacing(6);
    for problem in problems {
        let sentence = crate::cannot::sentence(problem);
        lines = lines.push(text(sentence).size(style::TEXT).color(app.look.warning()));
    }
    let close = button(text("OK").size(style::TEXT))
        .padding(Padding::from([7, 16]))
        .style(style::primary(&app.look))
        .on_press(say(DialogInput::Close));
    column![
        text("Something in the settings makes no sense").size(18),
        scrollable(lines),
        row![control::gap(), close]
    ]
    .spacing(16)
    .into()
}

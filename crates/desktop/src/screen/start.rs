//! Where games begin.

use iced::widget::{Column, button, column, container, mouse_area, pick_list, row, scrollable};
use iced::widget::{text, text_input};
use iced::{Element, Length, Padding, alignment};
use tengen_engine::{Level, Style};
use tengen_rules::Color;

use crate::app::App;
use crate::control;
use crate::form::{self, CLOCKS, Player, Row};
use crate::keys::Command;
use crate::message::{FormChange, FormInput, Message};
use crate::panel::emblem::emblem;
use crate::style;

/// Where games begin.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let content = row![
        container(left(app)).width(Length::FillPortion(2)),
        container(new_game(app)).width(Length::FillPortion(3)),
    ]
    .spacing(22)
    .padding(26);
    let mut lines: Column<'_, Message> = column![content.height(Length::Fill)];
    if let Some(notice) = app.notice_line() {
        let bar = container(notice).padding(Padding::from([9, 26])).width(Length::Fill);
        lines = lines.push(bar.style(style::bar(&app.look)));
    }
    container(lines).center_x(Length::Fill).height(Length::Fill).max_width(1180).into()
}

/// The name, and everything but new games.
fn left(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let name = row![emblem(look, 54.0), text("Tengen").size(38)]
        .spacing(14)
        .align_y(alignment::Vertical::Center);
    let mut lines = column![name].spacing(9);
    if let Some(saved) = &app.saved {
        let below = saved.as_str();
        let message = Message::Do(Command::PlayOn);
        let entry = control::entry(look, ("Continue", below), (message, false));
        lines = lines.push(container(entry).style(style::lit_card(look)));
    }
    let open = ("Open a record…", app.keys.name(Command::Open));
    let settings = ("Settings", app.keys.name(Command::Settings));
    let help = ("Keys", app.keys.name(Command::Help));
    let entries = [(open, Command::Open), (settings, Command::Settings), (help, Command::Help)];
    let mut card = Column::new();
    for ((title, key), command) in entries {
        let line = row![text(title).size(style::TEXT), control::gap(), control::dim(look, key)]
            .align_y(alignment::Vertical::Center);
        let entry = button(line)
            .padding(Padding::from([7, 10]))
            .width(Length::Fill)
            .style(style::line(look, false))
            .on_press(Message::Do(command));
        card = card.push(entry);
    }
    lines = lines.push(container(card).padding(4).style(style::card(look)));
    lines.push(records(app)).into()
}

/// Drafts that can be recovered, and files that were open lately.
fn records(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let mut lines = Column::new();
    let drafts = app.room.drafts();
    let n_drafts = drafts.len();
    for (idx, draft) in drafts.iter().enumerate() {
        let title = format!("{}  Recover what was not saved", idx + 1);
        let entry = (title.as_str(), draft.as_str());
        lines = lines.push(control::entry(look, entry, (Message::Recover(idx), true)));
    }
    let recent = app.room.recent();
    if !recent.is_empty() {
        lines =
            lines.push(container(control::title(look, "Recent")).padding(Padding::from([6, 9])));
    }
    for (idx, path) in recent.into_iter().enumerate() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().map(|it| it.display().to_string()).unwrap_or_default();
        // The first ones are opened by their number.
        let number = idx + n_drafts + 1;
        let title = if number < 10 { format!("{number}  {name}") } else { name };
        let entry = (title, folder);
        let message = Message::OpenFile(path);
        lines = lines.push(control::entry(look, (&entry.0, &entry.1), (message, false)));
    }
    scrollable(lines.width(Length::Fill)).height(Length::Fill).into()
}

fn change(change: FormChange) -> Message {
    Message::Form(FormInput(change))
}

fn new_game(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let rows = Row::ALL.into_iter().map(|row| form_row(app, row));
    let form = Column::with_children(rows).spacing(4);
    let start = control::main(look, "Start the game", Some(change(FormChange::Start)));
    let swap = control::noted(
        look,
        control::word(look, "Swap colors", Some(change(FormChange::Swap))),
        "x",
    );
    let buttons = row![swap, control::gap(), start].align_y(alignment::Vertical::Center);
    let content =
        column![text("New game").size(21), scrollable(form).height(Length::Fill), buttons]
            .spacing(12);
    container(content).padding(18).max_width(560).style(style::card(look)).into()
}

/// A row of the form; the one that keys change is lit.
fn form_row(app: &App, row: Row) -> Element<'_, Message> {
    let look = &app.look;
    let content = match row {
        Row::Black => seat(app, Color::Black),
        Row::White => seat(app, Color::White),
        Row::Size => size(app),
        Row::Handicap => handicap(app),
        Row::Komi => komi(app),
        Row::Rules => rules(app),
        Row::Clock => clock(app),
    };
    let line = container(control::labeled(look, row.title(), content))
        .padding(Padding::from([5, 8]))
        .width(Length::Fill);
    let line = if app.form.row == row { line.style(style::lit_card(look)) } else { line };
    mouse_area(line).on_press(change(FormChange::Row(row))).into()
}

fn seat(app: &App, color: Color) -> Element<'_, Message> {
    let look = &app.look;
    let chosen = app.form.players[color].clone();
    let players = pick_list(app.form.all_players(), Some(chosen.clone()), move |player| {
        change(FormChange::Player(color, player))
    })
    .width(Length::Fill)
    .text_size(style::TEXT)
    .menu_height(330)
    .style(style::choice(look));
    let mut lines = column![players].spacing(5);
    if chosen == Player::Engine {
        let field = text_input("gnugo --mode gtp", &app.form.commands[color])
            .on_input(move |text| change(FormChange::Command(color, text)))
            .size(style::TEXT)
            .padding(Padding::from([5, 10]))
            .style(style::field(look));
        let attempt = control::word(look, "Try", Some(change(FormChange::TryEngine(color))));
        lines = lines.push(row![field, attempt].spacing(5));
    }
    if let Player::Level(level) = chosen {
        lines = lines.push(control::dim(look, level_summary(level)));
    }
    lines.into()
}

fn size(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let mut line = iced::widget::Row::new().spacing(6);
    for size in ["9", "13", "19"] {
        let is_on = app.form.size == size;
        let button = button(text(format!("{size}×{size}")).size(style::TEXT).center())
            .padding(Padding::from([6, 12]))
            .style(style::toggle(look, is_on))
            .on_press(change(FormChange::Size(size.to_owned())));
        line = line.push(button);
    }
    let other = text_input("13x9", &app.form.size)
        .on_input(|text| change(FormChange::Size(text)))
        .size(style::TEXT)
        .padding(Padding::from([5, 10]))
        .width(74)
        .style(style::field(look));
    line.push(other).into()
}

fn handicap(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let choices: Vec<Stones> = [0, 2, 3, 4, 5, 6, 7, 8, 9].map(Stones).to_vec();
    pick_list(choices, Some(Stones(app.form.handicap)), |it| change(FormChange::Handicap(it.0)))
        .width(Length::Fill)
        .text_size(style::TEXT)
        .style(style::choice(look))
        .into()
}

/// A number of handicap stones.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Stones(u8);

impl std::fmt::Display for Stones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => f.write_str("None"),
            n => write!(f, "{n} stones"),
        }
    }
}

fn komi(app: &App) -> Element<'_, Message> {
    let usual = app.form.rules.default_komi(app.form.handicap);
    text_input(&format!("{usual}, as usual"), &app.form.komi)
        .on_input(|text| change(FormChange::Komi(text)))
        .on_submit(change(FormChange::Start))
        .size(style::TEXT)
        .padding(Padding::from([5, 10]))
        .style(style::field(&app.look))
        .into()
}

fn rules(app: &App) -> Element<'_, Message> {
    let all = form::rulesets();
    let names: Vec<String> = all.iter().map(form::ruleset_name).collect();
    let chosen = form::ruleset_name(&app.form.rules);
    pick_list(names, Some(chosen), move |name| {
        let found = all.iter().find(|it| form::ruleset_name(it) == name);
        change(FormChange::Rules(found.copied().unwrap_or(tengen_rules::Ruleset::CHINESE)))
    })
    .width(Length::Fill)
    .text_size(style::TEXT)
    .style(style::choice(&app.look))
    .into()
}

fn clock(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let names = CLOCKS.map(|(_, name)| name).to_vec();
    let chosen = CLOCKS.iter().find(|it| it.0 == app.form.clock).map(|it| it.1);
    let choices = pick_list(names, chosen, |name| {
        let clock = CLOCKS.iter().find(|it| it.1 == name).map_or("none", |it| it.0);
        change(FormChange::Clock(clock.to_owned()))
    })
    .placeholder("Own")
    .width(Length::Fill)
    .text_size(style::TEXT)
    .style(style::choice(look));
    let own = text_input("10m+3x30s", &app.form.clock)
        .on_input(|text| change(FormChange::Clock(text)))
        .size(style::TEXT)
        .padding(Padding::from([5, 10]))
        .width(108)
        .style(style::field(look));
    row![choices, own].spacing(6).into()
}

/// What to expect of a level, in a few words.
fn level_summary(level: Level) -> &'static str {
    match level.style() {
        Style::Greedy => "rules of thumb, and one move in five by chance",
        Style::Policy { .. } => "plays what looks natural, and overlooks a lot",
        Style::Playouts { is_exact: true, .. } => "an opponent of the challenge",
        Style::Playouts { is_exact: false, .. } => "reads ahead",
        Style::Full => "as strong as time and machine allow",
    }
}

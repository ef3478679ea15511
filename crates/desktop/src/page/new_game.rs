//! The form for a new game, and for who plays on from a position.

use iced::widget::{Column, button, column, container, mouse_area, row};
use iced::widget::{scrollable, text, text_input, toggler};
use iced::{Element, Length, Padding, alignment};
use tengen_front::form::{CLOCKS, Field, HANDICAPS, Player, rulesets};
use tengen_front::words::{self, Entry};
use tengen_rules::Color;

use crate::app::App;
use crate::control::{self, Choosable};
use crate::menu::Choice;
use crate::message::{FormChange, FormInput, Message};
use crate::style;

fn change(change: FormChange) -> Message {
    Message::Form(FormInput(change))
}

/// The form as a card, with its buttons.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let start = control::main(look, "Start the game", Some(change(FormChange::Start)));
    let swap = control::word(look, "Swap colors", Some(change(FormChange::Swap)));
    let buttons = row![swap, control::gap(), start].align_y(alignment::Vertical::Center);
    // The button is right below the form, which has whatever the window leaves.
    let room = (app.size.height - 190.0).max(100.0);
    let form = scrollable(container(fields(app)).padding(Padding::ZERO.right(10)));
    let content =
        column![text("New game").size(21), container(form).max_height(room), buttons].spacing(12);
    container(content).padding(18).max_width(560).style(style::card(look)).into()
}

/// The lines of the form; the one that keys change is lit.
pub(crate) fn fields(app: &App) -> Element<'_, Message> {
    let lines = app.form.fields().iter().map(|&field| line(app, field));
    Column::with_children(lines).spacing(4).into()
}

fn line(app: &App, field: Field) -> Element<'_, Message> {
    let look = &app.look;
    let content = match field {
        Field::Black => seat(app, Color::Black),
        Field::White => seat(app, Color::White),
        Field::Opponent => seat(app, !app.form.color()),
        Field::Color => text(words::field_value(&app.form, field)).size(style::TEXT).into(),
        Field::Teaching => teaching(app),
        Field::Size => size(app),
        Field::Handicap => handicap(app),
        Field::Komi => komi(app),
        Field::Rules => rules(app),
        Field::Clock => clock(app),
    };
    let line = container(control::labeled(look, words::field(field), content))
        .padding(Padding::from([5, 8]))
        .width(Length::Fill);
    let line = if app.form.field == field { line.style(style::lit_card(look)) } else { line };
    mouse_area(line).on_press(change(FormChange::Field(field))).into()
}

/// A list to choose from.
fn choices<'a, T: PartialEq>(
    app: &'a App,
    choice: Choice,
    values: impl IntoIterator<Item = T>,
    chosen: Option<&T>,
    words: impl Fn(&T) -> Entry,
    to_change: impl Fn(T) -> FormChange,
) -> Element<'a, Message> {
    let shown = chosen.map(|it| words(it).title);
    let shown = shown.unwrap_or_else(|| "Custom".to_owned());
    let values = values.into_iter().map(|value| {
        let Entry { title: label, detail } = words(&value);
        let is_chosen = Some(&value) == chosen;
        Choosable { label, detail, is_chosen, message: change(to_change(value)) }
    });
    control::choice(app, choice, &shown, values.collect::<Vec<_>>())
}

/// A value that needs no more words.
fn plain(title: String) -> Entry {
    Entry { title, detail: String::new() }
}

/// A field to type into.
fn field<'a>(
    app: &'a App,
    placeholder: &str,
    value: &'a str,
    to_change: impl Fn(String) -> FormChange + 'a,
) -> text_input::TextInput<'a, Message> {
    text_input(placeholder, value)
        .on_input(move |it| change(to_change(it)))
        .on_submit(change(FormChange::Start))
        .size(style::TEXT)
        .padding(Padding::from([5, 10]))
        .style(style::field(&app.look))
}

/// Who plays a color, and what to expect of them.
fn seat(app: &App, color: Color) -> Element<'_, Message> {
    let look = &app.look;
    let form = &app.form;
    let chosen = &form.players[color];
    let described = |it: &Player| Entry {
        title: words::player(it),
        detail: match it {
            Player::Person => String::new(),
            _ => words::opponent(it),
        },
    };
    let players =
        choices(app, Choice::Player(color), form.choices(), Some(chosen), described, |it| {
            FormChange::Player(color, it)
        });
    let mut lines = column![players].spacing(5);
    if *chosen == Player::Program {
        let command = field(app, "gnugo --mode gtp", &form.commands[color], move |it| {
            FormChange::Command(color, it)
        });
        let attempt = control::word(look, "Try", Some(change(FormChange::TryEngine(color))));
        lines = lines.push(row![command, attempt].spacing(5));
    }
    // The line is always there, so that nothing moves with the choice.
    let is_remarkable = *chosen != Player::Person || form.players[!color] == Player::Person;
    let remark = if is_remarkable { words::opponent(chosen) } else { " ".to_owned() };
    lines.push(control::dim(look, remark)).into()
}

fn size(app: &App) -> Element<'_, Message> {
    let mut line = iced::widget::Row::new().spacing(6);
    for size in ["9", "13", "19"] {
        let button = button(text(format!("{size}×{size}")).size(style::TEXT).center())
            .padding(Padding::from([6, 12]))
            .style(style::toggle(&app.look, app.form.size == size))
            .on_press(change(FormChange::Size(size.to_owned())));
        line = line.push(button);
    }
    line.push(field(app, "13x9", &app.form.size, FormChange::Size).width(74)).into()
}

fn handicap(app: &App) -> Element<'_, Message> {
    let label = |n_stones: &u8| plain(words::handicap(*n_stones));
    let chosen = Some(&app.form.handicap);
    choices(app, Choice::Handicap, HANDICAPS, chosen, label, FormChange::Handicap)
}

fn komi(app: &App) -> Element<'_, Message> {
    field(app, &words::default_komi(&app.form), &app.form.komi, FormChange::Komi).into()
}

/// Whether mistakes are taken back, in games against an engine.
fn teaching(app: &App) -> Element<'_, Message> {
    let form = &app.form;
    let toggler = toggler(form.is_teaching)
        .label(words::field_value(form, Field::Teaching))
        .text_size(style::TEXT)
        .on_toggle(|it| change(FormChange::Teaching(it)));
    control::noted(&app.look, toggler, &words::field_remark(form, Field::Teaching))
}

fn rules(app: &App) -> Element<'_, Message> {
    let label = |rules: &_| plain(words::ruleset(rules));
    choices(app, Choice::Rules, rulesets(), Some(&app.form.rules), label, FormChange::Rules)
}

fn clock(app: &App) -> Element<'_, Message> {
    let chosen = app.form.clock_preset().map(|it| it.control);
    let controls = CLOCKS.map(|it| it.control);
    let label = |control: &_| plain(words::time_control(*control));
    let chosen = chosen.as_ref();
    let list = choices(app, Choice::Clock, controls, chosen, label, |it| {
        FormChange::Clock(it.to_string())
    });
    let own = field(app, "e.g. 10m+3x30s", &app.form.clock, FormChange::Clock).width(108);
    row![list, own].spacing(6).into()
}

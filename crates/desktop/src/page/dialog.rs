//! Dialogs over a page.

use iced::widget::{Column, Row, column, container, row, scrollable, text, text_input};
use iced::{Element, Font, Length, Padding, alignment};
use tengen_front::command::{Command, Section};
use tengen_front::question::{Answer, Question};
use tengen_front::words;
use tengen_record::InfoKey;
use tengen_rules::Color;
use tengen_session::Phase;

use super::{new_game, report};
use crate::app::App;
use crate::dialog::Dialog;
use crate::message::{DialogInput, Message, Purpose};
use crate::panel::emblem::stone;
use crate::panel::{FIELD, LIST};
use crate::{control, style};

/// How wide it may be.
pub(crate) const fn width(dialog: &Dialog) -> f32 {
    match dialog {
        Dialog::Help => 1060.0,
        Dialog::Report | Dialog::KeyMoves => 620.0,
        Dialog::Info(_) | Dialog::Games(..) | Dialog::Problems(_) | Dialog::Text(_) => 640.0,
        _ => 520.0,
    }
}

/// What is open.
pub(crate) fn view<'a>(app: &'a App, dialog: &'a Dialog) -> Element<'a, Message> {
    match dialog {
        Dialog::Question(asked) => question(app, asked),
        Dialog::Path(purpose, typed) => path(app, *purpose, typed),
        Dialog::PlayOn => play_on(app),
        Dialog::Find(typed) => field(app, "Find", "a word in comments and names", typed),
        Dialog::GoToMove(typed) => field(app, "Go to move", "its number", typed),
        Dialog::Prompt(typed) => {
            field(app, "Type a point or a command", "D4, pass, or help", typed)
        }
        Dialog::Link(typed) => field(
            app,
            "Join a game on a server",
            "its link, such as http://192.0.2.7:8080/g/k3v9x2pq",
            typed,
        ),
        Dialog::Label(point, typed) => field(app, &format!("Text at {point}"), "", typed),
        Dialog::Info(fields) => info(app, fields),
        Dialog::Games(typed, lit) => games(app, typed, *lit),
        Dialog::GameOver => game_over(app),
        Dialog::Why => match &app.learn.explanation {
            Some(opened) => super::glossary::why(app, opened),
            None => close(app),
        },
        Dialog::ReviewMenu => report::menu(app),
        Dialog::KeyMoves => report::key_moves(app),
        Dialog::Report => report::view(app),
        Dialog::GuessLead(typed) => {
            field(app, "Who leads here, and by how much?", "B+5, W+3.5, or even", typed)
        }
        Dialog::Help => help(app),
        Dialog::Text(content) => answer(app, content),
        Dialog::Problems(texts) => problems(app, texts),
    }
}

fn say(input: DialogInput) -> Message {
    Message::Dialog(input)
}

/// Buttons at the end of a line.
fn buttons<'a>(app: &'a App, confirm: &str) -> Element<'a, Message> {
    let look = &app.look;
    let cancel = control::word(look, "Cancel", Some(say(DialogInput::Close)));
    let confirm = control::main(look, confirm, Some(say(DialogInput::Confirm)));
    row![control::gap(), cancel, confirm].spacing(8).into()
}

/// A question with a button for each answer, the usual one last.
fn question<'a>(app: &'a App, asked: &Question) -> Element<'a, Message> {
    let look = &app.look;
    let mut line = Row::new().spacing(8).push(control::gap());
    for &answer in asked.answers().iter().rev() {
        let label = words::answer_label(asked, answer);
        let message = Some(say(DialogInput::Answer(answer)));
        let button = match answer {
            Answer::Yes => control::main(look, label, message),
            Answer::No | Answer::Cancel => control::word(look, label, message),
        };
        line = line.push(control::noted(look, button, words::answer_key(answer)));
    }
    column![text(words::question(asked, app.keys())).size(18), line].spacing(20).into()
}

fn field<'a>(app: &'a App, title: &str, hint: &str, typed: &'a str) -> Element<'a, Message> {
    column![text(title.to_owned()).size(18), input(app, hint, typed)]
        .push(app.notice_line())
        .push(buttons(app, "OK"))
        .spacing(16)
        .into()
}

fn input<'a>(app: &'a App, hint: &str, typed: &'a str) -> Element<'a, Message> {
    text_input(hint, typed)
        .id(FIELD)
        .on_input(|it| say(DialogInput::Type(it)))
        .on_submit(say(DialogInput::Confirm))
        .style(style::field(&app.look))
        .into()
}

fn path<'a>(app: &'a App, purpose: Purpose, typed: &'a str) -> Element<'a, Message> {
    let (title, label) = match purpose {
        Purpose::Open => ("Open SGF", "Open"),
        Purpose::Save => ("Save the record", "Save"),
        Purpose::AddFile => ("Add a file to the library", "Add"),
        Purpose::AddFolder => ("Add a folder to the library", "Add"),
        Purpose::Export => ("Export a picture (.svg, .png or .txt)", "Export"),
    };
    let browse = control::word(&app.look, "Browse…", Some(say(DialogInput::Browse)));
    let line = row![input(app, "path of the file", typed), browse].spacing(8);
    column![text(title).size(18), line]
        .push(app.notice_line())
        .push(buttons(app, label))
        .spacing(16)
        .into()
}

/// Who plays on from the position on the board.
fn play_on(app: &App) -> Element<'_, Message> {
    column![text("Play on from here").size(18), new_game::fields(app)]
        .push(app.notice_line())
        .push(buttons(app, "Start the game"))
        .spacing(14)
        .into()
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
        lines = lines.push(control::labeled(&app.look, words::info_name(*key), line));
    }
    let lines = scrollable(container(lines).padding(Padding::ZERO.right(12)));
    // Whatever the window has left is for the fields, as the buttons must be seen.
    let lines = container(lines).max_height((app.size.height - 190.0).max(80.0));
    column![text("Game info").size(18), lines, buttons(app, "OK")].spacing(14).into()
}

/// The games of the file that have the words which are typed.
fn games<'a>(app: &'a App, typed: &'a str, lit: usize) -> Element<'a, Message> {
    let look = &app.look;
    let all = app.workspace.games_of_file();
    let shown = app.games_with(typed);
    let here = app.workspace.game_idx() + 1;
    let title = text("Games in this file").size(18);
    let count = if shown.len() == all.len() {
        format!("game {here} of {}", all.len())
    } else {
        format!("{} of {}", shown.len(), all.len())
    };
    let title = row![title, control::gap(), control::dim(look, count)];
    let title = title.align_y(alignment::Vertical::Center);
    let mut lines = Column::new();
    for idx in shown {
        let Some(game) = all.get(idx) else { continue };
        let mut entry = words::summary(game);
        entry.title = format!("{}.  {}", idx + 1, entry.title);
        lines = lines.push(control::entry(look, &entry, Message::Game(idx), idx == lit));
    }
    let lines = container(lines.width(Length::Fill)).padding(Padding::ZERO.right(10));
    let found = scrollable(lines).id(LIST).height(Length::Shrink);
    let seek = input(app, "player, event, date, result or number", typed);
    column![title, seek, container(found).max_height(380), buttons(app, "Open")].spacing(12).into()
}

/// How the game has ended, and what comes next.
fn game_over(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let Some(view) = app.view_of_game() else { return close(app) };
    let ended = match view.game.phase {
        Phase::Over(it) => words::ended(it, app.keys()),
        _ => app.workspace.status(),
    };
    let score = view.game.counting.as_ref().map(|it| it.score().to_string());
    let score = score.map(|it| text(it).size(34).color(look.accent));
    let players = control::dim(look, words::players(view));
    let mut lines = column![].push(score).push(text(ended).size(20)).push(players).spacing(6);
    if let Some(rows) = words::count_rows(view) {
        lines = lines.push(container(count(app, rows)).padding(Padding::from([8, 0])));
    }
    let controls = app.controls();
    let is_here = view.game.remote.is_none();
    let rematch = is_here.then(|| control::word(look, "Rematch", Some(Message::Rematch)));
    let review = app.workspace.review().is_none();
    let review = review.then(|| controls.command("Review", Command::Review));
    let all = [
        rematch.map(|it| control::noted(look, it, "the same players, board and clock again")),
        review,
        Some(controls.command("Save…", Command::SaveAs)),
        Some(controls.command("New game", Command::NewGame)),
    ];
    let buttons = Row::with_children(all.into_iter().flatten()).spacing(6);
    let see = control::main(look, "See the board", Some(say(DialogInput::Close)));
    let buttons = buttons.push(see).wrap().vertical_spacing(6);
    lines.push(buttons).spacing(8).into()
}

/// The points of both players, line by line.
fn count<'a>(app: &App, rows: Vec<[String; 3]>) -> Element<'a, Message> {
    let look = &app.look;
    let cell =
        |it: String| text(it).size(style::TEXT).width(76).align_x(alignment::Horizontal::Right);
    let head = row![
        control::gap(),
        container(stone(look, Color::Black, 18.0)).width(76).align_x(alignment::Horizontal::Right),
        container(stone(look, Color::White, 18.0)).width(76).align_x(alignment::Horizontal::Right),
    ];
    let mut lines = column![head].spacing(4).max_width(360);
    let last = rows.len().saturating_sub(1);
    for (idx, [title, black, white]) in rows.into_iter().enumerate() {
        let ink = if idx == last { look.accent } else { look.text };
        let title = text(title).size(style::TEXT).color(ink).width(Length::Fill);
        lines = lines.push(row![title, cell(black).color(ink), cell(white).color(ink)]);
    }
    lines.into()
}

pub(super) fn close(app: &App) -> Element<'_, Message> {
    let close = control::main(&app.look, "Close", Some(say(DialogInput::Close)));
    row![control::gap(), close].into()
}

/// All keys, in as many columns as there is space for.
fn help(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let section = |section: Section| {
        let mut lines = column![control::title(look, section.title())].spacing(2);
        for command in section.commands() {
            let keys = app.keys().names(command).join("   ");
            if keys.is_empty() {
                continue;
            }
            let keys = text(keys).size(style::SMALL).width(112).wrapping(text::Wrapping::None);
            let line = row![keys, control::dim(look, command.help())].spacing(6);
            lines = lines.push(line);
        }
        lines.into()
    };
    let n_columns = if app.size.width < 900.0 { 2 } else { 3 };
    let mut columns: Vec<Vec<Element<'_, Message>>> = (0..n_columns).map(|_| Vec::new()).collect();
    let mut heights = vec![0; n_columns];
    for entry in Section::ALL {
        let shortest = (0..n_columns).min_by_key(|&idx| heights[idx]).unwrap_or(0);
        heights[shortest] += entry.commands().count() + 2;
        columns[shortest].push(section(entry));
    }
    let columns = columns
        .into_iter()
        .map(|it| Column::with_children(it).spacing(12).width(Length::FillPortion(1)).into());
    let mouse = "Wheel over the board: back and forward. Shift-click a stone: go to its move. \
                 Right-click: the other color, or erase. Middle-click a hint: keep it as a \
                 variation. Drop a file into the window to open it.";
    let body =
        column![Row::with_children(columns).spacing(18), control::dim(look, mouse)].spacing(12);
    let close = control::main(look, "Close", Some(say(DialogInput::Close)));
    let title = text("Keyboard shortcuts").size(20);
    column![
        row![title, control::gap(), close].align_y(alignment::Vertical::Center),
        scrollable(container(body).padding(Padding::ZERO.right(12))).id(LIST),
    ]
    .spacing(12)
    .into()
}

/// An answer to what was typed, which may be a diagram.
fn answer<'a>(app: &'a App, content: &'a str) -> Element<'a, Message> {
    let content = text(content).size(style::TEXT).font(Font::MONOSPACE);
    column![scrollable(content), close(app)].spacing(16).into()
}

/// What is wrong with the settings, one below the other.
fn problems<'a>(app: &'a App, texts: &'a [String]) -> Element<'a, Message> {
    let texts = texts.iter().map(|it| text(it).size(style::TEXT).into());
    let lines = scrollable(Column::with_children(texts).spacing(6));
    column![text("Problems in the settings").size(18), lines, close(app)].spacing(16).into()
}

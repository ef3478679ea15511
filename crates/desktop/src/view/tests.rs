//! Whole windows, clicked and drawn without a screen.

use iced::{Settings, Size as Extent};
use iced_test::Simulator;
use tengen_front::command::Command;
use tengen_front::form::Player;
use tengen_front::question::{Next, Question};
use tengen_rules::{Color, Size};
use tengen_session::View;

use crate::app::{App, Page};
use crate::dialog::Dialog;
use crate::look;
use crate::message::{DialogInput, FormChange, FormInput, Message, Purpose, Setting};

fn app() -> App {
    let mut app = App::new(None).0;
    app.form.players.white = Player::Person;
    app.size = Extent::new(1024.0, 768.0);
    app
}

fn game() -> App {
    let mut app = app();
    drop(app.update(Message::Form(FormInput(FormChange::Start))));
    app
}

fn simulator(app: &App) -> Simulator<'_, Message> {
    Simulator::with_size(Settings::default(), app.size, app.view())
}

/// Clicks on a word, and takes what comes of it.
#[track_caller]
fn click(app: &mut App, word: &str) {
    let mut simulator = simulator(app);
    simulator.click(word).unwrap_or_else(|_| panic!("there is no {word}"));
    let messages: Vec<Message> = simulator.into_messages().collect();
    assert!(!messages.is_empty(), "{word} does nothing");
    for message in messages {
        drop(app.update(message));
    }
}

fn view(app: &App) -> &View {
    app.view_of_game().expect("there is a game")
}

#[test]
fn a_game_begins_with_a_click() {
    let mut app = app();
    click(&mut app, "13×13");
    click(&mut app, "Start the game");
    assert_eq!(app.page, Page::Board);
    assert_eq!(view(&app).position.size, Size::THIRTEEN);
}

#[test]
fn a_click_on_the_board_puts_a_stone_where_it_is_drawn() {
    let mut app = game();
    for place in [(300.0, 300.0), (420.0, 500.0)] {
        let mut simulator = simulator(&app);
        simulator.point_at(iced::Point::from(place));
        let moved = iced::mouse::Event::CursorMoved { position: place.into() };
        simulator.simulate([iced::Event::Mouse(moved)]);
        simulator.simulate(iced_test::simulator::click());
        let messages: Vec<Message> = simulator.into_messages().collect();
        for message in messages {
            drop(app.update(message));
        }
    }
    let stones: Vec<Color> = view(&app).position.board.stones().map(|it| it.0).collect();
    assert_eq!(stones.len(), 2);
    assert!(stones.contains(&Color::Black) && stones.contains(&Color::White));
}

#[test]
fn buttons_do_what_they_say() {
    let mut app = game();
    click(&mut app, "Pass");
    assert_eq!(view(&app).position.moves.len(), 1);
    click(&mut app, "Undo");
    assert_eq!(view(&app).position.moves.len(), 0);
    click(&mut app, "Redo");
    click(&mut app, "Resign");
    assert!(matches!(app.dialog, Some(Dialog::Question(Question::Resign(_)))));
    click(&mut app, "Cancel");
    assert!(app.dialog.is_none());
    click(&mut app, "Edit");
    assert!(app.workspace.is_editing());
    click(&mut app, "?");
    click(&mut app, "Close");
    assert!(app.dialog.is_none());
}

#[test]
fn unsaved_changes_are_asked_about() {
    let mut app = game();
    app.dialog = Some(Dialog::Question(Question::Unsaved(Box::new(Next::Quit))));
    click(&mut app, "Cancel");
    assert!(app.dialog.is_none());
}

/// Draws the window, which is to be possible.
fn draw(app: &App) {
    simulator(app).snapshot(&app.theme()).expect("it is drawn");
}

#[test]
fn every_page_is_drawn_in_every_theme_and_size() {
    let mut app = game();
    for name in look::NAMES {
        drop(app.update(Message::Setting(Setting::Theme(name.into()))));
        for page in [Page::Start, Page::Board, Page::Settings] {
            app.page = page;
            for size in [(480.0, 360.0), (620.0, 440.0)] {
                app.size = size.into();
                draw(&app);
            }
        }
    }
}

#[test]
fn everything_that_opens_is_drawn() {
    let mut app = game();
    app.size = Extent::new(480.0, 360.0);
    let all = [
        Dialog::Question(Question::Resign(Color::Black)),
        Dialog::Question(Question::Unsaved(Box::new(Next::Quit))),
        Dialog::Question(Question::Overwrite("game.sgf".into())),
        Dialog::PlayOn,
        Dialog::Path(Purpose::Open, "game.sgf".into()),
        Dialog::Path(Purpose::Save, String::new()),
        Dialog::Path(Purpose::Export, "board.svg".into()),
        Dialog::Text("9 . . .\n8 . . .".into()),
        Dialog::Find(String::new()),
        Dialog::GoToMove("12".into()),
        Dialog::Prompt("d4".into()),
        Dialog::Label("D4".parse().unwrap(), "A".into()),
        Dialog::Games(String::new(), 0),
        Dialog::GameOver,
        Dialog::Help,
        Dialog::ReviewMenu,
        Dialog::GuessLead("B+5".into()),
        Dialog::Problems(vec!["one".into(), "two".into()]),
    ];
    for dialog in all {
        app.dialog = Some(dialog);
        draw(&app);
    }
    app.dialog = None;
    drop(app.update(Message::Do(Command::Info)));
    draw(&app);
}

/// A window with the reviewed record.
fn reviewed() -> App {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../front/tests/data/reviewed.sgf");
    let mut app = app();
    drop(app.update(Message::OpenFile(path.into())));
    assert!(app.workspace.review().is_some());
    app
}

#[test]
fn a_review_has_a_button_for_everything() {
    let mut app = reviewed();
    click(&mut app, "Mistake ›");
    assert_eq!(view(&app).position.move_number, 11);
    click(&mut app, "Mistake ›");
    click(&mut app, "‹ Mistake");
    assert_eq!(view(&app).position.move_number, 11);
    click(&mut app, "Answer");
    assert!(app.workspace.review().unwrap().is_hidden);
    click(&mut app, "Chance");
    click(&mut app, "Lead");
    click(&mut app, "Comment");
    click(&mut app, "Key moves");
    click(&mut app, "6");
    assert_eq!(view(&app).position.move_number, 6);
    click(&mut app, "Report");
    click(&mut app, "Close");
    click(&mut app, "Practice…");
    click(&mut app, "Practice your mistakes");
    click(&mut app, "Answer");
    click(&mut app, "Next");
    click(&mut app, "Previous");
    click(&mut app, "End practice");
    assert!(app.workspace.practice().is_none());
}

#[test]
fn a_click_on_the_graph_goes_to_a_move() {
    let mut app = reviewed();
    app.size = Extent::new(1024.0, 768.0);
    let last = view(&app).tree.line.last().map(|it| it.node);
    let mut visited = Vec::new();
    // Somewhere down the panel there is the graph; the last move is at its right.
    for y in (300..600).step_by(20) {
        let mut simulator = simulator(&app);
        simulator.point_at(iced::Point::new(1000.0, y as f32));
        simulator.simulate(iced_test::simulator::click());
        visited.extend(simulator.into_messages().filter_map(|it| match it {
            Message::Visit(node) => Some(node),
            _ => None,
        }));
    }
    assert!(visited.contains(&last.unwrap()), "{visited:?}");
}

#[test]
fn a_review_is_drawn_in_every_theme_and_size() {
    let mut app = reviewed();
    drop(app.update(Message::Do(Command::NextMistake)));
    for name in look::NAMES {
        drop(app.update(Message::Setting(Setting::Theme(name.into()))));
        for size in [(1100.0, 760.0), (600.0, 400.0), (480.0, 360.0)] {
            app.size = size.into();
            draw(&app);
        }
    }
    app.size = Extent::new(600.0, 400.0);
    for dialog in [Dialog::Report, Dialog::KeyMoves, Dialog::ReviewMenu] {
        app.dialog = Some(dialog);
        draw(&app);
    }
    drop(app.update(Message::Dialog(DialogInput::Choose(Command::Practice))));
    assert!(app.workspace.practice().is_some());
    draw(&app);
}

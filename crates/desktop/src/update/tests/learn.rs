//! Lessons, the glossary, reasons for refusals and the first start.

use iced::keyboard::key::Named;
use tengen_front::learn::{Learning, LessonState};
use tengen_front::welcome::WelcomeStep;
use tengen_lessons::{AnswerKind, Expects, Input as LessonInput, Mark, Step, Task, lessons};

use super::*;
use crate::learn::LearnChange;
use crate::message::LearnInput;
use crate::run::Opening;

fn change(window: &mut Window, change: LearnChange) {
    window.send(Message::Learn(LearnInput(change)));
}

fn click(window: &mut Window, point: Point) {
    change(window, LearnChange::Board(Input::Press(point, Held::Nothing)));
}

fn learning(window: &Window) -> &Learning {
    &window.app.learn.lessons.as_ref().unwrap().learning
}

fn named(window: &mut Window, named: Named) {
    window.key(Key::Named(named), Modifiers::empty());
}

/// Answers a step as it wants it, with the mouse.
fn answer(window: &mut Window, step: &Step) {
    match &step.task {
        Task::Read => change(window, LearnChange::Proceed),
        Task::Play(_) => click(window, step.right_moves().first().unwrap()),
        Task::Try(point) => click(window, *point),
        Task::Mark(points) => {
            for point in points {
                click(window, point);
            }
            change(window, LearnChange::Proceed);
        }
        Task::Count(number, _) => {
            change(window, LearnChange::Number(number.to_string()));
            change(window, LearnChange::Proceed);
        }
        Task::Pass => change(window, LearnChange::Apply(LessonInput::Pass)),
        Task::Game(_) => return play(window),
    }
    if !matches!(step.task, Task::Read) {
        let kind = learning(window).text().unwrap().kind;
        assert_eq!(kind, Some(AnswerKind::Right), "{}", step.id);
        change(window, LearnChange::Proceed);
    }
}

/// Plays a first game to its end, as the hints advise.
fn play(window: &mut Window) {
    for _ in 0..100 {
        let view = learning(window).view().unwrap();
        match view.expects {
            Expects::Move | Expects::MoveOrPass => {
                change(window, LearnChange::Apply(LessonInput::Hint));
                let marks = learning(window).view().unwrap().marks;
                match marks.iter().find(|it| it.1 == Mark::Hint) {
                    Some(&(point, _)) => click(window, point),
                    None => change(window, LearnChange::Apply(LessonInput::Pass)),
                }
            }
            _ => {
                let is_right = view.answer.is_some_and(|it| it.kind == AnswerKind::Right);
                change(window, LearnChange::Proceed);
                if is_right {
                    return;
                }
            }
        }
    }
    panic!("the game does not end");
}

#[test]
fn every_lesson_is_walked_with_the_mouse_and_kept() {
    let folder = Folder::new();
    let mut window = folder.window();
    window.press(Command::Learn);
    assert_eq!(window.app.page, Page::Learn);
    for (idx, lesson) in lessons().iter().enumerate() {
        change(&mut window, LearnChange::Open(idx));
        for step in &lesson.steps {
            answer(&mut window, step);
        }
        assert_eq!(learning(&window).expects(), Some(Expects::Lesson), "{}", lesson.id);
        change(&mut window, LearnChange::Close);
        assert_eq!(learning(&window).list()[idx].state, LessonState::Done);
    }
    let again = folder.window();
    assert_eq!(again.app.workspace.open_lessons().n_done(), lessons().len());
    assert!(again.app.learned.starts_with("You have done all lessons"), "{}", again.app.learned);
}

#[test]
fn lessons_are_gone_through_with_keys() {
    let mut window = Window::new();
    window.press(Command::Learn);
    named(&mut window, Named::Enter);
    assert!(learning(&window).is_open());
    window.type_letter("i");
    assert_eq!(learning(&window).text().unwrap().kind, Some(AnswerKind::Hint));
    let marks = learning(&window).view().unwrap().marks;
    assert!(learning(&window).expects() == Some(Expects::Move), "{marks:?}");
    named(&mut window, Named::Escape);
    assert!(!learning(&window).is_open());
    assert_eq!(window.app.page, Page::Learn);
    named(&mut window, Named::Escape);
    assert_eq!(window.app.page, Page::Start);
}

#[test]
fn the_mouse_shows_what_a_click_would_do_in_a_lesson() {
    let mut window = Window::new();
    window.press(Command::Learn);
    let is_play = |it: &Step| matches!(it.task, Task::Play(_));
    let idx = lessons().iter().position(|it| it.steps.iter().any(is_play)).unwrap();
    change(&mut window, LearnChange::Open(idx));
    for step in &lessons()[idx].steps {
        if is_play(step) {
            let point = step.right_moves().first().unwrap();
            change(&mut window, LearnChange::Board(Input::Hover(Some(point))));
            let scene = &window.app.learn.lessons.as_ref().unwrap().board.scene;
            assert_eq!(scene.ghost.map(|it| it.point), Some(point));
            return;
        }
        answer(&mut window, step);
    }
}

#[test]
fn a_refusal_tells_why_when_it_is_asked() {
    let mut window = Window::of_people(Size::square(5).unwrap());
    window.click_all(&["B1", "E5", "A2", "E4"]);
    window.press(Command::Pass);
    window.click("A1");
    assert!(window.told().contains("suicide"), "{}", window.told());
    assert!(window.app.can_explain());
    window.type_letter("?");
    assert!(matches!(window.app.dialog, Some(Dialog::Why)), "{:?}", window.app.dialog);
    let opened = window.app.learn.explanation.as_ref().unwrap();
    assert!(!opened.explanation.long.is_empty());
    named(&mut window, Named::Escape);
    // Afterwards, the key means what it always means.
    window.type_letter("?");
    assert!(matches!(window.app.dialog, Some(Dialog::Help)));
}

#[test]
fn words_are_looked_up_and_their_links_followed() {
    let mut window = Window::new();
    window.press(Command::Learn);
    window.press(Command::Glossary);
    assert_eq!(window.app.page, Page::Glossary);
    change(&mut window, LearnChange::Seek("ko".into()));
    let glossary = |window: &Window| window.app.learn.glossary.as_ref().unwrap().glossary.clone();
    assert_eq!(glossary(&window).term().unwrap().name, "Ko");
    let link = glossary(&window).term().unwrap().links.first().cloned().unwrap();
    change(&mut window, LearnChange::Link(link.clone()));
    let name = glossary(&window).term().unwrap().name;
    assert_eq!(name.to_lowercase(), link.to_lowercase());
    named(&mut window, Named::Escape);
    assert_eq!(window.app.page, Page::Learn);
}

fn first_start(folder: &Folder) -> Window {
    let (mut app, news) = App::new(Some(Dirs::under(&folder.0)));
    drop(app.boot(news, Opening::Start));
    Window { app }
}

#[test]
fn the_first_start_asks_three_things_and_offers_a_game() {
    let folder = Folder::new();
    let mut window = first_start(&folder);
    assert_eq!(window.app.page, Page::Welcome);
    change(&mut window, LearnChange::Welcome(2));
    assert_eq!(window.app.learn.welcome.step(), WelcomeStep::Rank);
    window.type_letter("3");
    named(&mut window, Named::Enter);
    assert_eq!(window.app.learn.welcome.step(), WelcomeStep::Offer);
    named(&mut window, Named::Enter);
    assert_eq!(window.app.page, Page::Board, "{}", window.told());
    let game = &window.view().game;
    assert_eq!(window.view().position.size, Size::NINE);
    assert!(game.seats.black.is_person() && !game.seats.white.is_person());
    // The questions do not come again.
    assert_eq!(first_start(&folder).app.page, Page::Start);
}

#[test]
fn who_has_never_played_is_taken_to_the_first_lesson() {
    let folder = Folder::new();
    let mut window = first_start(&folder);
    change(&mut window, LearnChange::Welcome(0));
    change(&mut window, LearnChange::Welcome(0));
    assert_eq!(window.app.page, Page::Learn);
    assert_eq!(learning(&window).view().unwrap().lesson, lessons()[0].id);
}

#[test]
fn the_questions_can_be_skipped() {
    let folder = Folder::new();
    let mut window = first_start(&folder);
    named(&mut window, Named::Escape);
    assert_eq!(window.app.page, Page::Start);
    assert_eq!(first_start(&folder).app.page, Page::Start);
}

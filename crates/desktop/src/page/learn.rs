//! Lessons: the list, and the one that is open.

use iced::widget::{Column, Row, button, column, container, row, scrollable, text, text_input};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::learn::{LessonEntry, LessonState, LessonText};
use tengen_front::words;
use tengen_lessons::{AnswerKind, Expects, Input};

use super::library::board;
use crate::app::App;
use crate::learn::{LearnChange, OpenLessons};
use crate::message::{LearnInput, Message};
use crate::panel::LIST;
use crate::panel::review::bar;
use crate::{control, style};

/// The least width with the board and the text beside each other.
const WIDE: f32 = 620.0;

/// The widest that a list becomes.
const LIST_WIDTH: f32 = 720.0;

pub(super) fn change(change: LearnChange) -> Message {
    Message::Learn(LearnInput(change))
}

/// A page with a title and a way back.
pub(super) fn framed<'a>(
    app: &'a App,
    title: &str,
    back: Message,
    content: impl Into<Element<'a, Message>>,
) -> Element<'a, Message> {
    let look = &app.look;
    let glossary = control::word(look, "Glossary", Some(Message::Do(Command::Glossary)));
    let head = row![
        control::word(look, "‹ Back", Some(back)),
        text(title.to_owned()).size(20),
        control::gap(),
        control::noted(look, glossary, "words of Go explained"),
    ];
    let head = head.spacing(12).align_y(alignment::Vertical::Center);
    let head = container(head).padding(Padding::from([7, 12])).width(Length::Fill);
    let content = container(content).padding(14).width(Length::Fill).height(Length::Fill);
    let mut lines = column![head.style(style::bar(look)), content];
    if let Some(notice) = app.notice_line() {
        let bar = container(notice).padding(Padding::from([9, 14])).width(Length::Fill);
        lines = lines.push(bar.style(style::bar(look)));
    }
    lines.into()
}

/// The list, or the lesson that is open.
pub(crate) fn view<'a>(app: &'a App, lessons: &'a OpenLessons) -> Element<'a, Message> {
    match lessons.learning.text() {
        Some(said) => lesson(app, lessons, said),
        None => list(app, lessons),
    }
}

fn list<'a>(app: &'a App, lessons: &'a OpenLessons) -> Element<'a, Message> {
    let look = &app.look;
    let learning = &lessons.learning;
    let entries = learning.list();
    let share = learning.n_done() as f32 / entries.len().max(1) as f32;
    let lines = entries.into_iter().enumerate();
    let lines = lines.map(|(idx, it)| entry(app, idx, &it, idx == learning.chosen()));
    let lines = container(Column::with_children(lines)).padding(Padding::ZERO.right(12));
    let list = scrollable(lines).id(LIST).height(Length::Fill);
    let list = container(list).padding(5).style(style::card(look));
    let head = text(words::learned(learning)).size(style::TEXT).color(look.accent);
    let content = column![head, bar(look, share), list].spacing(9).max_width(LIST_WIDTH);
    let content = container(content).center_x(Length::Fill);
    framed(app, "Learn to play", Message::Do(Command::Cancel), content)
}

fn entry<'a>(
    app: &'a App,
    idx: usize,
    lesson: &LessonEntry,
    is_chosen: bool,
) -> Element<'a, Message> {
    let look = &app.look;
    let sign = match lesson.state {
        LessonState::Done => "✓",
        LessonState::Begun => "…",
        LessonState::New => " ",
    };
    let title = row![
        text(sign).size(style::TEXT + 2.0).color(look.accent).width(20),
        text(format!("{}.  {}", idx + 1, lesson.title)).size(style::TEXT + 1.0),
        control::gap(),
        control::dim(look, words::lesson_state(lesson.state)),
    ];
    let summary = control::dim(look, lesson.summary.as_str());
    let lines = column![title, container(summary).padding(Padding::ZERO.left(20))].spacing(2);
    button(lines)
        .padding(Padding::from([7, 10]))
        .width(Length::Fill)
        .style(style::line(look, is_chosen))
        .on_press(change(LearnChange::Open(idx)))
        .into()
}

fn lesson<'a>(app: &'a App, lessons: &'a OpenLessons, said: LessonText) -> Element<'a, Message> {
    let title = said.heading.clone();
    let shown = board(app, &lessons.board, |it| change(LearnChange::Board(it)));
    let told = told(app, lessons, said);
    let content: Element<'_, Message> = if app.size.width >= WIDE {
        row![
            container(shown).width(Length::FillPortion(3)),
            container(told).width(Length::FillPortion(2)),
        ]
        .spacing(18)
        .into()
    } else {
        column![
            container(shown).height(Length::FillPortion(1)),
            container(told).height(Length::FillPortion(1)),
        ]
        .spacing(10)
        .into()
    };
    framed(app, &title, change(LearnChange::Close), content)
}

/// What is said, and the buttons for what can be done.
fn told<'a>(app: &'a App, lessons: &'a OpenLessons, said: LessonText) -> Element<'a, Message> {
    let look = &app.look;
    let mut lines = Column::new().spacing(9);
    // What is said to an answer comes before the task it answers.
    if !said.answer.is_empty() {
        let color = match said.kind {
            Some(AnswerKind::Wrong | AnswerKind::Refused) => look.warning(),
            _ => look.accent,
        };
        let answer = said.answer.into_iter();
        let answer = answer.map(|it| text(it).size(style::TEXT + 1.5).color(color).into());
        let card = container(Column::with_children(answer).spacing(6)).padding(12);
        lines = lines.push(card.width(Length::Fill).style(style::lit_card(look)));
    }
    let task = said.task.into_iter();
    lines = lines.extend(task.map(|it| text(it).size(style::TEXT + 1.5).into()));
    lines = lines.push(control::dim(look, words::lesson_prompt(said.expects, app.keys())));
    if said.expects == Expects::Number {
        let number = text_input("a number", lessons.learning.number())
            .on_input(|it| change(LearnChange::Number(it)))
            .on_submit(change(LearnChange::Proceed))
            .width(120)
            .padding(Padding::from([6, 10]))
            .style(style::field(look));
        lines = lines.push(number);
    }
    if let Some(problem) = lessons.learning.problem() {
        let said = format!("Your progress is not saved: {problem}.");
        lines = lines.push(text(said).size(style::SMALL).color(look.warning()));
    }
    let lines = container(lines).padding(Padding::ZERO.right(12)).width(Length::Fill);
    let lines = scrollable(lines).height(Length::Fill);
    column![lines, buttons(app, said.expects, said.can_explain)].spacing(10).into()
}

fn buttons(app: &App, expects: Expects, can_explain: bool) -> Element<'_, Message> {
    let look = &app.look;
    let apply =
        |label, input: Input| control::word(look, label, Some(change(LearnChange::Apply(input))));
    let noted = |button, command| control::noted(look, button, &app.keys().name(command));
    let can_pass = matches!(expects, Expects::Pass | Expects::MoveOrPass);
    let can_hint = !matches!(expects, Expects::Next | Expects::Lesson);
    let next = match expects {
        Expects::Again => "Try again",
        Expects::Lesson => "Next lesson",
        _ => "Next",
    };
    // A move is made on the board, and nowhere else.
    let can_go_on = !matches!(expects, Expects::Move | Expects::MoveOrPass | Expects::Pass);
    let next = control::main(look, next, can_go_on.then(|| change(LearnChange::Proceed)));
    let all = [
        Some(noted(apply("‹ Step back", Input::Back), Command::Undo)),
        can_hint.then(|| noted(apply("Hint", Input::Hint), Command::Hint)),
        can_explain.then(|| noted(apply("Why?", Input::Why), Command::Help)),
        can_pass.then(|| noted(apply("Pass", Input::Pass), Command::Pass)),
        Some(next.into()),
    ];
    Row::with_children(all.into_iter().flatten()).spacing(6).wrap().vertical_spacing(6).into()
}

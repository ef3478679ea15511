//! Words of Go, with diagrams, and why a move was refused.

use iced::widget::{Column, Row, button, column, container, row, scrollable, text, text_input};
use iced::{Element, Length, Padding};
use tengen_front::command::Command;

use super::learn::{change, framed};
use super::library::board;
use crate::app::App;
use crate::learn::{LearnChange, OpenExplanation, OpenGlossary};
use crate::message::{DialogInput, Message};
use crate::panel::{FIELD, LIST};
use crate::{control, style};

/// The width of the list of words.
const LIST_WIDTH: f32 = 210.0;

/// The words that fit what is typed, and the one that is chosen.
pub(crate) fn view<'a>(app: &'a App, opened: &'a OpenGlossary) -> Element<'a, Message> {
    let look = &app.look;
    let glossary = &opened.glossary;
    let query = text_input("a word", glossary.query())
        .id(FIELD)
        .on_input(|it| change(LearnChange::Seek(it)))
        .size(style::TEXT)
        .padding(Padding::from([6, 10]))
        .style(style::field(look));
    let names = glossary.names().into_iter().enumerate().map(|(idx, name)| {
        button(text(name).size(style::TEXT))
            .padding(Padding::from([4, 9]))
            .width(Length::Fill)
            .style(style::line(look, idx == glossary.chosen()))
            .on_press(change(LearnChange::Term(idx)))
            .into()
    });
    let names = container(Column::with_children(names)).padding(Padding::ZERO.right(10));
    let names = container(scrollable(names).id(LIST).height(Length::Fill)).padding(3);
    let left = column![query, names.height(Length::Fill).style(style::card(look))].spacing(8);
    let content = row![container(left).width(LIST_WIDTH), term(app, opened)].spacing(18);
    framed(app, "Glossary", Message::Do(Command::Cancel), content)
}

fn term<'a>(app: &'a App, opened: &'a OpenGlossary) -> Element<'a, Message> {
    let look = &app.look;
    let Some(term) = opened.glossary.term() else {
        return control::dim(look, "No word like this.").into();
    };
    let synonyms = term.synonyms.map(|it| control::dim(look, format!("Also called: {it}.")));
    let links = term.links.into_iter().map(|name| {
        button(text(name.clone()).size(style::SMALL))
            .padding(Padding::from([3, 9]))
            .style(style::action(look))
            .on_press(change(LearnChange::Link(name)))
            .into()
    });
    let links = Row::with_children(links).spacing(5).wrap().vertical_spacing(5);
    let shown = term.scene.is_some().then(|| {
        let shown = board(app, &opened.board, |_| change(LearnChange::Nothing));
        container(shown).height(Length::Fill).max_height(420)
    });
    column![text(term.name).size(22)]
        .push(synonyms)
        .push(text(term.meaning).size(style::TEXT + 1.5))
        .push(shown)
        .push(links)
        .spacing(10)
        .into()
}

/// Why a move was refused, with a diagram.
pub(crate) fn why<'a>(app: &'a App, opened: &'a OpenExplanation) -> Element<'a, Message> {
    let look = &app.look;
    let explanation = &opened.explanation;
    let long = explanation.long.iter();
    let long = long.map(|it| text(it).size(style::TEXT + 0.5).into());
    let shown = board(app, &opened.board, |_| change(LearnChange::Nothing));
    let height = (app.size.height - 330.0).clamp(120.0, 320.0);
    let term = explanation.term.map(|id| {
        let name = id.replace('-', " ");
        let message = change(LearnChange::Glossary(name.clone()));
        control::word(look, &format!("Glossary: {name}"), Some(message))
    });
    let close = control::main(look, "Close", Some(Message::Dialog(DialogInput::Close)));
    let lines = scrollable(Column::with_children(long).spacing(8));
    column![
        text(&explanation.short).size(18),
        container(shown).height(height).center_x(Length::Fill),
        lines,
        row![].push(term).push(control::gap()).push(close).spacing(8),
    ]
    .spacing(12)
    .into()
}

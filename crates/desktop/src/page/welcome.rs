//! The first start: three questions, and a game that fits.

use iced::widget::{Column, button, column, container, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::welcome::WelcomeStep;
use tengen_front::words;

use super::learn::change;
use crate::app::App;
use crate::learn::LearnChange;
use crate::message::Message;
use crate::panel::emblem::emblem;
use crate::{control, style};

/// The question with its answers.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let welcome = &app.learn.welcome;
    let question = match welcome.step() {
        WelcomeStep::Offer => words::welcome_offer(welcome),
        step => words::welcome_question(step).to_owned(),
    };
    let answers = words::welcome_answers(welcome).into_iter().enumerate().map(|(idx, answer)| {
        button(text(format!("{}   {answer}", idx + 1)).size(style::TEXT + 2.0))
            .padding(Padding::from([10, 14]))
            .width(Length::Fill)
            .style(style::toggle(look, idx == welcome.chosen()))
            .on_press(change(LearnChange::Welcome(idx)))
            .into()
    });
    let name = row![emblem(look, 54.0), text("Welcome to Tengen").size(30)];
    let can_go_back = welcome.step() != WelcomeStep::Experience;
    let back = control::word(look, "‹ Back", can_go_back.then(|| change(LearnChange::WelcomeBack)));
    let skip = control::word(look, "Skip", Some(change(LearnChange::SkipWelcome)));
    let skip = control::noted(look, skip, "to the start screen; these questions do not come again");
    let answers = container(Column::with_children(answers).spacing(7));
    let content = column![
        name.spacing(14).align_y(alignment::Vertical::Center),
        text(question).size(19).color(look.accent),
        scrollable(answers.padding(Padding::ZERO.right(12))),
        row![back, control::gap(), skip],
    ];
    let card = container(content.spacing(18)).padding(26).max_width(560).style(style::card(look));
    container(card).center(Length::Fill).padding(16).into()
}

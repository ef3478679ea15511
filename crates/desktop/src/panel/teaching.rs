//! Teaching games: the move that is being judged, and the one that was taken
//! back.

use iced::Element;
use iced::widget::{column, container, text};
use tengen_front::notice::Notice;
use tengen_front::words;
use tengen_session::View;

use super::review::chip;
use crate::app::App;
use crate::message::Message;
use crate::{control, style};

/// What there is to say, if this is a teaching game.
pub(crate) fn view<'a>(app: &'a App, view: &View) -> Option<Element<'a, Message>> {
    let look = &app.look;
    let teaching = app.workspace.teaching()?;
    if let Some(mv) = teaching.judging() {
        return Some(control::dim(look, format!("Looking at {mv}…")).into());
    }
    let Some(taken_back) = teaching.taken_back_at(view.tree.node) else {
        return Some(control::dim(look, "Teaching game: mistakes are taken back once.").into());
    };
    let said = words::notice(&Notice::TakenBack(taken_back), app.keys());
    let band = tengen_review::Band::of(taken_back.loss);
    let label = format!("Play {} anyway", taken_back.mv);
    let keep = control::word(look, &label, Some(Message::Play(taken_back.mv)));
    let said = iced::widget::row![chip(look, band), text(said).size(style::TEXT)].spacing(7);
    let card = container(column![said, keep].spacing(9)).padding(12);
    Some(card.width(iced::Length::Fill).style(style::lit_card(look)).into())
}

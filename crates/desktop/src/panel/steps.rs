//! Below the board: a slider over the moves, and the games of the file.

use iced::widget::{container, row, slider, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_session::View;

use crate::app::App;
use crate::icon::Icon;
use crate::message::Message;
use crate::{control, style};

/// The least width with room for the games of the file.
const ROOMY: f32 = 520.0;

/// Buttons, the slider, and where the position is.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let controls = app.controls();
    let line = &view.tree.line;
    let here = line.iter().position(|it| it.node == view.tree.node).unwrap_or(0);
    let last = u32::try_from(line.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let here = u32::try_from(here).unwrap_or(0);
    // A slider with one place cannot be held.
    let slider =
        slider(0..=last.max(1), here, Message::SlideTo).height(20).style(style::rail(&app.look));
    let n_moves = line.last().map_or(0, |it| it.number);
    let place = format!("{} / {n_moves}", view.position.move_number);
    let place = text(place).size(style::SMALL).width(64).align_x(alignment::Horizontal::Center);
    let all = row![
        controls.picture(Icon::First, Command::First),
        controls.picture(Icon::Back, Command::Back),
        container(slider).width(Length::Fill),
        place.wrapping(text::Wrapping::None),
        controls.picture(Icon::Forward, Command::Forward),
        controls.picture(Icon::Last, Command::Last),
    ];
    let all = all.push(games(app)).spacing(6).align_y(alignment::Vertical::Center);
    container(all).padding(Padding { top: 0.0, right: 10.0, bottom: 6.0, left: 10.0 }).into()
}

/// Which game of the file it is, if there are several.
fn games(app: &App) -> Option<Element<'_, Message>> {
    let n_games = app.workspace.games_of_file().len();
    if n_games < 2 {
        return None;
    }
    let controls = app.controls();
    let here = app.workspace.game_idx() + 1;
    let is_roomy = app.size.width - app.side_width() >= ROOMY;
    let label =
        if is_roomy { format!("Game {here} of {n_games}") } else { format!("{here}/{n_games}") };
    let list = control::word(&app.look, &label, Some(Message::Do(Command::Games)));
    let note = format!("games in this file  {}", app.keys().name(Command::Games));
    let list = control::noted(&app.look, list, &note);
    let all = row![
        controls.command_if(here > 1, "‹", Command::PreviousGame),
        list,
        controls.command_if(here < n_games, "›", Command::NextGame),
    ];
    Some(all.spacing(3).into())
}

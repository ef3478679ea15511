//! What can be chosen.

use iced::widget::{column, container, pick_list, row, scrollable, text, toggler};
use iced::{Element, Length, alignment};

use crate::app::App;
use crate::control;
use crate::keys::Command;
use crate::look::NAMES;
use crate::message::{Arrows, Message, Setting};
use crate::sound::Player;
use crate::style;

/// What can be chosen.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let window = &app.room.config.window;
    let themes = NAMES.map(String::from).to_vec();
    let theme =
        pick_list(themes, Some(window.theme.clone()), |it| Message::Setting(Setting::Theme(it)));
    let arrows = pick_list([Arrows::Across, Arrows::Down], Some(app.arrows()), |it| {
        Message::Setting(Setting::Arrows(it))
    });
    let sounds =
        if Player::CAN_PLAY { "Sounds" } else { "Sounds (this program was built without them)" };
    let switch = |label: &str, is_on: bool, setting: fn(bool) -> Setting| {
        toggler(is_on)
            .label(label.to_owned())
            .text_size(style::TEXT)
            .on_toggle(move |it| Message::Setting(setting(it)))
    };
    let path = app.room.config_path().map(|it| it.display().to_string());
    let files = format!(
        "Colors of your own and keys are in {}; the README says how.",
        path.unwrap_or_else(|| "a file, if there is a place for one".to_owned())
    );
    let content = column![
        text("Settings").size(24),
        control::labeled(look, "Theme", theme.text_size(style::TEXT).style(style::choice(look))),
        control::labeled(look, "Arrows", arrows.text_size(style::TEXT).style(style::choice(look))),
        switch("Coordinates", window.has_coordinates, Setting::Coordinates),
        switch("Stones lie a little beside their points", window.has_fuzz, Setting::Fuzz),
        switch(
            "Stones come to the board with a movement",
            window.has_animation,
            Setting::Animation
        ),
        switch(sounds, window.has_sounds, Setting::Sounds),
        control::dim(look, files),
        row![control::gap(), control::main(look, "Done", Some(Message::Do(Command::Cancel)))]
            .align_y(alignment::Vertical::Center),
    ]
    .spacing(14);
    let card = container(scrollable(content)).padding(26).max_width(560).style(style::card(look));
    let mut lines = column![container(card).center(Length::Fill).padding(20)];
    if let Some(notice) = app.notice_line() {
        lines = lines.push(container(notice).padding(10).style(style::bar(look)));
    }
    lines.into()
}

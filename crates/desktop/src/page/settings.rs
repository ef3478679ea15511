//! The settings page.

use iced::widget::{column, container, pick_list, row, scrollable, text, toggler};
use iced::{Element, Length, Padding};
use tengen_front::command::Command;

use crate::app::App;
use crate::control;
use crate::look::NAMES;
use crate::message::{Arrows, Message, Setting, SettingRow};
use crate::sound::Player;
use crate::style;

/// The settings page.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let window = &app.workspace.settings().window;
    let themes = NAMES.map(String::from).to_vec();
    let theme =
        pick_list(themes, Some(window.theme.clone()), |it| Message::Setting(Setting::Theme(it)));
    let arrows = pick_list([Arrows::Across, Arrows::Down], Some(app.arrows()), |it| {
        Message::Setting(Setting::Arrows(it))
    });
    let sounds =
        if Player::CAN_PLAY { "Sounds" } else { "Sounds (this program was built without them)" };
    let switch = |label: &str, is_on: bool, setting: fn(bool) -> Setting| -> Element<'_, Message> {
        toggler(is_on)
            .label(label.to_owned())
            .text_size(style::TEXT)
            .on_toggle(move |it| Message::Setting(setting(it)))
            .into()
    };
    let path = app.workspace.settings_path();
    let files = path.map(|it| format!("Custom colors and keys: edit {}", it.display()));
    // In the order of `SettingRow::ALL`.
    let rows = [
        control::labeled(look, "Theme", theme.text_size(style::TEXT).style(style::choice(look))),
        control::labeled(look, "Arrows", arrows.text_size(style::TEXT).style(style::choice(look))),
        switch("Coordinates", window.has_coordinates, Setting::Coordinates),
        switch("Place stones slightly off center", window.has_fuzz, Setting::Fuzz),
        switch("Animate stones", window.has_animation, Setting::Animation),
        switch(sounds, window.has_sounds, Setting::Sounds),
    ];
    let mut content = column![text("Settings").size(24)].spacing(6);
    for (row, line) in SettingRow::ALL.into_iter().zip(rows) {
        let line = container(line).padding(Padding::from([6, 10])).width(Length::Fill);
        let is_lit = app.setting_row == row;
        content = content.push(if is_lit { line.style(style::lit_card(look)) } else { line });
    }
    let done = control::main(look, "Done", Some(Message::Do(Command::Cancel)));
    content = content.push(
        container(control::dim(look, files.unwrap_or_default())).padding(Padding::from([8, 10])),
    );
    content = content.push(row![control::gap(), done]);
    let card = container(scrollable(content)).padding(26).max_width(560).style(style::card(look));
    let mut lines = column![container(card).center(Length::Fill).padding(20)];
    if let Some(notice) = app.notice_line() {
        lines = lines.push(container(notice).padding(10).style(style::bar(look)));
    }
    lines.into()
}

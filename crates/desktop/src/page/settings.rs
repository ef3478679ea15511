//! The settings page.

use iced::widget::{column, container, row, scrollable, text, toggler};
use iced::{Element, Length, Padding};
use tengen_front::command::Command;

use crate::app::App;
use crate::control::{self, Choosable};
use crate::look::{CHOICES, SYSTEM};
use crate::menu::Choice;
use crate::message::{Arrows, Message, Setting, SettingRow};
use crate::sound::Player;
use crate::style;
use crate::update::setting::SCALES;

/// The settings page.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let window = &app.workspace.settings().window;
    let setting = |it| Message::Setting(it);
    let theme_name = |name: &str| match name {
        SYSTEM => "as the system: light or dark".to_owned(),
        name => name.to_owned(),
    };
    let themes = CHOICES.map(|name| Choosable {
        label: theme_name(name),
        detail: String::new(),
        is_chosen: window.theme == name,
        message: setting(Setting::Theme(name.to_owned())),
    });
    let theme = control::choice(app, Choice::Theme, &theme_name(&window.theme), themes);
    let scales = SCALES.map(|percent| Choosable {
        label: format!("{percent} %"),
        detail: String::new(),
        is_chosen: window.scale == percent,
        message: setting(Setting::Scale(percent)),
    });
    let scale = control::choice(app, Choice::Scale, &format!("{} %", window.scale), scales);
    let arrows = [Arrows::Across, Arrows::Down].map(|it| Choosable {
        label: it.to_string(),
        detail: String::new(),
        is_chosen: app.arrows() == it,
        message: setting(Setting::Arrows(it)),
    });
    let arrows = control::choice(app, Choice::Arrows, &app.arrows().to_string(), arrows);
    let can_hear = Player::CAN_PLAY;
    let sounds = if can_hear { "Sounds" } else { "Sounds (this program was built without them)" };
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
        control::labeled(look, "Theme", theme),
        control::labeled(look, "Size", scale),
        switch(
            "Colors of losses for color-blind people",
            window.is_color_blind,
            Setting::ColorBlind,
        ),
        control::labeled(look, "Arrows", arrows),
        switch("Coordinates", window.has_coordinates, Setting::Coordinates),
        switch("Place stones slightly off center", window.has_fuzz, Setting::Fuzz),
        switch("Animate stones", window.has_animation, Setting::Animation),
        toggler(window.has_sounds && can_hear)
            .label(sounds)
            .text_size(style::TEXT)
            .on_toggle_maybe(can_hear.then_some(|it| Message::Setting(Setting::Sounds(it))))
            .into(),
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

//! How buttons, cards and fields look.

use iced::widget::{button, container, slider, text_editor, text_input};
use iced::{Background, Border, Color, Font, Theme, border};

use crate::look::{Look, mix};

/// The font, which comes with the program.
pub(crate) const FONT: Font = Font::with_name("Fira Sans");

/// The corner of everything that has one.
pub(crate) const RADIUS: f32 = 7.0;

/// The size of most text.
pub(crate) const TEXT: f32 = 14.5;
/// The size of text that matters less.
pub(crate) const SMALL: f32 = 12.5;

/// How a button looks that does something.
pub(crate) fn action(look: &Look) -> impl Fn(&Theme, button::Status) -> button::Style + use<> {
    let (surface, text, dim, edge) = (look.surface(), look.text, look.dim(), look.edge());
    let background = look.background;
    move |_, status| {
        let (fill, ink) = match status {
            button::Status::Active => (surface, text),
            button::Status::Hovered => (mix(surface, text, 0.14), text),
            button::Status::Pressed => (mix(surface, text, 0.24), text),
            button::Status::Disabled => (mix(surface, background, 0.5), mix(dim, background, 0.45)),
        };
        button_style(fill, ink, edge)
    }
}

/// How the button looks that is pressed most likely.
pub(crate) fn primary(look: &Look) -> impl Fn(&Theme, button::Status) -> button::Style + use<> {
    let accent = look.accent;
    let text = look.text;
    let ink = look.accent_ink();
    let background = look.background;
    move |_, status| {
        let fill = match status {
            button::Status::Active => accent,
            button::Status::Hovered => mix(accent, Color::WHITE, 0.14),
            button::Status::Pressed => mix(accent, Color::BLACK, 0.14),
            button::Status::Disabled => mix(accent, background, 0.65),
        };
        let ink = if status == button::Status::Disabled { mix(text, background, 0.4) } else { ink };
        button_style(fill, ink, fill)
    }
}

/// How a button looks that is on or off.
pub(crate) fn toggle(
    look: &Look,
    is_on: bool,
) -> impl Fn(&Theme, button::Status) -> button::Style + use<> {
    let plain = action(look);
    let (accent, surface, text) = (look.accent, look.surface(), look.text);
    move |theme, status| {
        if !is_on {
            return plain(theme, status);
        }
        let share = if status == button::Status::Hovered { 0.42 } else { 0.32 };
        button_style(mix(surface, accent, share), text, accent)
    }
}

/// How a line of a list looks that can be pressed.
pub(crate) fn line(
    look: &Look,
    is_chosen: bool,
) -> impl Fn(&Theme, button::Status) -> button::Style + use<> {
    let (accent, surface, text) = (look.accent, look.surface(), look.text);
    move |_, status| {
        let fill = match (is_chosen, status) {
            (true, _) => mix(surface, accent, 0.3),
            (false, button::Status::Hovered | button::Status::Pressed) => mix(surface, text, 0.1),
            _ => Color::TRANSPARENT,
        };
        button::Style {
            background: Some(Background::Color(fill)),
            text_color: text,
            border: border::rounded(5.0),
            ..button::Style::default()
        }
    }
}

fn button_style(fill: Color, ink: Color, edge: Color) -> button::Style {
    button::Style {
        background: Some(Background::Color(fill)),
        text_color: ink,
        border: Border { color: edge, width: 1.0, radius: RADIUS.into() },
        ..button::Style::default()
    }
}

/// A surface for things that belong together.
pub(crate) fn card(look: &Look) -> impl Fn(&Theme) -> container::Style + use<> {
    let (surface, edge) = (look.surface(), look.edge());
    move |_| container::Style {
        background: Some(Background::Color(surface)),
        border: Border { color: edge, width: 1.0, radius: RADIUS.into() },
        ..container::Style::default()
    }
}

/// A card that is emphasized.
pub(crate) fn lit_card(look: &Look) -> impl Fn(&Theme) -> container::Style + use<> {
    let (surface, accent) = (mix(look.surface(), look.accent, 0.10), look.accent);
    move |_| container::Style {
        background: Some(Background::Color(surface)),
        border: Border { color: accent, width: 1.0, radius: RADIUS.into() },
        ..container::Style::default()
    }
}

/// What lies over everything else. It has no shadow, since the software
/// renderer draws shadows over what is not drawn anew.
pub(crate) fn dialog(look: &Look) -> impl Fn(&Theme) -> container::Style + use<> {
    let (background, edge) = (look.background, mix(look.edge(), look.text, 0.2));
    move |_| container::Style {
        background: Some(Background::Color(background)),
        border: Border { color: edge, width: 1.0, radius: 12.0.into() },
        ..container::Style::default()
    }
}

/// What darkens all that a dialog lies over.
pub(crate) fn shade(_theme: &Theme) -> container::Style {
    container::Style {
        background: Some(Background::Color(Color { a: 0.45, ..Color::BLACK })),
        ..container::Style::default()
    }
}

/// A surface of one color.
pub(crate) fn fill(color: Color) -> impl Fn(&Theme) -> container::Style {
    move |_| container::Style {
        background: Some(Background::Color(color)),
        border: border::rounded(3.0),
        ..container::Style::default()
    }
}

/// A bar along an edge of the window.
pub(crate) fn bar(look: &Look) -> impl Fn(&Theme) -> container::Style + use<> {
    let surface = look.surface();
    move |_| container::Style {
        background: Some(Background::Color(surface)),
        ..container::Style::default()
    }
}

/// A field for one line of text.
pub(crate) fn field(
    look: &Look,
) -> impl Fn(&Theme, text_input::Status) -> text_input::Style + use<> {
    let look = look.clone();
    move |theme, status| {
        let mut style = text_input::default(theme, status);
        let is_focused = matches!(status, text_input::Status::Focused { .. });
        style.background = Background::Color(well(&look));
        style.border = well_border(&look, is_focused);
        style.value = look.text;
        style.placeholder = look.dim();
        style.selection = Color { a: 0.45, ..look.accent };
        style
    }
}

/// A field for many lines of text, which lies in something that shows where it
/// is.
pub(crate) fn editor(
    look: &Look,
) -> impl Fn(&Theme, text_editor::Status) -> text_editor::Style + use<> {
    let look = look.clone();
    move |theme, status| {
        let mut style = text_editor::default(theme, status);
        style.background = Background::Color(Color::TRANSPARENT);
        style.border = Border::default();
        style.value = look.text;
        style.placeholder = look.dim();
        style.selection = Color { a: 0.45, ..look.accent };
        style
    }
}

/// A field with a list of choices.
pub(crate) fn choice(
    look: &Look,
    is_open: bool,
) -> impl Fn(&Theme, button::Status) -> button::Style + use<> {
    let (fill, text) = (well(look), look.text);
    let (plain, lit) = (well_border(look, false), well_border(look, true));
    move |_, status| button::Style {
        background: Some(Background::Color(fill)),
        text_color: text,
        border: if is_open || status == button::Status::Hovered { lit } else { plain },
        ..button::Style::default()
    }
}

/// A slider.
pub(crate) fn rail(look: &Look) -> impl Fn(&Theme, slider::Status) -> slider::Style + use<> {
    let (accent, edge, text) = (look.accent, mix(look.edge(), look.text, 0.25), look.text);
    move |_, status| {
        let is_active = matches!(status, slider::Status::Active);
        slider::Style {
            rail: slider::Rail {
                backgrounds: (Background::Color(accent), Background::Color(edge)),
                width: 4.0,
                border: border::rounded(2.0),
            },
            handle: slider::Handle {
                shape: slider::HandleShape::Circle { radius: 7.0 },
                background: Background::Color(if is_active { accent } else { text }),
                border_width: 0.0,
                border_color: accent,
            },
        }
    }
}

/// What a field for many lines lies in.
pub(crate) fn well_card(look: &Look) -> impl Fn(&Theme) -> container::Style + use<> {
    let (fill, border) = (well(look), well_border(look, false));
    move |_| container::Style {
        background: Some(Background::Color(fill)),
        border,
        ..container::Style::default()
    }
}

fn well(look: &Look) -> Color {
    mix(look.background, if look.is_dark() { Color::BLACK } else { Color::WHITE }, 0.35)
}

fn well_border(look: &Look, is_focused: bool) -> Border {
    let color = if is_focused { look.accent } else { look.edge() };
    Border { color, width: 1.0, radius: RADIUS.into() }
}

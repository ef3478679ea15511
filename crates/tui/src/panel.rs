//! The panel beside the board: players, clocks, what happens.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_clock::Overtime;
use tengen_rules::{Color, Ruleset};
use tengen_session::{ClockView, Phase, Seat, View};

use crate::app::{Look, Table};
use crate::board::short_count;
use crate::question;
use crate::theme::{Role, Theme};

/// Draws the panel, with less in it if there is less space.
pub(crate) fn draw(look: Look<'_>, table: Table<'_>, area: Rect, buffer: &mut Buffer) {
    let view = table.view;
    let theme = look.taste.theme;
    let mut lines = Vec::new();
    let is_roomy = area.height >= 14;
    for color in Color::ALL {
        if is_roomy && area.height >= 18 {
            lines.push(Line::default());
        }
        lines.extend(player(theme, table, color, (area.width, is_roomy)));
    }
    if is_roomy {
        lines.push(rule(theme, area.width));
        lines.push(Line::styled(about(view), theme.text(Role::Dim)));
        lines.push(Line::default());
    }
    lines.extend(message(look, view));
    lines.extend(news(theme, table));
    if !view.comment.is_empty() {
        lines.push(Line::default());
        lines.extend(view.comment.lines().map(|it| Line::raw(it.to_owned())));
    }
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
}

/// One line for those who have no panel.
pub(crate) fn short(look: Look<'_>, table: Table<'_>) -> Line<'static> {
    let lines = message(look, table.view);
    lines.into_iter().next().unwrap_or_default()
}

fn rule(theme: Theme, width: u16) -> Line<'static> {
    let line = theme.glyph("─", "-").repeat(usize::from(width.saturating_sub(1)));
    Line::styled(line, theme.text(Role::Dim))
}

/// What a player is called on the screen.
pub(crate) fn name(view: &View, color: Color) -> String {
    match &view.seats[color] {
        Seat::Person { name } if name.is_empty() && view.seats[!color].is_person() => {
            if color == Color::Black { "Black".to_owned() } else { "White".to_owned() }
        }
        Seat::Person { name } if name.is_empty() => "You".to_owned(),
        seat => seat.to_string(),
    }
}

/// The stone of a color, on wood where there are colors.
fn stone(theme: Theme, color: Color) -> Span<'static> {
    if theme.has_colors() && !theme.is_ascii {
        let ink = theme.color(Theme::stone(color));
        return Span::styled(" ● ", Style { fg: ink, ..theme.board() });
    }
    Span::raw(match color {
        Color::Black => theme.glyph(" ● ", " X "),
        Color::White => theme.glyph(" ○ ", " O "),
    })
}

fn player(
    theme: Theme,
    table: Table<'_>,
    color: Color,
    (width, is_roomy): (u16, bool),
) -> Vec<Line<'static>> {
    let view = table.view;
    let is_next = view.to_play == color && matches!(view.phase, Phase::Playing);
    let arrow = if is_next { theme.glyph("▶", ">") } else { " " };
    let weight = if is_next { Modifier::BOLD } else { Modifier::empty() };
    let name = name(view, color);
    let taken = match view.prisoners[color] {
        0 => String::new(),
        1 => "1 prisoner".to_owned(),
        n => format!("{n} prisoners"),
    };
    let clock = clock(view.clocks[color], theme);
    let head = vec![
        Span::styled(arrow, theme.text(Role::Cursor)),
        stone(theme, color),
        Span::raw(" "),
        Span::styled(name.clone(), Style::new().add_modifier(weight)),
    ];
    if !is_roomy {
        let rest = format!("  {taken}  {}", clock.content);
        let mut line = Line::from(head);
        line.push_span(Span::styled(rest, theme.text(Role::Dim)));
        return vec![line];
    }
    let gap =
        usize::from(width).saturating_sub(7 + name.chars().count() + clock.content.chars().count());
    let mut first = Line::from(head);
    if !clock.content.is_empty() {
        first.push_span(Span::raw(" ".repeat(gap)));
        first.push_span(clock);
    }
    let busy = match view.thinking {
        Some((it, since)) if it == color => busy(theme, table, since),
        _ => String::new(),
    };
    let second = Line::from(vec![
        Span::raw("     "),
        Span::styled(
            if taken.is_empty() && busy.is_empty() { "no prisoners".into() } else { taken.clone() },
            theme.text(Role::Dim),
        ),
        Span::raw(if taken.is_empty() { "" } else { "  " }),
        Span::styled(busy, theme.text(Role::Accent)),
    ]);
    vec![first, second]
}

/// That an engine is thinking, with what it has done so far.
fn busy(theme: Theme, table: Table<'_>, since: Duration) -> String {
    const WHEEL: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠧", "⠇", "⠏"];
    const PLAIN: [&str; 4] = ["|", "/", "-", "\\"];
    let elapsed = table.now.saturating_sub(since);
    let step = usize::try_from(elapsed.as_millis() / 120).unwrap_or(0);
    let wheel = if theme.is_ascii { PLAIN[step % 4] } else { WHEEL[step % 8] };
    let playouts = table.n_playouts.map_or(String::new(), |it| format!(" {}", short_count(it)));
    format!("{wheel} thinking {}s{playouts}", elapsed.as_secs())
}

fn clock(clock: ClockView, theme: Theme) -> Span<'static> {
    let Some(shown) = clock.shown() else { return Span::default() };
    let seconds = shown.whole_seconds();
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    let text = match shown.overtime {
        Overtime::Periods(1) => format!("{time} last"),
        Overtime::Periods(n) => format!("{time} ×{n}"),
        Overtime::Stones(n) => format!("{time} /{n}"),
        Overtime::Main | Overtime::Move => time,
    };
    let style = match clock.is_running {
        true if seconds <= 10 => theme.text(Role::Warning),
        true => theme.text(Role::Accent),
        false => theme.text(Role::Dim),
    };
    Span::styled(text, style)
}

/// The game in one line: move, rules, komi.
fn about(view: &View) -> String {
    let handicap = match view.handicap {
        0 => String::new(),
        n => format!(" · {n} stones"),
    };
    let rules = ruleset_name(&view.ruleset);
    format!("Move {} · {rules} · komi {}{handicap}", view.move_number, view.komi)
}

/// The name of rules as people write it.
pub(crate) fn ruleset_name(ruleset: &Ruleset) -> String {
    match ruleset.name() {
        Some("aga") => "AGA".to_owned(),
        Some(name) => name
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..])
            .collect::<Vec<_>>()
            .join(" "),
        None => "own rules".to_owned(),
    }
}

/// What was refused or told, else what there is to say about the game.
fn message(look: Look<'_>, view: &View) -> Vec<Line<'static>> {
    let lines = look.notice_lines();
    if lines.is_empty() { vec![Line::raw(view.status.clone())] } else { lines }
}

/// What the engine says about the position.
fn news(theme: Theme, table: Table<'_>) -> Vec<Line<'static>> {
    let view = table.view;
    let mut lines = Vec::new();
    if view.black_lead.is_some() {
        lines.push(Line::default());
        lines.push(Line::styled(question::estimate(view), theme.text(Role::Accent)));
    } else if view.is_analyzing {
        lines.push(Line::default());
        lines.push(Line::styled("Looking at the board…", theme.text(Role::Accent)));
    }
    for (idx, hint) in view.hints.iter().take(6).enumerate() {
        let follow: Vec<String> =
            hint.variation.iter().skip(1).take(3).map(ToString::to_string).collect();
        let percent = hint.win_rate * 100.0;
        let (mv, visits) = (hint.mv.to_string(), short_count(hint.n_visits));
        let text =
            format!("{} {mv:<4} {percent:>3.0}%  {visits:>4}  {}", idx + 1, follow.join(" "));
        let style = if idx == 0 { theme.text(Role::Accent) } else { Style::new() };
        lines.push(Line::styled(text, style));
    }
    lines
}

/// Keys with what they do, as many as there is space for.
pub(crate) fn footer(look: Look<'_>, keys: &[(&str, &str)], area: Rect, buffer: &mut Buffer) {
    let theme = look.taste.theme;
    let mut line = Line::default();
    let mut left = usize::from(area.width);
    for (key, what) in keys.iter().filter(|(key, _)| !key.is_empty()) {
        let key = &shown(key, theme);
        let width = key.chars().count() + what.chars().count() + 3;
        if width > left + 2 {
            break;
        }
        left = left.saturating_sub(width);
        line.push_span(Span::styled(key.clone(), theme.text(Role::Accent)));
        line.push_span(Span::styled(format!(" {what}  "), theme.text(Role::Dim)));
    }
    line.render(area, buffer);
}

/// A key as it is written on keyboards.
fn shown(key: &str, theme: Theme) -> String {
    let arrows = [("left", "←"), ("right", "→"), ("up", "↑"), ("down", "↓")];
    let mut text = key.to_owned();
    for (name, arrow) in arrows {
        text = match theme.is_ascii {
            true => text.replace(arrow, &format!("{name} ")),
            false if text == name => arrow.to_owned(),
            false => text,
        };
    }
    text.trim_end().to_owned()
}

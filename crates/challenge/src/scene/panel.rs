//! The words beside the board, and the status bar below it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_rules::{Color, Move};

use super::grid::named_stone;
use crate::TITLE;
use crate::duel::{Duel, HUMAN, Phase};
use crate::skin::Skin;

/// The game in a line or two.
const RULES: &str = "Surround more than your rival. Chains without liberties are captured.";

/// The rows of names and numbers at the top of the panel.
pub(super) const HEAD: u16 = 6;

/// The columns from which on sentences are long.
const WIDE: u16 = 60;

/// The columns below which they are words.
const NARROW: u16 = 20;

/// Draws the panel, with less in it if there is less space.
pub(super) fn draw(duel: &Duel, skin: &Skin, area: Rect, buffer: &mut Buffer) {
    if area.height < 8 {
        return draw_short(duel, skin, area, buffer);
    }
    let mut lines = vec![
        Line::styled(TITLE, skin.accent),
        Line::from(terms(duel)),
        Line::default(),
        Line::from(player(duel, HUMAN, skin, area.width)),
        Line::from(player(duel, !HUMAN, skin, area.width)),
        Line::styled(format!("komi {}", duel.game().komi()), skin.dim),
    ];
    // The result takes the place of the rules.
    if duel.outcome().is_none() {
        lines.extend([Line::default(), Line::from(RULES)]);
        if area.height >= 16 {
            lines.push(Line::default());
        }
        let is_wide = area.width >= PANEL_FOR_COLORS && area.height >= 16;
        let keys: &[&'static str] = if is_wide { &LONG_KEYS } else { &KEYS };
        lines.extend(keys.iter().map(|&it| Line::styled(it, skin.dim)));
    }
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
}

/// A panel of a few rows.
fn draw_short(duel: &Duel, skin: &Skin, area: Rect, buffer: &mut Buffer) {
    let mut lines: Vec<Line<'_>> =
        [HUMAN, !HUMAN].map(|it| Line::from(player(duel, it, skin, 0))).into();
    if lines.iter().map(Line::width).sum::<usize>() < usize::from(area.width) {
        let spans = lines.drain(..).flat_map(|it| it.spans).collect::<Vec<_>>();
        lines = vec![Line::from(spans)];
    }
    lines.push(Line::from(terms(duel)));
    lines.push(Line::styled(KEYS.join("  "), skin.dim));
    lines.push(Line::styled(RULES, skin.dim));
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
}

/// Who is played against, and for what.
fn terms(duel: &Duel) -> String {
    format!("{}, {} prestige", duel.opponent_name(), duel.difficulty().reward())
}

const KEYS: [&str; 2] = ["Enter play P pass", "Esc forfeit"];

const LONG_KEYS: [&str; 4] =
    ["arrows  move the cursor", "Enter   place a stone", "P       pass", "Esc Q   forfeit"];

/// Who has which stones, on the ground of the board, and how many were taken.
fn player(duel: &Duel, color: Color, skin: &Skin, width: u16) -> Vec<Span<'static>> {
    let name = match (color == HUMAN, width >= PANEL_FOR_COLORS) {
        (true, true) => "Black (you)  ",
        (false, true) => "White (rival)",
        (true, false) => "You",
        (false, false) => "White",
    };
    let taken = duel.game().position().prisoners[color];
    vec![named_stone(color, skin), Span::raw(format!(" {name} took {taken}"))]
}

/// The columns from which on players have their colors beside their names.
const PANEL_FOR_COLORS: u16 = 26;

/// What is going on, in a line.
pub(super) fn status(duel: &Duel, width: u16) -> String {
    if width < NARROW {
        return short_status(duel);
    }
    if duel.is_forfeit_asked() {
        return if width >= WIDE {
            "Forfeit? Press Esc or Q again to confirm, any other key to play on.".to_owned()
        } else {
            "Forfeit? Esc: yes, other keys: no".to_owned()
        };
    }
    if duel.is_pass_asked() {
        return "Pass? Press P again.".to_owned();
    }
    if let Some(reason) = duel.refused() {
        return format!("{reason}.");
    }
    let name = duel.opponent_name();
    match duel.phase() {
        Phase::YourTurn => match duel.last_move() {
            Some((Color::White, Move::Pass)) => format!("{name} passes. Your turn."),
            Some((Color::White, Move::Play(point))) => format!("White {point}. Your turn."),
            _ => "Your turn.".to_owned(),
        },
        Phase::Thinking => format!("{name} is thinking{}", dots(duel)),
        Phase::Counting => format!("Both have passed. Counting{}", dots(duel)),
        Phase::Over(_) => "The game is over.".to_owned(),
    }
}

/// One dot more every few ticks.
fn dots(duel: &Duel) -> String {
    let n_dots = duel.n_ticks() / 3 % 4;
    ".".repeat(n_dots as usize)
}

/// The same in a word or two.
fn short_status(duel: &Duel) -> String {
    match (duel.phase(), duel.last_move()) {
        _ if duel.is_forfeit_asked() => "Forfeit?".to_owned(),
        _ if duel.is_pass_asked() => "Pass?".to_owned(),
        _ if duel.refused().is_some() => "Illegal".to_owned(),
        (Phase::YourTurn, Some((Color::White, mv))) => format!("White {mv}"),
        (Phase::YourTurn, _) => "Your turn".to_owned(),
        (Phase::Thinking, _) => "Thinking".to_owned(),
        (Phase::Counting, _) => "Counting".to_owned(),
        (Phase::Over(_), _) => "Game over".to_owned(),
    }
}

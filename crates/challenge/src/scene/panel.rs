//! The words beside the board, and the status bar below it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_rules::{Color, Move};

use super::grid::named_stone;
use crate::TITLE;
use crate::duel::{Duel, HUMAN, Phase};
use crate::skin::Skin;

/// The game in a line or two.
const RULES: &str = "Surround more points than your rival. Stones without liberties are taken.";

/// The columns from which on sentences are long.
const WIDE: u16 = 60;

/// Draws the panel, with less in it if there is less space.
pub(super) fn draw(duel: &Duel, skin: &Skin, area: Rect, buffer: &mut Buffer) {
    let name = duel.difficulty().name();
    let terms = format!("{name}, {} prestige", duel.difficulty().reward());
    if area.height < 8 {
        let both = format!("{}  {}", player(duel, HUMAN, skin), player(duel, !HUMAN, skin));
        let lines = vec![
            Line::from(both),
            Line::from(terms),
            Line::styled(KEYS.join("  "), skin.dim),
            Line::styled(RULES, skin.dim),
        ];
        return Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
    }
    let mut lines = vec![
        Line::styled(TITLE, skin.accent),
        Line::from(terms),
        Line::default(),
        Line::from(player(duel, HUMAN, skin)),
        Line::from(player(duel, !HUMAN, skin)),
        Line::styled(format!("komi {}", duel.game().komi()), skin.dim),
        Line::default(),
        Line::from(RULES),
    ];
    if area.height >= 16 {
        lines.push(Line::default());
    }
    lines.extend(KEYS.map(|it| Line::styled(it, skin.dim)));
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

const KEYS: [&str; 2] = ["Enter place, P pass", "Esc forfeit"];

/// Who has which stones, and how many were taken.
fn player(duel: &Duel, color: Color, skin: &Skin) -> String {
    let name = if color == HUMAN { "You" } else { "Rival" };
    let taken = duel.game().position().prisoners[color];
    format!("{} {name} took {taken}", named_stone(color, skin))
}

/// What is going on, in a line.
pub(super) fn status(duel: &Duel, width: u16, skin: &Skin) -> String {
    if duel.is_forfeit_asked() {
        return if width >= WIDE {
            "Forfeit? Esc or Q again gives the game up, any other key plays on.".to_owned()
        } else {
            "Forfeit? Esc: yes, other keys: no".to_owned()
        };
    }
    if let Some(reason) = duel.refused() {
        return format!("{reason}.");
    }
    let name = duel.difficulty().name();
    match duel.phase() {
        Phase::YourTurn => match duel.last_move() {
            Some((Color::White, Move::Pass)) => format!("{name} passes. Your turn."),
            Some((Color::White, Move::Play(point))) => format!("White {point}. Your turn."),
            _ => "Your turn.".to_owned(),
        },
        Phase::Thinking => format!("{name} is thinking{}", dots(duel, skin)),
        Phase::Counting => format!("Both have passed. Counting{}", dots(duel, skin)),
        Phase::Over(_) => "The game is over.".to_owned(),
    }
}

/// One dot more every few ticks.
fn dots(duel: &Duel, skin: &Skin) -> String {
    let n_dots = duel.n_ticks() / 3 % 4;
    skin.glyph("·", ".").repeat(n_dots as usize)
}

//! Which keys there are, on this screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::card;
use super::game::{Stage, stage};
use crate::app::{Screen, Table};
use crate::keys::{Command, Keys};
use crate::theme::{Role, Theme};

type Entry = (Command, &'static str);

const MENU: &[Entry] = &[
    (Command::Up, "up"),
    (Command::Down, "down"),
    (Command::Left, "change a value"),
    (Command::Right, "change a value"),
    (Command::Confirm, "choose"),
    (Command::Cancel, "back"),
    (Command::Quit, "back, or leave"),
];

const PLAYING: &[Entry] = &[
    (Command::Confirm, "put a stone (or click)"),
    (Command::Pass, "pass"),
    (Command::Undo, "take back"),
    (Command::Redo, "play it again"),
    (Command::Hint, "good moves"),
    (Command::Estimate, "who will own what"),
    (Command::Prompt, "type a point or command"),
    (Command::MoveNow, "the engine moves now"),
    (Command::Pause, "pause, and go on"),
    (Command::Resign, "resign (twice)"),
];

const CHALLENGE: &[Entry] = &[
    (Command::Up, "cursor up"),
    (Command::Down, "cursor down"),
    (Command::Left, "cursor to the left"),
    (Command::Right, "cursor to the right"),
    (Command::Confirm, "put a stone"),
    (Command::Pass, "pass"),
    (Command::Cancel, "forfeit (twice)"),
];

const SCORING: &[Entry] = &[
    (Command::Confirm, "group is dead, or alive"),
    (Command::Agree, "agree and end the game"),
    (Command::PlayOn, "play on"),
];

const BROWSING: &[Entry] = &[
    (Command::Left, "a move back (or wheel)"),
    (Command::Right, "a move forward"),
    (Command::Up, "the variation before"),
    (Command::Down, "the next variation"),
    (Command::First, "the start"),
    (Command::Last, "the end"),
    (Command::PageBack, "ten moves back"),
    (Command::PageForward, "ten moves forward"),
    (Command::PlayOn, "play from this position"),
    (Command::Cancel, "back to the game"),
];

const ALWAYS: &[Entry] = &[
    (Command::Browse, "look through the record"),
    (Command::Back, "a move back"),
    (Command::Forward, "a move forward"),
    (Command::Numbers, "numbers of moves"),
    (Command::Coordinates, "coordinates"),
    (Command::Save, "save (or :save FILE)"),
    (Command::NewGame, "new game"),
    (Command::Open, "open a record"),
    (Command::Quit, "leave; the game is kept"),
    (Command::Analyze, "analyze every position"),
];

/// Draws help for what is on the screen.
pub(crate) fn draw(
    screen: &Screen,
    table: Option<Table<'_>>,
    keys: &Keys,
    (theme, area, buffer): (Theme, Rect, &mut Buffer),
) {
    let (title, parts): (&str, &[&[Entry]]) = match (screen, table) {
        (Screen::Game(game), _) if game.is_browsing => ("Record", &[BROWSING, ALWAYS]),
        (Screen::Game(_), Some(table)) => match stage(table.view) {
            Stage::Playing => ("Game", &[PLAYING, ALWAYS]),
            Stage::Scoring => ("Scoring", &[SCORING, ALWAYS]),
            Stage::Over => ("The game is over", &[ALWAYS]),
        },
        (Screen::Career(career), _) if career.is_playing() => ("Challenge", &[CHALLENGE]),
        _ => ("Keys", &[MENU]),
    };
    let entries: Vec<&Entry> = parts.iter().copied().flatten().collect();
    let height = u16::try_from(entries.len()).unwrap_or(u16::MAX).saturating_add(2);
    let inner = card(title, (56, height), theme, (area, buffer));
    let line = |&&(command, what): &&Entry| {
        Line::from(vec![
            Span::styled(format!("{:<12} ", keys.names(command)), theme.text(Role::Accent)),
            Span::raw(what),
        ])
    };
    let lines: Vec<Line<'_>> = entries.iter().map(line).collect();
    Paragraph::new(lines).render(inner, buffer);
}

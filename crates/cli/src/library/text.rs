//! Games and numbers as text.

use tengen_library::GameEntry;

use crate::terminal_text::clean;

/// A game on one line.
pub(super) fn line(game: &GameEntry) -> String {
    let player = |name: &str, rank: Option<tengen_library::Rank>| {
        let name = if name.trim().is_empty() { "?".to_owned() } else { clean(name) };
        rank.map_or(name.clone(), |rank| format!("{name} {rank}"))
    };
    let mut parts = vec![
        format!("{:>6}", game.id),
        format!("{:<10}", clean(&game.date)),
        format!(
            "{} – {}",
            player(&game.black, game.black_rank),
            player(&game.white, game.white_rank)
        ),
    ];
    let result = clean(&game.result);
    parts.extend(Some(result).filter(|it| !it.is_empty()));
    if game.size != tengen_rules::Size::NINETEEN {
        parts.push(game.size.to_string());
    }
    parts.push(moves(game.n_moves));
    parts.extend(Some(clean(&game.event)).filter(|it| !it.is_empty()));
    parts.join("  ")
}

pub(super) fn moves(n_moves: u32) -> String {
    if n_moves == 1 { "1 move".to_owned() } else { format!("{n_moves} moves") }
}

pub(super) fn games(n_games: u64) -> String {
    if n_games == 1 { "1 game".to_owned() } else { format!("{n_games} games") }
}

//! Text for a terminal.

use tengen_library::GameEntry;

/// Text of a file on one line, without anything that a terminal would obey.
pub(super) fn clean(text: &str) -> String {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
            || c == '\u{FEFF}'
    };
    let clean = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if is_harmful(c) => '\u{FFFD}',
        c => c,
    };
    text.chars().map(clean).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_no_orders_to_the_terminal() {
        for text in ["\u{1b}[31mred", "a\u{202e}b", "a\nb\r\u{7}", "\u{9b}2J", "x\u{feff}"] {
            let clean = clean(text);
            assert!(!clean.chars().any(|c| c.is_control() || c == '\u{202e}'), "{clean:?}");
        }
        assert_eq!(clean("李世乭 <b>é</b>"), "李世乭 <b>é</b>");
    }
}

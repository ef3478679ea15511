//! Completion of typed lines: command words, files, levels.

use std::fs;
use std::path::Path;

use super::new_game;

/// Every command that can be typed, in the order of the alphabet; those that
/// need something after them end with a space.
const WORDS: &[&str] = &[
    "accept",
    "add ",
    "agree",
    "analyze",
    "answer",
    "atari",
    "back ",
    "board",
    "cancel",
    "changed",
    "circle ",
    "claim",
    "clear",
    "clock",
    "comment ",
    "comment?",
    "continue",
    "copy",
    "cross ",
    "cut",
    "dead ",
    "dead! ",
    "dead?",
    "decline",
    "delete",
    "edit",
    "estimate",
    "export ",
    "find ",
    "first",
    "fork",
    "forward ",
    "game ",
    "games",
    "glossary ",
    "groups",
    "guess",
    "help",
    "hide",
    "hint",
    "hints",
    "info",
    "join ",
    "label ",
    "last",
    "lead ",
    "learn",
    "library ",
    "live",
    "look ",
    "mistakes",
    "moves",
    "name ",
    "new ",
    "next",
    "notes",
    "now",
    "number ",
    "open ",
    "pass",
    "paste",
    "pause",
    "play ",
    "players",
    "position ",
    "practice",
    "previous",
    "prisoners",
    "promote",
    "prove ",
    "quit",
    "redo",
    "redo-edit",
    "rematch",
    "report",
    "resign",
    "resume ",
    "retry",
    "review",
    "row ",
    "save ",
    "save! ",
    "say ",
    "score",
    "square ",
    "start",
    "statistics ",
    "status",
    "tag ",
    "teaching ",
    "triangle ",
    "undo",
    "undo-edit",
    "unfinished",
    "variation",
    "variations",
    "watch ",
    "why",
];

/// What a line could become, in the order of the alphabet: each is the whole
/// line.
///
/// The first word is completed to a command, and what follows to a file, or to
/// a word about a game.
pub fn completions(text: &str) -> Vec<String> {
    let Some((word, rest)) = text.split_once(' ') else {
        return WORDS.iter().filter(|it| it.starts_with(text)).map(|&it| it.to_owned()).collect();
    };
    let last = rest.rsplit(' ').next().unwrap_or(rest);
    let before = &text[..text.len() - last.len()];
    match word {
        "open" | "e" | "save" | "w" | "save!" | "w!" | "export" => {
            files(rest).into_iter().map(|it| format!("{word} {it}")).collect()
        }
        "new" | "resume" | "go" => {
            let fitting = new_game::words().into_iter().filter(|it| it.starts_with(last));
            fitting.map(|it| format!("{before}{it}")).collect()
        }
        _ => Vec::new(),
    }
}

/// The files and folders whose names begin like this; folders end with a
/// slash.
pub fn files(text: &str) -> Vec<String> {
    let (folder, start) = text.rsplit_once('/').map_or(("", text), |(folder, it)| (folder, it));
    let prefix = if text.contains('/') { format!("{folder}/") } else { String::new() };
    let place = if prefix.is_empty() { "." } else { &prefix };
    let Ok(entries) = fs::read_dir(Path::new(place)) else { return Vec::new() };
    let named = entries.flatten().filter_map(|it| {
        let name = it.file_name().into_string().ok()?;
        let is_hidden = name.starts_with('.') && !start.starts_with('.');
        let slash = if it.path().is_dir() { "/" } else { "" };
        (name.starts_with(start) && !is_hidden).then(|| format!("{prefix}{name}{slash}"))
    });
    let mut found: Vec<String> = named.collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{BadLine, parse};

    #[test]
    fn every_completion_is_a_command() {
        assert!(WORDS.is_sorted_by_key(|it| it.trim_end()));
        for word in WORDS {
            let texts = [word.trim_end().to_owned(), format!("{word}on")];
            let is_known = |it: &String| !matches!(parse(it), Err(BadLine::Unknown(_)));
            assert!(texts.iter().any(is_known), "{word}");
        }
    }

    #[test]
    fn first_words_and_words_of_games_are_completed() {
        assert_eq!(completions("unf"), ["unfinished"]);
        assert_eq!(completions("sa"), ["save ", "save! ", "say "]);
        assert_eq!(completions("new 13 jap"), ["new 13 japanese"]);
        assert_eq!(completions("new 13 japanese both clo"), ["new 13 japanese both clock="]);
        assert!(completions("comment nice").is_empty());
    }

    #[test]
    fn files_are_completed_by_their_paths() {
        let folder = std::env::temp_dir().join(format!("tengen-complete-{}", std::process::id()));
        fs::create_dir_all(folder.join("games")).unwrap();
        fs::write(folder.join("game one.sgf"), "").unwrap();
        fs::write(folder.join(".hidden"), "").unwrap();
        let start = folder.join("ga").to_str().unwrap().to_owned();
        let expected = [format!("open {start}me one.sgf"), format!("open {start}mes/")];
        assert_eq!(completions(&format!("open {start}")), expected);
        assert!(files(&format!("{}/x", folder.display())).is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }
}

//! What somebody has learned, as plain data that a caller keeps.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The first line of a file.
const HEADING: &str = "# What you have learned in `tengen learn`.\n";

/// What somebody has learned.
///
/// It is written as lines of text; [`Progress::merge`] puts together what two
/// programs have seen, whichever of them is ahead.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Progress {
    lessons: BTreeMap<String, LessonProgress>,
}

/// How far somebody has come in a lesson.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct LessonProgress {
    /// Whether it was finished.
    pub is_done: bool,
    /// The steps that are behind, for one that was left halfway.
    pub n_steps: u32,
    /// The games that were played to their end.
    pub n_games: u32,
}

impl Progress {
    /// How far a lesson has come.
    pub fn lesson(&self, id: &str) -> LessonProgress {
        self.lessons.get(id).copied().unwrap_or_default()
    }

    /// Changes how far a lesson has come.
    pub fn set(&mut self, id: &str, lesson: LessonProgress) {
        self.lessons.insert(id.to_owned(), lesson);
    }

    /// All games that were played, by which the opponent gets better.
    pub fn n_games(&self) -> u32 {
        self.lessons.values().map(|it| it.n_games).sum()
    }

    /// Reads the text of a file. What it does not understand, it leaves out.
    pub fn parse(text: &str) -> Progress {
        let lines = text.lines().filter(|it| !it.trim_start().starts_with('#'));
        let entries = lines.filter_map(|it| it.split_once('=')).filter_map(|(id, words)| {
            Some((id.trim().to_owned(), LessonProgress::parse(words.trim())?))
        });
        let mut progress = Progress::default();
        for (id, lesson) in entries {
            progress.merge(&Progress { lessons: BTreeMap::from([(id, lesson)]) });
        }
        progress
    }

    /// Writes it into the text of a file, with what that has from others, and
    /// leaves what it does not understand as it is.
    pub fn write_into(&self, text: &str) -> String {
        let mut all = self.clone();
        all.merge(&Progress::parse(text));
        let mut left = all.lessons.clone();
        let mut written = String::new();
        if text.is_empty() {
            written.push_str(HEADING);
        }
        for line in text.lines() {
            let id = line.split_once('=').map(|(id, _)| id.trim()).unwrap_or_default();
            match left.remove(id) {
                Some(lesson) => lesson.write(id, &mut written),
                // Its first line has said all.
                None if all.lessons.contains_key(id) => (),
                None => drop(writeln!(written, "{line}")),
            }
        }
        for (id, lesson) in &left {
            lesson.write(id, &mut written);
        }
        written
    }

    /// Adds what another program has seen.
    pub fn merge(&mut self, other: &Progress) {
        for (id, theirs) in &other.lessons {
            let ours = self.lessons.entry(id.clone()).or_default();
            ours.is_done |= theirs.is_done;
            ours.n_steps = ours.n_steps.max(theirs.n_steps);
            ours.n_games = ours.n_games.max(theirs.n_games);
            if ours.is_done {
                ours.n_steps = 0;
            }
        }
    }
}

impl LessonProgress {
    /// Words such as `done, 2 games` or `3 steps`.
    fn parse(words: &str) -> Option<LessonProgress> {
        let mut lesson = LessonProgress::default();
        for part in words.split(',') {
            let mut part = part.split_whitespace();
            match (part.next()?, part.next()) {
                ("done", None) => lesson.is_done = true,
                (number, Some("steps" | "step")) => lesson.n_steps = number.parse().ok()?,
                (number, Some("games" | "game")) => lesson.n_games = number.parse().ok()?,
                _ => return None,
            }
        }
        Some(lesson)
    }

    fn write(self, id: &str, text: &mut String) {
        let done = self.is_done.then(|| "done".to_owned());
        let counted = |n: u32, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let steps = (!self.is_done).then(|| counted(self.n_steps, "step"));
        let games = (self.n_games > 0).then(|| counted(self.n_games, "game"));
        let parts: Vec<String> = [done, steps, games].into_iter().flatten().collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{id} = {}", parts.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(id: &str, is_done: bool, n_steps: u32, n_games: u32) -> Progress {
        let mut progress = Progress::default();
        progress.set(id, LessonProgress { is_done, n_steps, n_games });
        progress
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut all = progress("ko", true, 0, 0);
        all.merge(&progress("ladders", false, 2, 0));
        all.merge(&progress("first-game", true, 0, 3));
        let text = all.write_into("");
        assert_eq!(Progress::parse(&text), all);
        assert_eq!(
            text,
            "# What you have learned in `tengen learn`.\n\
             first-game = done, 3 games\nko = done\nladders = 2 steps\n"
        );
        assert_eq!(all.write_into(&text), text);
        assert_eq!(all.n_games(), 3);
    }

    #[test]
    fn nothing_of_another_program_is_lost() {
        let file = "# Mine.\nko = 1 step\nfuture = gold, 7 stars\nko = done\noops\n";
        let text = progress("ko", false, 3, 0).write_into(file);
        assert_eq!(text, "# Mine.\nko = done\nfuture = gold, 7 stars\noops\n");
    }
}

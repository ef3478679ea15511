//! A lesson as a conversation: lines in, sentences out.

use std::io::{self, BufRead, Write};

use tengen_host::SharedFile;
use tengen_lessons::glossary;
use tengen_lessons::{Course, Expects, Input, Language, Lesson, Param, Progress, Text, View};
use tengen_rules::{Point, PointSet};

use super::board::{Boards, write_stones};
use super::{find, lesson_names, say, words, write_list, write_term};
use crate::failure::Failure;

/// The sentences of help, in order.
const HELP: [&str; 12] = [
    "help",
    "help.answer",
    "help.pass",
    "help.next",
    "help.hint",
    "help.why",
    "help.back",
    "help.board",
    "help.stones",
    "help.term",
    "help.list",
    "help.quit",
];

/// A lesson as a conversation.
pub(super) struct Talk {
    course: Course,
    /// Where progress is kept, if it is.
    file: Option<SharedFile>,
    boards: Boards,
    saved: Progress,
}

/// What a line means.
enum Line {
    Input(Input),
    Board,
    Stones,
    Term(String),
    List,
    Help,
    Quit,
    Lesson(&'static Lesson),
    Unknown,
}

impl Talk {
    pub(super) fn new(course: Course, file: Option<SharedFile>, boards: Boards) -> Talk {
        let saved = course.progress().clone();
        Talk { course, file, boards, saved }
    }

    /// Shows the lessons, to choose from.
    pub(super) fn list(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.course.close();
        write_list(&self.course, out)?;
        if self.course.next_lesson().is_some() {
            return writeln!(out, "{}", say(&Text::new("learn.list.how")));
        }
        writeln!(out, "{}", words("learn.all-done", "command", "tengen play --size 9"))?;
        writeln!(out, "{}", say(&Text::new("learn.again")))
    }

    /// Begins a lesson, or goes on with it.
    pub(super) fn open(&mut self, lesson: &'static Lesson, out: &mut dyn Write) -> io::Result<()> {
        self.course.open(lesson.id);
        self.write_step(out)
    }

    /// Answers lines until there are no more.
    pub(super) fn run(mut self, input: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let mut lines = input.split(b'\n');
        loop {
            self.write_prompt(out)?;
            let Some(line) = lines.next() else {
                // The end of the input leaves the prompt standing.
                writeln!(out)?;
                break;
            };
            let line = line?;
            // Control characters would be said again, to the terminal.
            let line = String::from_utf8_lossy(&line).replace(char::is_control, " ");
            match self.parse(line.trim()) {
                Line::Quit => break,
                meaning => self.answer(meaning, line.trim(), out)?,
            }
            self.save();
        }
        let id = if self.file.is_some() { "learn.bye" } else { "learn.bye.unsaved" };
        writeln!(out, "{}", say(&Text::new(id)))?;
        Ok(())
    }

    fn parse(&self, line: &str) -> Line {
        let lower = line.to_lowercase();
        let view = self.course.view();
        match lower.as_str() {
            "" | "next" => return Line::Input(Input::Next),
            "?" | "why" => return Line::Input(Input::Why),
            "pass" | "p" => return Line::Input(Input::Pass),
            "hint" | "h" => return Line::Input(Input::Hint),
            "back" | "undo" => return Line::Input(Input::Back),
            "board" => return Line::Board,
            "stones" => return Line::Stones,
            "list" => return Line::List,
            "help" => return Line::Help,
            "quit" | "exit" | "q" => return Line::Quit,
            _ => (),
        }
        for asked in ["what is ", "what's ", "glossary "] {
            if let Some(rest) = lower.strip_prefix(asked) {
                return Line::Term(rest.trim_end_matches('?').trim().to_owned());
            }
        }
        let is_open = view.as_ref().is_some_and(|it| it.expects != Expects::Lesson);
        if !is_open {
            return find(line).map_or(Line::Unknown, Line::Lesson);
        }
        if let Ok(number) = lower.parse() {
            return Line::Input(Input::Number(number));
        }
        let points: Option<Vec<Point>> =
            lower.split([' ', ',']).filter(|it| !it.is_empty()).map(|it| it.parse().ok()).collect();
        let is_marking = view.is_some_and(|it| it.expects == Expects::Marks);
        match points.as_deref() {
            Some([point]) if !is_marking => Line::Input(Input::Point(*point)),
            Some(points) if is_marking && !points.is_empty() => {
                Line::Input(Input::Points(points.iter().copied().collect::<PointSet>()))
            }
            _ => Line::Unknown,
        }
    }

    fn answer(&mut self, meaning: Line, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match meaning {
            Line::Input(input) => self.apply(input, out),
            Line::Board => self.write_step(out),
            Line::Stones => match self.course.view() {
                Some(view) => write_stones(&view.board, out),
                None => Ok(()),
            },
            Line::Term(query) => match glossary::search(Language::default(), &query).first() {
                Some(term) => write_term(term, self.boards, out),
                None => writeln!(out, "{}", words("learn.no-term", "words", query)),
            },
            Line::List => self.list(out),
            Line::Help => HELP
                .iter()
                .try_for_each(|it| writeln!(out, "{}", say(&Text::new(format!("learn.{it}"))))),
            Line::Lesson(lesson) => self.open(lesson, out),
            Line::Quit => Ok(()),
            Line::Unknown if self.course.view().is_none() => {
                let text = Text::new("learn.no-lesson");
                let text = text.with("words", Param::Words(line.to_owned()));
                writeln!(out, "{}", say(&text.with("list", Param::Words(lesson_names()))))
            }
            Line::Unknown => writeln!(out, "{}", words("learn.unknown", "words", line)),
        }
    }

    fn apply(&mut self, input: Input, out: &mut dyn Write) -> io::Result<()> {
        let before = self.course.view();
        let is_choosing = before.as_ref().is_none_or(|it| it.expects == Expects::Lesson);
        if is_choosing {
            let next = self.course.next_lesson().filter(|_| input == Input::Next);
            return match next {
                Some(lesson) => self.open(lesson, out),
                None => self.list(out),
            };
        }
        self.course.apply(input);
        let (Some(before), Some(after)) = (before, self.course.view()) else { return Ok(()) };
        if after.step != before.step {
            writeln!(out)?;
            return self.write_step(out);
        }
        self.write_answer(&before, &after, out)
    }

    /// What has changed, and what is said to it.
    fn write_answer(&self, before: &View, after: &View, out: &mut dyn Write) -> io::Result<()> {
        let texts = after.answer.iter().flat_map(|it| &it.texts);
        if after.board != before.board || after.marks != before.marks {
            self.write_board(after, out)?;
        }
        for text in texts {
            writeln!(out, "{}", say(text))?;
        }
        let is_refused =
            after.answer.as_ref().is_some_and(|it| it.kind == tengen_lessons::AnswerKind::Refused);
        if is_refused {
            writeln!(out, "{}", say(&Text::new("learn.why")))?;
        }
        if after.answer.is_none() {
            write_task(after, out)?;
        }
        Ok(())
    }

    fn write_step(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(view) = self.course.view() else { return write_list(&self.course, out) };
        let count = |n: usize| Param::Words(n.to_string());
        let heading = Text::new("learn.heading").with("title", view.title.clone());
        let heading = heading.with("step", count(view.step)).with("n", count(view.n_steps));
        writeln!(out, "{}\n", say(&heading))?;
        self.write_board(&view, out)?;
        write_task(&view, out)
    }

    fn write_board(&self, view: &View, out: &mut dyn Write) -> io::Result<()> {
        self.boards.write(&view.board, &view.marks, out)?;
        if let Some(point) = view.last_move {
            writeln!(out, "{}", say(&Text::new("learn.last").with("point", point)))?;
        }
        if self.boards == Boards::Words {
            let text = Text::new("learn.to-play").with("color", view.color);
            writeln!(out, "{}", say(&text))?;
        }
        writeln!(out)
    }

    /// What can be typed now.
    fn write_prompt(&self, out: &mut dyn Write) -> io::Result<()> {
        let expects = self.course.view().map(|it| it.expects);
        let prompt = match expects {
            None => None,
            Some(Expects::Next) => Some("next"),
            Some(Expects::Move) => Some("move"),
            Some(Expects::MoveOrPass) => Some("move-or-pass"),
            Some(Expects::Pass) => Some("pass"),
            Some(Expects::Marks) => Some("marks"),
            Some(Expects::Number) => Some("number"),
            Some(Expects::Again) => Some("again"),
            Some(Expects::Lesson) if self.course.next_lesson().is_none() => None,
            Some(Expects::Lesson) => Some("lesson"),
        };
        if let Some(prompt) = prompt {
            write!(out, "({}) ", say(&Text::new(format!("learn.prompt.{prompt}"))))?;
        }
        write!(out, "> ")?;
        out.flush()
    }

    /// Keeps what was learned; where that fails, it is said once.
    fn save(&mut self) {
        let progress = self.course.progress();
        let Some(file) = self.file.as_ref().filter(|_| *progress != self.saved) else { return };
        match file.update(|text| progress.write_into(text)) {
            Ok(_) => self.saved = progress.clone(),
            Err(error) => {
                // With standard error closed, there is no one to tell.
                let _ = writeln!(io::stderr(), "tengen: {error}; your progress will not be saved");
                self.file = None;
            }
        }
    }
}

fn write_task(view: &View, out: &mut dyn Write) -> io::Result<()> {
    view.text.iter().try_for_each(|it| writeln!(out, "{}", say(it)))
}

#[cfg(test)]
mod tests {
    use tengen_lessons::lessons;

    use super::*;

    #[test]
    fn lessons_are_found_by_name_and_number() {
        assert_eq!(find("1").map(|it| it.id), Some("liberties"));
        assert_eq!(find("KO").map(|it| it.id), Some("ko"));
        assert!(find("0").is_none() && find("99").is_none() && find("x").is_none());
    }

    #[test]
    fn a_conversation() {
        let talk = Talk::new(Course::default(), None, Boards::Drawn);
        let mut out = Vec::new();
        talk.run(&b"capture\nc3\n?\n\nd3\nwhat is ko\nhello\nquit\n"[..], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for expected in [
            "Capturing, step 1 of 5",
            "Not allowed: there is already a stone at C3.\nType ? to see why.",
            "You can only play on an empty point.",
            "Captured! The point is empty again.",
            "See also: ",
            "I do not understand \"hello\".",
            "See you!",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }

    #[test]
    fn every_prompt_and_help_has_words() {
        let prompts =
            ["next", "move", "move-or-pass", "pass", "marks", "number", "again", "lesson"];
        let prompts = prompts.iter().map(|it| format!("learn.prompt.{it}"));
        for id in prompts.chain(HELP.iter().map(|it| format!("learn.{it}"))) {
            assert!(Language::default().get(&id).is_some(), "{id}");
        }
        assert_eq!(lessons().len(), 16);
    }
}

//! `tengen learn`: first steps, as text.

mod board;
mod mistakes;
mod talk;
mod wrapped;

use std::io::{self, IsTerminal, Write};

use tengen_host::{Dirs, SharedFile};
use tengen_lessons::glossary::{self, Term};
use tengen_lessons::{Course, Language, Lesson, Param, Progress, Text, lesson, lessons};

use crate::failure::Failure;
use board::Boards;
use talk::Talk;
use wrapped::Wrapped;

/// Teaches Go, from the first stone to a whole game.
///
/// Short lessons on small boards: read, type your answer, and go on. What you
/// have learned is kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Lesson to begin with, by its name or number [default: choose from the list]
    lesson: Option<String>,
    /// List the lessons, and what you have done
    #[arg(long, conflicts_with_all = ["lesson", "glossary"])]
    list: bool,
    /// Explain a word of Go, or list all words
    #[arg(long, value_name = "TERM", num_args = 0..=1, default_missing_value = "", conflicts_with = "lesson")]
    glossary: Option<String>,
    /// Practice the mistakes of your reviewed games; each comes again when you
    /// are about to forget it
    #[arg(long, conflicts_with_all = ["lesson", "list", "glossary"])]
    mistakes: bool,
    /// Describe boards in words instead of drawing them
    #[arg(long)]
    words: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    if io::stdout().is_terminal() {
        let mut wrapped = Wrapped::new(out);
        start(arguments, &mut wrapped)?;
        return Ok(wrapped.flush()?);
    }
    start(arguments, out)
}

fn start(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let boards = if arguments.words { Boards::Words } else { Boards::Drawn };
    if let Some(term) = &arguments.glossary {
        return explain(term, boards, out);
    }
    if arguments.mistakes {
        return mistakes::run(boards, io::stdin().lock(), out);
    }
    let file = Dirs::find().ok().map(|it| SharedFile::new(it.progress_file()));
    let (progress, file) = match file.as_ref().map(SharedFile::read) {
        Some(Ok(text)) => (Progress::parse(&text), file),
        Some(Err(error)) => {
            writeln!(io::stderr(), "tengen: {error}; your progress will not be saved")?;
            (Progress::default(), None)
        }
        None => (Progress::default(), None),
    };
    let course = Course::new(progress);
    if arguments.list {
        return Ok(write_list(&course, out)?);
    }
    let mut talk = Talk::new(course, file, boards);
    match &arguments.lesson {
        Some(name) => {
            let lesson = find(name).ok_or_else(|| Failure::NoLesson(name.clone()))?;
            talk.open(lesson, out)?;
        }
        None => talk.list(out)?,
    }
    talk.run(io::stdin().lock(), out)
}

/// A lesson by its name or its number.
fn find(name: &str) -> Option<&'static Lesson> {
    let by_number = name.parse::<usize>().ok().and_then(|it| lessons().get(it.checked_sub(1)?));
    by_number.or_else(|| lesson(&name.to_lowercase()))
}

/// The names of all lessons.
pub(crate) fn lesson_names() -> String {
    lessons().iter().map(|it| it.id).collect::<Vec<_>>().join(", ")
}

fn say(text: &Text) -> String {
    Language::default().say(text)
}

fn words(id: &str, name: &'static str, words: impl Into<String>) -> String {
    say(&Text::new(id).with(name, Param::Words(words.into())))
}

/// All lessons, with marks at those that are done.
fn write_list(course: &Course, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n", say(&Text::new("learn.list")))?;
    for (idx, lesson) in lessons().iter().enumerate() {
        let learned = course.progress().lesson(lesson.id);
        let mark = match (learned.is_done, learned.n_steps) {
            (true, _) => format!("  [{}]", say(&Text::new("learn.mark.done"))),
            (false, 1..) => format!("  [{}]", say(&Text::new("learn.mark.begun"))),
            (false, 0) => String::new(),
        };
        let (title, summary) = (say(&lesson.title()), say(&lesson.summary()));
        writeln!(out, "{:3}  {title}: {summary}{mark}", idx + 1)?;
    }
    let n_done = lessons().iter().filter(|it| course.progress().lesson(it.id).is_done).count();
    let count = |n: usize| Param::Words(n.to_string());
    let text = Text::new("learn.progress").with("done", count(n_done));
    writeln!(out, "\n{}", say(&text.with("all", count(lessons().len()))))
}

/// A term of the glossary, or a list of all.
fn explain(query: &str, boards: Boards, out: &mut dyn Write) -> Result<(), Failure> {
    if query.is_empty() {
        writeln!(out, "{}\n", say(&Text::new("learn.glossary")))?;
        let mut names: Vec<String> = glossary::terms().iter().map(|it| say(&it.name())).collect();
        names.sort_by_key(|it| it.to_lowercase());
        for name in names {
            writeln!(out, "  {name}")?;
        }
        let how = words("learn.glossary.how", "command", "tengen learn --glossary ko");
        return Ok(writeln!(out, "\n{how}")?);
    }
    match glossary::search(Language::default(), query).first() {
        Some(term) => Ok(write_term(term, boards, out)?),
        None => Err(Failure::NoTerm(query.to_owned())),
    }
}

fn write_term(term: &Term, boards: Boards, out: &mut dyn Write) -> io::Result<()> {
    let name = say(&term.name());
    let mut letters = name.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    writeln!(out, "{first}{}", letters.as_str())?;
    if let Some(synonyms) = term.synonyms(Language::default()) {
        writeln!(out, "{}", words("learn.also", "list", synonyms))?;
    }
    writeln!(out, "{}", say(&term.meaning()))?;
    if let Some(diagram) = &term.diagram {
        writeln!(out)?;
        boards.write(&diagram.board, &diagram.marks, out)?;
        writeln!(out)?;
    }
    let links: Vec<String> = term.links().map(|it| say(&it.name())).collect();
    writeln!(out, "{}", words("learn.see", "list", links.join(", ")))
}

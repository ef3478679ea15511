//! `tengen help`: the pages of the guide, and the options of each command.

mod markdown;

use std::io::{self, Write};

use crate::failure::Failure;

/// Shows a page of the guide, or the options of a command.
///
/// Without a topic, it lists them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A topic such as play or library, or a command with its parts
    topic: Vec<String>,
}

/// A page of the guide.
struct Page {
    name: &'static str,
    text: &'static str,
}

macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        &[$(Page { name: $name, text: include_str!(concat!("../guide/", $name, ".md")) }),*]
    };
}

/// All pages, in the order of the list.
const PAGES: &[Page] = pages![
    "play",
    "levels",
    "window",
    "friends",
    "club",
    "career",
    "learn",
    "review",
    "practice",
    "analyze",
    "records",
    "library",
    "settings",
    "screen-reader",
    "gtp",
    "match",
];

impl Page {
    /// What it is called in the list.
    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }
}

pub(crate) fn run(
    arguments: &Arguments,
    mut program: clap::Command,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    program.build();
    let Some(first) = arguments.topic.first() else {
        return Ok(write_list(program, out)?);
    };
    let page = PAGES.iter().find(|it| it.name == first.to_lowercase());
    let command = find_command(&mut program, &arguments.topic);
    match (page.filter(|_| arguments.topic.len() == 1), command) {
        (Some(page), command) => {
            out.write_all(markdown::plain(page.text).as_bytes())?;
            if command.is_some() {
                writeln!(out, "\nAll options: tengen {first} --help")?;
            }
            Ok(())
        }
        (None, Some(command)) => Ok(write!(out, "{}", command.render_long_help())?),
        (None, None) => Err(Failure::NoTopic(arguments.topic.join(" "))),
    }
}

/// The command of a name, and of the names of its parts.
fn find_command<'a>(
    program: &'a mut clap::Command,
    names: &[String],
) -> Option<&'a mut clap::Command> {
    names.iter().try_fold(program, |command, name| command.find_subcommand_mut(name))
}

fn write_list(mut program: clap::Command, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", program.render_help())?;
    writeln!(out, "Topics of the guide, for tengen help TOPIC:")?;
    for page in PAGES {
        writeln!(out, "  {:<14} {}", page.name, page.title())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_title_and_ends_with_a_line() {
        for page in PAGES {
            assert!(page.text.starts_with("# "), "{}", page.name);
            assert!(page.text.ends_with('\n') && !page.text.ends_with("\n\n"), "{}", page.name);
            assert!(page.title().len() <= 40, "{}", page.name);
        }
    }

    #[test]
    fn pages_are_short_and_fit_a_terminal() {
        for page in PAGES {
            let plain = markdown::plain(page.text);
            assert!(plain.lines().count() <= 120, "{} is long", page.name);
            for line in plain.lines().filter(|it| !it.starts_with("    ")) {
                assert!(line.chars().count() <= 80, "{}: {line}", page.name);
            }
            assert!(!plain.contains("]("), "{}", page.name);
        }
    }
}

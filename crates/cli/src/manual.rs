//! `tengen completions` and `tengen man`: the commands, for shells and for
//! readers.

use std::io::{self, Write};

use clap_complete::Shell;

/// Prints a script that completes commands and options in a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Prints the manual page, as roff.
#[derive(Debug, clap::Args)]
pub(crate) struct Man {}

pub(crate) fn completions(
    arguments: &Completions,
    mut command: clap::Command,
    out: &mut dyn Write,
) {
    clap_complete::generate(arguments.shell, &mut command, "tengen", &mut { out });
}

/// The page of the program, then a section for each command.
pub(crate) fn man(command: clap::Command, out: &mut dyn Write) -> io::Result<()> {
    clap_mangen::Man::new(command).render(&mut { out })
}

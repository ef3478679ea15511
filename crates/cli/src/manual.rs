//! `tengen completions` and `tengen man`: the commands, for shells and for
//! readers.

use std::io::{self, Write};

use clap_complete::Shell;

/// Prints a completion script for a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// Shell to print the script for
    shell: Shell,
}

/// Prints the manual page in roff format.
#[derive(Debug, clap::Args)]
pub(crate) struct Man {}

pub(crate) fn completions(
    arguments: &Completions,
    mut command: clap::Command,
    out: &mut dyn Write,
) {
    clap_complete::generate(arguments.shell, &mut command, "tengen", &mut { out });
}

/// The page of the program, then a section for each command with its options.
pub(crate) fn man(mut command: clap::Command, out: &mut dyn Write) -> io::Result<()> {
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut { &mut *out })?;
    for part in command.get_subcommands() {
        let page = clap_mangen::Man::new(part.clone());
        let mut text = Vec::new();
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
        let title = format!(".SH \"TENGEN {}\"", part.get_name().to_uppercase());
        let text = String::from_utf8_lossy(&text).replace(".SH DESCRIPTION", &title);
        write!(out, "{}", text.replace(".SH OPTIONS", ".SS Options"))?;
    }
    Ok(())
}

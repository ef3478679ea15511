//! A password, typed without being shown.

use std::io::{self, BufRead as _, IsTerminal as _, Write};

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, read};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Asks for a password; what is typed is not shown.
///
/// Where there is no terminal, it is the next line of the input. `None` means
/// that the user wants to leave.
///
/// # Errors
///
/// Returns the error of the terminal or of the input.
pub fn read_password(prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let password = if io::stdin().is_terminal() { read_hidden() } else { read_line() };
    writeln!(out)?;
    out.flush()?;
    password
}

fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    let n_bytes = io::stdin().lock().read_line(&mut line)?;
    let line = line.trim_end_matches(['\r', '\n']);
    Ok((n_bytes > 0).then(|| line.to_owned()))
}

fn read_hidden() -> io::Result<Option<String>> {
    enable_raw_mode()?;
    let typed = read_keys();
    disable_raw_mode()?;
    typed
}

fn read_keys() -> io::Result<Option<String>> {
    let mut typed = String::new();
    loop {
        let Event::Key(key) = read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Ok(None);
            }
            KeyCode::Esc => return Ok(None),
            KeyCode::Enter => return Ok(Some(typed)),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Char(it) => typed.push(it),
            _ => (),
        }
    }
}

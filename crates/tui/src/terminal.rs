//! The terminal: taken over at the start, given back as it was at the end,
//! whatever happens in between.

use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

/// Enough for the whole screen, so that it is sent at once.
const BUFFER: usize = 1 << 16;

/// A terminal that was taken over; dropping gives it back.
#[derive(Debug)]
pub(crate) struct OwnedTerminal {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl OwnedTerminal {
    pub(crate) fn enter() -> io::Result<OwnedTerminal> {
        set_panic_hook();
        take_over()?;
        let out = BufWriter::with_capacity(BUFFER, io::stdout());
        let terminal = Terminal::new(CrosstermBackend::new(out));
        // What was taken over is given back even if it cannot be drawn on.
        terminal.map(|terminal| OwnedTerminal { terminal }).inspect_err(|_| give_back())
    }

    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(draw)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Rings the bell.
    pub(crate) fn ring(&mut self) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(b"\x07")?;
        out.flush()
    }

    /// Stops the program as the shell expects, until it is continued.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        let stopped = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
        take_over()?;
        // This draws everything again. To clear the terminal would ask for the
        // place of its cursor, and the thread that waits for keys would take
        // the answer.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))?;
        Ok(stopped?)
    }

    /// Other systems do not stop programs.
    #[cfg(not(unix))]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for OwnedTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is ours: it is given back once, or the second time
/// would move the cursor.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    let mut out = io::stdout();
    execute!(out, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
        .inspect_err(|_| give_back())
}

/// There is nothing to be done about a terminal that does not answer any
/// more.
fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// A panic of this thread gives the terminal back before it is told. Other
/// threads do not write over the screen: the thread that joins them reports it.
fn set_panic_hook() {
    let this = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == this {
            give_back();
            before(info);
        }
    }));
}

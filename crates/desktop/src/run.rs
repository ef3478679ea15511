//! The window with its frame.

use std::any::Any;
use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

use iced::{Size, window};
use tengen_front::FrontEnd;
use tengen_front::workspace::WorkspaceOptions;
use tengen_host::Dirs;

use crate::app::App;
use crate::style;

/// The window as it opens.
const SIZE: Size = Size::new(1100.0, 760.0);

/// The window at its smallest.
const LEAST_SIZE: Size = Size::new(480.0, 360.0);

/// How the panic begins in which Iced tells that there is no screen.
const NO_SCREEN: &str = "Create event loop";

/// How the window begins.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Opening {
    /// With the start page.
    #[default]
    Start,
    /// With a record.
    File(PathBuf),
    /// With a game on a server, by its link.
    Join(String),
}

/// Opens the window until it is closed.
///
/// # Errors
///
/// Returns [`RunError`] if there is no screen to show it on.
pub fn run(opening: Opening) -> Result<(), RunError> {
    let options = WorkspaceOptions::new(FrontEnd::Window, Dirs::find().ok());
    let (app, news) = App::with_options(options.with_pace());
    // The window is made once, but its maker could be called again.
    let start = RefCell::new(Some((app, news, opening)));
    let boot = move || {
        let (mut app, news, opening) = start.borrow_mut().take().unwrap_or_else(|| {
            let (app, news) = App::new(None);
            (app, news, Opening::Start)
        });
        let task = app.boot(news, opening);
        (app, task)
    };
    let window = iced::application(boot, App::update, App::view)
        .title(App::title)
        .theme(App::theme)
        .scale_factor(App::interface_scale)
        .style(App::style)
        .subscription(App::subscription)
        .default_font(style::FONT)
        .window(window::Settings {
            size: SIZE,
            min_size: Some(LEAST_SIZE),
            exit_on_close_request: false,
            ..window::Settings::default()
        });
    // Iced panics where it should have an error.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !is_about_screen(info.payload()) {
            usual(info);
        }
    }));
    match panic::catch_unwind(AssertUnwindSafe(|| window.run())) {
        Ok(ended) => ended.map_err(RunError::Iced),
        Err(reason) if is_about_screen(&*reason) => Err(RunError::NoScreen),
        Err(reason) => panic::resume_unwind(reason),
    }
}

fn is_about_screen(reason: &(dyn Any + Send)) -> bool {
    reason.downcast_ref::<String>().is_some_and(|it| it.starts_with(NO_SCREEN))
}

/// There is no window.
#[derive(Debug)]
pub enum RunError {
    /// There is no screen to show it on.
    NoScreen,
    /// Iced cannot go on.
    Iced(iced::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::NoScreen => f.write_str(
                "there is no screen for a window, expected one that DISPLAY or WAYLAND_DISPLAY \
                 names; in a terminal, tengen is the program to run",
            ),
            RunError::Iced(error) => write!(f, "the window cannot be opened: {error}"),
        }
    }
}

impl Error for RunError {}

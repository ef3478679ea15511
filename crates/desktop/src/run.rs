//! The window with its frame.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use iced::{Size, window};
use tengen_host::Places;

use crate::app::App;
use crate::style;

/// The window as it opens.
const SIZE: Size = Size::new(1100.0, 760.0);

/// The window at its smallest.
const LEAST_SIZE: Size = Size::new(480.0, 360.0);

/// Opens the window, with a record if one is given, until it is closed.
///
/// # Errors
///
/// Returns [`RunError`] if there is no screen to show it on.
pub fn run(file: Option<PathBuf>) -> Result<(), RunError> {
    let (app, news) = App::new(Places::find().ok());
    // The window is made once, but its maker could be called again.
    let start = RefCell::new(Some((app, news, file)));
    let boot = move || {
        let (mut app, news, file) = start.borrow_mut().take().unwrap_or_else(|| {
            let (app, news) = App::new(None);
            (app, news, None)
        });
        let task = app.boot(news, file);
        (app, task)
    };
    iced::application(boot, App::update, App::view)
        .title(App::title)
        .theme(App::theme)
        .style(App::style)
        .subscription(App::subscription)
        .default_font(style::FONT)
        .window(window::Settings {
            size: SIZE,
            min_size: Some(LEAST_SIZE),
            exit_on_close_request: false,
            ..window::Settings::default()
        })
        .run()
        .map_err(RunError)
}

/// There is no window.
#[derive(Debug)]
pub struct RunError(iced::Error);

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the window cannot be opened: {}", self.0)
    }
}

impl Error for RunError {}

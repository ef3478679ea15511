//! The unsaved part of a game.

use std::time::Instant;

use tengen_session::Save;

/// The unsaved part of a game.
#[derive(Debug)]
pub(crate) struct Unsaved {
    pub(crate) lines: Vec<String>,
    pub(crate) is_whole: bool,
    /// Whether the draft is no longer wanted.
    pub(crate) is_discarded: bool,
    /// Whether the autosave thread knows of it.
    pub(crate) is_queued: bool,
    /// When the game may be written next.
    pub(crate) due: Instant,
}

impl Default for Unsaved {
    fn default() -> Unsaved {
        Unsaved {
            lines: Vec::new(),
            is_whole: false,
            is_discarded: false,
            is_queued: false,
            due: Instant::now(),
        }
    }
}

impl Unsaved {
    /// Notes a save request; the last one counts.
    pub(crate) fn add(&mut self, save: Save) {
        match save {
            Save::Appended(_) if self.is_whole => (),
            Save::Appended(line) => self.lines.push(line),
            Save::Whole | Save::Discard => {
                self.lines.clear();
                self.is_whole = save == Save::Whole;
                self.is_discarded = save == Save::Discard;
            }
        }
    }

    /// Restores a failed request, unless there is a later one.
    pub(crate) fn fail(&mut self, is_discarded: bool) {
        if !self.is_discarded && !self.is_whole {
            self.lines.clear();
            (self.is_whole, self.is_discarded) = (!is_discarded, is_discarded);
        }
    }
}

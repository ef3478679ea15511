//! Drawings that are kept until what they show has changed.

use std::cell::RefCell;

use iced::widget::canvas::{Cache, Frame, Geometry};
use iced::{Renderer, Size};

/// A drawing of something, kept as the state of its canvas.
///
/// The software renderer takes what was kept for the same as before, and
/// draws anything else anew, whatever is in it.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    cache: Cache,
    shown: RefCell<Option<T>>,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { cache: Cache::new(), shown: RefCell::new(None) }
    }
}

impl<T: PartialEq> Kept<T> {
    /// The drawing of something, painted if it is another thing than before.
    pub(crate) fn draw(
        &self,
        (renderer, size): (&Renderer, Size),
        thing: T,
        paint: impl FnOnce(&mut Frame),
    ) -> Vec<Geometry> {
        let mut shown = self.shown.borrow_mut();
        if shown.as_ref() != Some(&thing) {
            self.cache.clear();
            *shown = Some(thing);
        }
        vec![self.cache.draw(renderer, size, paint)]
    }
}

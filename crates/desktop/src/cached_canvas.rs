//! Canvases that are painted again only when what they show has changed.

use std::cell::RefCell;

use iced::widget::canvas::{Cache, Frame, Geometry};
use iced::{Renderer, Size};

/// A painted canvas with the value that it shows, kept as its state.
///
/// The software renderer takes a cached drawing for the same as before, and
/// draws anything else anew, whatever is in it.
#[derive(Debug)]
pub(crate) struct CachedCanvas<T> {
    cache: Cache,
    shown: RefCell<Option<T>>,
}

impl<T> Default for CachedCanvas<T> {
    fn default() -> CachedCanvas<T> {
        CachedCanvas { cache: Cache::new(), shown: RefCell::new(None) }
    }
}

impl<T: PartialEq> CachedCanvas<T> {
    /// The drawing of a value, painted if it differs from the last one.
    pub(crate) fn draw(
        &self,
        renderer: &Renderer,
        size: Size,
        value: T,
        paint: impl FnOnce(&mut Frame),
    ) -> Vec<Geometry> {
        let mut shown = self.shown.borrow_mut();
        if shown.as_ref() != Some(&value) {
            self.cache.clear();
            *shown = Some(value);
        }
        vec![self.cache.draw(renderer, size, paint)]
    }
}

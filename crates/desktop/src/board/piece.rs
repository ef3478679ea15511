//! Pictures of stones and wood, painted once for a size.

use iced::widget::image::Handle;
use tengen_rules::{ByColor, Color};

use crate::look::{Finish, Look};
use crate::{stone, wood};

/// Pictures of stones and wood.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    stones: Option<(u32, Look, ByColor<Vec<Handle>>, Handle)>,
    wood: Option<(Look, Handle)>,
}

/// Pictures of stones with so many pixels along an edge.
#[derive(Clone, Debug)]
pub(super) struct StonePictures {
    /// Several that differ a little, for each color.
    pub(super) stones: ByColor<Vec<Handle>>,
    /// What lies beneath each, twice as wide, where stones are round.
    pub(super) shadow: Option<Handle>,
}

impl Pieces {
    pub(super) fn stones(&mut self, look: &Look, edge: u32) -> StonePictures {
        let fresh = |it: &&(u32, Look, ByColor<Vec<Handle>>, Handle)| it.0 == edge && it.1 == *look;
        if self.stones.as_ref().filter(fresh).is_none() {
            let all = |color: Color| {
                let variants = 0..stone::N_VARIANTS;
                variants.map(|it| handle(stone::stone(look, color, edge, it))).collect()
            };
            let stones = ByColor { black: all(Color::Black), white: all(Color::White) };
            self.stones = Some((edge, look.clone(), stones, handle(stone::shadow(2 * edge))));
        }
        let (_, _, stones, shadow) = self.stones.as_ref().expect("it was painted above");
        let shadow = (look.finish == Finish::Round).then(|| shadow.clone());
        StonePictures { stones: stones.clone(), shadow }
    }

    pub(super) fn wood(&mut self, look: &Look) -> Handle {
        if self.wood.as_ref().is_none_or(|(it, _)| it != look) {
            let handle = Handle::from_rgba(wood::WIDTH, wood::HEIGHT, wood::board(look.board));
            self.wood = Some((look.clone(), handle));
        }
        self.wood.as_ref().expect("it was painted above").1.clone()
    }
}

fn handle(pixels: stone::Pixels) -> Handle {
    Handle::from_rgba(pixels.edge, pixels.edge, pixels.rgba)
}

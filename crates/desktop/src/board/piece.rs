//! Pictures of stones and wood, painted once for a size.

use iced::Color;
use iced::widget::image::Handle;
use tengen_rules as rules;
use tengen_rules::ByColor;

use crate::look::{Finish, Look};
use crate::stone;
use crate::wood::{Cut, Texture};

/// Pixels from left to right and from top to bottom.
type Extent = (u32, u32);

/// Pictures of stones and wood.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    stones: Option<(u32, Look, StonePictures)>,
    /// The wood with its color.
    texture: Option<(Color, Texture)>,
    /// A board of so many pixels, in parts.
    wood: Option<(Extent, Vec<(Cut, Handle)>)>,
}

/// Parts of a board are squares of this edge: what is not to be drawn anew is
/// skipped part by part.
const PART: u32 = 96;

/// Pictures of stones with so many pixels along an edge.
#[derive(Clone, Debug)]
pub(super) struct StonePictures {
    /// Several that differ a little, for each color.
    pub(super) stones: ByColor<Vec<Handle>>,
    /// What lies beneath each where stones are round, see [`shadow_edge`].
    pub(super) shadow: Option<Handle>,
    /// What is drawn where there is no stone.
    pub(super) nothing: Handle,
}

/// How many pixels the shadow of a stone is wide.
pub(super) const fn shadow_edge(edge: u32) -> u32 {
    edge + 2 * (edge / 4)
}

impl Pieces {
    pub(super) fn stones(&mut self, look: &Look, edge: u32) -> StonePictures {
        if self.stones.as_ref().is_none_or(|it| it.0 != edge || it.1 != *look) {
            let all = |color: rules::Color| {
                let variants = 0..stone::N_VARIANTS;
                variants.map(|it| handle(stone::stone(look, color, edge, it))).collect()
            };
            let shadow = stone::shadow(shadow_edge(edge), edge);
            let pictures = StonePictures {
                stones: ByColor {
                    black: all(rules::Color::Black),
                    white: all(rules::Color::White),
                },
                shadow: (look.finish == Finish::Round).then(|| handle(shadow)),
                nothing: Handle::from_rgba(1, 1, vec![0; 4]),
            };
            self.stones = Some((edge, look.clone(), pictures));
        }
        self.stones.as_ref().expect("it was painted above").2.clone()
    }

    /// A board of so many pixels, in parts.
    pub(super) fn wood(&mut self, look: &Look, size: Extent) -> &[(Cut, Handle)] {
        if self.texture.as_ref().is_none_or(|(color, _)| *color != look.board) {
            self.texture = Some((look.board, Texture::new(look.board)));
            self.wood = None;
        }
        let (_, texture) = self.texture.as_ref().expect("it was made above");
        if self.wood.as_ref().is_none_or(|(it, _)| *it != size) {
            let parts = parts(size).map(|cut| {
                let handle = Handle::from_rgba(cut.width, cut.height, texture.cut(cut, size));
                (cut, handle)
            });
            self.wood = Some((size, parts.collect()));
        }
        &self.wood.as_ref().expect("it was cut above").1
    }
}

fn parts((width, height): Extent) -> impl Iterator<Item = Cut> {
    let starts = |length: u32| (0..length.div_ceil(PART)).map(|idx| idx * PART);
    starts(height).flat_map(move |y| {
        starts(width).map(move |x| Cut {
            x,
            y,
            width: PART.min(width - x),
            height: PART.min(height - y),
        })
    })
}

fn handle(pixels: stone::Pixels) -> Handle {
    Handle::from_rgba(pixels.edge, pixels.edge, pixels.rgba)
}

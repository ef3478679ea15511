//! Scenes as PNG.

use std::error::Error;
use std::fmt;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::svg::Missing;
use crate::{Scene, Theme, font};

/// The widest picture in pixels.
pub const MAX_WIDTH: u32 = 8192;
/// The most pixels of a picture, for boards that are high and narrow.
const MAX_PIXELS: u32 = 100_000_000;

/// How a PNG is drawn.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PngOptions {
    /// The colors.
    pub theme: Theme,
    /// The width in pixels, from 1 to [`MAX_WIDTH`].
    pub width: u32,
}

/// A wooden board, 1000 pixels wide.
impl Default for PngOptions {
    fn default() -> PngOptions {
        PngOptions { theme: Theme::default(), width: 1000 }
    }
}

impl Scene {
    /// This scene as a PNG.
    ///
    /// No font is needed. Letters that the built-in lettering lacks are drawn
    /// with fonts of the system if this crate has the feature `system-fonts`,
    /// and as boxes otherwise: see [`Scene::letters_without_font`].
    ///
    /// # Errors
    ///
    /// Returns [`PngError`] if the picture would have no pixels or too many.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_picture::{PngOptions, Scene};
    /// use tengen_rules::Size;
    ///
    /// let options = PngOptions { width: 400, ..PngOptions::default() };
    /// let png = Scene::new(Size::NINE).to_png(&options)?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), tengen_picture::PngError>(())
    /// ```
    pub fn to_png(&self, options: &PngOptions) -> Result<Vec<u8>, PngError> {
        let pixels = self.to_pixels(*options)?;
        pack(&pixels).map_err(|_| PngError::Encoding)
    }

    /// The pixels from which a file is packed, all of them opaque.
    pub(crate) fn to_pixels(&self, options: PngOptions) -> Result<Pixmap, PngError> {
        let width = options.width;
        let narrow = u16::try_from(width).map_err(|_| PngError::Width(width))?;
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(PngError::Width(width));
        }
        let tree = self.tree(options.theme)?;
        // Pictures have whole numbers of units.
        let units = tree.size().to_int_size();
        let height = (u64::from(width) * u64::from(units.height()) + u64::from(units.width() / 2))
            / u64::from(units.width());
        let height = u16::try_from(height.max(1)).map_err(|_| PngError::Width(width))?;
        if u32::from(height) > MAX_PIXELS / width {
            return Err(PngError::Width(width));
        }
        let mut pixels = Pixmap::new(width, height.into()).ok_or(PngError::Width(width))?;
        let transform = Transform::from_scale(
            f32::from(narrow) / tree.size().width(),
            f32::from(height) / tree.size().height(),
        );
        resvg::render(&tree, transform, &mut pixels.as_mut());
        Ok(pixels)
    }

    /// The drawing, ready to become pixels.
    fn tree(&self, theme: Theme) -> Result<Tree, PngError> {
        let letters = font::letters_of_fonts(&self.letters_without_strokes());
        let options = font::options(&letters);
        let svg = self.to_svg_for_pixels(theme, Missing::TextOf(letters));
        Tree::from_str(&svg, &options).map_err(|_| PngError::Drawing)
    }
}

/// The file of a picture that covers its whole area, and so needs no opacity.
fn pack(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let is_gray = pixels.pixels().iter().all(|it| it.red() == it.green() && it.red() == it.blue());
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let data: Vec<u8> = if is_gray {
        encoder.set_color(ColorType::Grayscale);
        encoder.set_filter(Filter::NoFilter);
        pixels.pixels().iter().map(|it| it.red()).collect()
    } else {
        encoder.set_color(ColorType::Rgb);
        encoder.set_filter(Filter::Up);
        pixels.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]).collect()
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(file)
}

/// The reason why a picture has no PNG.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PngError {
    /// The picture would be this wide.
    Width(u32),
    /// The drawing could not be read.
    Drawing,
    /// The pixels could not be packed.
    Encoding,
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Width(width) => {
                write!(f, "unsupported picture width {width}, expected 1 to {MAX_WIDTH} pixels")
            }
            PngError::Drawing => f.write_str("the picture could not be drawn"),
            PngError::Encoding => f.write_str("the picture could not be packed as PNG"),
        }
    }
}

impl Error for PngError {}

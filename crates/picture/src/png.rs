//! Pictures as PNG.

use std::error::Error;
use std::fmt;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::Picture;
use crate::svg::Missing;

/// The widest picture in pixels.
pub const MAX_WIDTH: u32 = 8192;
/// The most pixels of a picture, for boards that are high and narrow.
const MAX_PIXELS: u32 = 100_000_000;

impl Picture {
    /// This picture as a PNG so many pixels wide.
    ///
    /// No font is needed. Letters that the built-in lettering lacks are drawn
    /// as boxes, or with fonts of the system if this crate has the feature
    /// `system-fonts`.
    ///
    /// # Errors
    ///
    /// Returns [`PngError`] if the picture would have no pixels or too many.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_picture::Picture;
    /// use tengen_rules::Size;
    ///
    /// let png = Picture::new(Size::NINE).to_png(400)?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), tengen_picture::PngError>(())
    /// ```
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        let pixels = self.to_pixels(width)?;
        pack(&pixels).map_err(|_| PngError::Encoding)
    }

    /// The pixels from which a file is packed, all of them opaque.
    pub(crate) fn to_pixels(&self, width: u32) -> Result<Pixmap, PngError> {
        let narrow = u16::try_from(width).map_err(|_| PngError::Width(width))?;
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(PngError::Width(width));
        }
        let tree = self.tree()?;
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
    fn tree(&self) -> Result<Tree, PngError> {
        #[cfg(feature = "system-fonts")]
        if let Some(tree) = self.tree_with_fonts()? {
            return Ok(tree);
        }
        let svg = self.to_svg_for_pixels(Missing::Box);
        Tree::from_str(&svg, &Options::default()).map_err(|_| PngError::Drawing)
    }

    /// The drawing with fonts, if it needs any and the system has some.
    #[cfg(feature = "system-fonts")]
    fn tree_with_fonts(&self) -> Result<Option<Tree>, PngError> {
        let svg = self.to_svg_for_pixels(Missing::Text);
        // Looking for fonts takes longer than drawing.
        if !svg.contains("<text") {
            return Ok(None);
        }
        let mut options = Options::default();
        options.fontdb_mut().load_system_fonts();
        if options.fontdb.is_empty() {
            return Ok(None);
        }
        Tree::from_str(&svg, &options).map(Some).map_err(|_| PngError::Drawing)
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

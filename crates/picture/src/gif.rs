//! Scenes one after the other, as an animated GIF.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::fmt;
use std::time::Duration;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::{PngError, PngOptions, Scene, Theme};

/// The index of pixels that stay as they were.
const UNCHANGED: u8 = 255;

/// The fewest pixels from which colors are chosen.
const MIN_SAMPLE: usize = 4096;

/// How an animation runs.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct GifOptions {
    /// The colors.
    pub theme: Theme,
    /// The width in pixels.
    pub width: u32,
    /// How long every picture stays.
    pub delay: Duration,
    /// How long the last picture stays before the first one comes again.
    pub last_delay: Duration,
}

/// A second for each picture, 500 pixels wide.
impl Default for GifOptions {
    fn default() -> GifOptions {
        GifOptions {
            theme: Theme::default(),
            width: 500,
            delay: Duration::from_secs(1),
            last_delay: Duration::from_secs(5),
        }
    }
}

/// These scenes as an animation that runs again and again.
///
/// All pictures share 255 colors, and only what changes is stored. A picture
/// that is less high than others is filled up at its bottom.
///
/// # Errors
///
/// Returns [`GifError`] if there is no picture, or one cannot be drawn.
///
/// # Examples
///
/// ```
/// use tengen_picture::{GifOptions, Scene, to_gif};
/// use tengen_rules::{Color, Size};
///
/// let empty = Scene::new(Size::NINE);
/// let mut opening = empty.clone();
/// opening.stones.insert("E5".parse()?, Color::Black);
/// let options = GifOptions { width: 90, ..GifOptions::default() };
/// assert!(to_gif(&[empty, opening], &options)?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_gif(scenes: &[Scene], options: &GifOptions) -> Result<Vec<u8>, GifError> {
    let (Some(first), Some(last)) = (scenes.first(), scenes.last()) else {
        return Err(GifError::Empty);
    };
    // The first one has the board, and the last one most of the stones.
    let mut sample = Image::new(first, options)?.pixels;
    sample.extend(Image::new(last, options)?.pixels);
    let mut palette = Palette::new(&sample);

    let mut images = Vec::with_capacity(scenes.len());
    for scene in scenes {
        images.push(Indexed::new(&Image::new(scene, options)?, &mut palette));
    }
    let height = images.iter().map(|it| it.height).max().unwrap_or(1);
    for image in &mut images {
        image.fill_up(height);
    }
    encode(&images, &palette.colors, options).map_err(|_| GifError::Encoding)
}

fn encode(
    images: &[Indexed],
    colors: &[u8],
    options: &GifOptions,
) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let (width, height) = images.first().map_or((1, 1), |it| (it.width, it.height));
    let mut encoder = Encoder::new(&mut file, width, height, colors)?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (idx, image) in images.iter().enumerate() {
        let before = idx.checked_sub(1).and_then(|it| images.get(it));
        let is_last = idx + 1 == images.len();
        let mut frame = image.change_from(before);
        frame.delay = hundredths(if is_last { options.last_delay } else { options.delay });
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok(file)
}

/// A time as GIF counts it.
fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX)
}

/// A drawn picture.
struct Image {
    width: u16,
    height: u16,
    /// Four bytes for each pixel.
    pixels: Vec<u8>,
}

impl Image {
    fn new(scene: &Scene, options: &GifOptions) -> Result<Image, GifError> {
        let options = PngOptions { theme: options.theme, width: options.width };
        let pixels = scene.to_pixels(options).map_err(GifError::Drawing)?;
        let edge = |it: u32| u16::try_from(it).map_err(|_| GifError::Encoding);
        Ok(Image {
            width: edge(pixels.width())?,
            height: edge(pixels.height())?,
            pixels: pixels.take(),
        })
    }
}

/// The colors of all pictures.
struct Palette {
    quantizer: NeuQuant,
    /// Three bytes for each color.
    colors: Vec<u8>,
    /// The indexes found before, because looking for one takes long.
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    fn new(sample: &[u8]) -> Palette {
        // Every color counts, however few pixels have it: the mark of the last
        // move is small. The network also wants a certain number of pixels.
        let pixels = sample.as_chunks::<4>().0;
        let distinct: BTreeSet<[u8; 4]> = pixels.iter().copied().collect();
        let n_more = pixels.len().max(MIN_SAMPLE);
        let weighted: Vec<[u8; 4]> =
            pixels.iter().chain(distinct.iter().cycle().take(n_more)).copied().collect();
        let quantizer = NeuQuant::new(5, usize::from(UNCHANGED), weighted.as_flattened());
        let mut colors = quantizer.color_map_rgb();
        colors.resize(3 * (usize::from(UNCHANGED) + 1), 0);
        Palette { quantizer, colors, known: HashMap::new() }
    }

    fn index(&mut self, color: [u8; 4]) -> u8 {
        let quantizer = &self.quantizer;
        *self.known.entry(color).or_insert_with(|| {
            u8::try_from(quantizer.index_of(&color)).unwrap_or(0).min(UNCHANGED - 1)
        })
    }
}

/// A picture in the colors of the palette.
struct Indexed {
    width: u16,
    height: u16,
    indexes: Vec<u8>,
}

impl Indexed {
    fn new(image: &Image, palette: &mut Palette) -> Indexed {
        let colors = image.pixels.as_chunks::<4>().0;
        let indexes = colors.iter().map(|&color| palette.index(color)).collect();
        Indexed { width: image.width, height: image.height, indexes }
    }

    fn fill_up(&mut self, height: u16) {
        let color = self.indexes.last().copied().unwrap_or(0);
        self.indexes.resize(usize::from(self.width) * usize::from(height), color);
        self.height = height;
    }

    /// The smallest rectangle with all that differs from the picture before.
    fn change_from(&self, before: Option<&Indexed>) -> Frame<'static> {
        let width = usize::from(self.width);
        let pixels: Vec<u8> = match before {
            None => self.indexes.clone(),
            Some(before) => {
                let pairs = self.indexes.iter().zip(&before.indexes);
                pairs.map(|(&new, &old)| if new == old { UNCHANGED } else { new }).collect()
            }
        };
        let is_changed = |idx: usize| pixels.get(idx).is_some_and(|&it| it != UNCHANGED);
        let rows: Vec<usize> = (0..usize::from(self.height))
            .filter(|row| (0..width).any(|column| is_changed(row * width + column)))
            .collect();
        let columns: Vec<usize> = (0..width)
            .filter(|column| rows.iter().any(|row| is_changed(row * width + column)))
            .collect();
        let bounds = |changed: &[usize]| match changed {
            [] => (0, 0),
            [only] => (*only, *only),
            [first, .., last] => (*first, *last),
        };
        let ((top, bottom), (left, right)) = (bounds(&rows), bounds(&columns));
        let buffer: Vec<u8> = (top..=bottom)
            .flat_map(|row| (left..=right).map(move |column| row * width + column))
            .map(|idx| pixels.get(idx).copied().unwrap_or(UNCHANGED))
            .collect();
        Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}

/// The reason why there is no animation.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum GifError {
    /// There is no picture.
    Empty,
    /// A picture cannot be drawn.
    Drawing(PngError),
    /// The pictures could not be packed.
    Encoding,
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GifError::Empty => f.write_str("no pictures for an animation, expected at least one"),
            GifError::Drawing(error) => error.fmt(f),
            GifError::Encoding => f.write_str("the pictures could not be packed as GIF"),
        }
    }
}

impl Error for GifError {}

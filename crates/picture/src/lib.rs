//! Positions of Go as pictures: SVG, PNG and text diagrams.
//!
//! A [`Picture`] is plain data: stones, marks, labels, move numbers, lines,
//! arrows, territory, values of points, a part of the board, a theme and a
//! caption. It becomes an SVG by [`Picture::to_svg`], a PNG by
//! [`Picture::to_png`], and text by [`Picture::to_text`]. Nothing here reads
//! or writes files, and every picture can be drawn.
//!
//! ```
//! use tengen_picture::{Mark, Picture, SvgOptions, TextStyle, Theme};
//! use tengen_rules::{Board, Point};
//!
//! let board: Board = "
//!     . . . . .
//!     . . X . .
//!     . X . X .
//!     . O X O .
//!     . . O . ."
//!     .parse()?;
//! let at = |name: &str| name.parse::<Point>();
//! let picture = Picture::of(&board)
//!     .with_last_move(at("C2")?)
//!     .with_mark(at("C4")?, Mark::Triangle)
//!     .with_label(at("A5")?, "a")
//!     .with_theme(Theme::Dark)
//!     .with_caption("Black captured a stone");
//!
//! assert_eq!(
//!     picture.to_text(TextStyle::Unicode).lines().collect::<Vec<_>>(),
//!     [
//!         "   A  B  C  D  E",
//!         " 5 a──┬──┬──┬──┐ 5",
//!         " 4 ├──┼──●▵─┼──┤ 4",
//!         " 3 ├──●──┼──●──┤ 3",
//!         " 2 ├──○─(●)─○──┤ 2",
//!         " 1 └──┴──○──┴──┘ 1",
//!         "   A  B  C  D  E",
//!         "",
//!         "▵ triangle",
//!         "",
//!         "Black captured a stone",
//!     ]
//! );
//!
//! let svg = picture.to_svg(&SvgOptions::default());
//! assert!(svg.contains("<title>Go board 5x5, 4 black and 3 white stones, last move at C2</title>"));
//! let png = picture.to_png(300)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Letters
//!
//! Digits, Latin letters with the usual accents, and common signs are drawn
//! with strokes of this crate, so a picture looks the same everywhere and
//! needs no font. Other letters, such as Chinese ones, are left to the viewer
//! in SVG. In PNG they are boxes, unless the feature `system-fonts` is on.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `gif` | a list of pictures as an animation |
//! | `system-fonts` | letters of every script in PNG, where the system has a font |

#[cfg(feature = "gif")]
mod gif;
mod glyph;
mod picture;
mod png;
mod svg;
mod text;
mod theme;
mod view;

#[cfg(feature = "gif")]
pub use gif::{GifError, GifOptions, to_gif};
pub use picture::{Crop, Heat, HeatScale, Link, Mark, Picture, Rgb, Tip};
pub use png::{MAX_WIDTH, PngError};
pub use svg::SvgOptions;
pub use text::TextStyle;
pub use theme::Theme;

//! Scenes of a Go board, and pictures of them: SVG, PNG, GIF and text.
//!
//! A [`Scene`] is plain data: stones, marks, labels, move numbers, lines,
//! arrows, territory, ownership, candidates, a part of the board, a caption.
//! It is put together step by step, or made from a node of a record by
//! [`Scene::of_node`]. It becomes an SVG by [`Scene::to_svg`], a PNG by
//! [`Scene::to_png`], and text by [`Scene::to_text`]; front ends draw it in
//! their own way. Nothing here reads or writes files, and every scene can be
//! drawn.
//!
//! ```
//! use tengen_picture::{Mark, PngOptions, Scene, SvgOptions, TextStyle, Theme};
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
//! let scene = Scene::of(&board)
//!     .with_last_move(at("C2")?)
//!     .with_mark(at("C4")?, Mark::Triangle)
//!     .with_label(at("A5")?, "a")
//!     .with_caption("Black captured a stone");
//!
//! assert_eq!(
//!     scene.to_text(TextStyle::Unicode).lines().collect::<Vec<_>>(),
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
//! let svg = scene.to_svg(&SvgOptions { theme: Theme::Dark, ..SvgOptions::default() });
//! assert!(svg.contains("<title>Go board 5x5, 4 black and 3 white stones, last move at C2</title>"));
//! let png = scene.to_png(&PngOptions { width: 300, ..PngOptions::default() })?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Letters
//!
//! Digits, Latin letters with the usual accents, and common signs are drawn
//! with strokes of this crate, so a picture looks the same everywhere and
//! needs no font. Other letters, such as Chinese ones, are left to the viewer
//! in SVG. In PNG and GIF they are drawn with fonts of the system if the
//! feature `system-fonts` is on, and as boxes otherwise;
//! [`Scene::letters_without_font`] tells which.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `gif` | a list of scenes as an animation |
//! | `system-fonts` | letters of every script in PNG and GIF, where the system has a font |

mod font;
#[cfg(feature = "gif")]
mod gif;
mod glyph;
mod png;
mod scene;
mod svg;
mod text;
mod theme;
mod visible;

#[cfg(feature = "gif")]
pub use gif::{GifError, GifOptions, to_gif};
pub use png::{MAX_WIDTH, PngError, PngOptions};
pub use scene::{
    Candidate, Crop, Heat, Link, NodeOptions, NumberedStone, Numbers, Rgb, Scene, Stone,
};
pub use svg::SvgOptions;
pub use tengen_record::{Mark, Stroke};
pub use text::TextStyle;
pub use theme::Theme;

/// The example of the front page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

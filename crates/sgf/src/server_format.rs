//! The file formats of Asian servers (GIB, NGF, UGF), converted to SGF.
//!
//! None of these formats has a public description; what is read here is what
//! files and other readers agree on. Fields without a counterpart in SGF are
//! left out.

mod draft;
mod gib;
mod ngf;
mod outcome;
mod ugf;

use crate::charset_detection::detect;
use crate::decode::decode;
use crate::{Collection, ParseOptions, TooLarge, parse_text, parse_with};
use draft::Draft;

/// A format of game records.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The format of this crate.
    Sgf,
    /// The format of the servers Tygem and Eweiqi.
    Gib,
    /// The format of the servers Cyberoro and Wbaduk.
    Ngf,
    /// The format of Pandanet, also called UGI.
    Ugf,
}

impl Format {
    /// The format of a file by its contents; SGF if it is none of the others.
    pub fn of(bytes: &[u8]) -> Format {
        let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        // Nearly all files of SGF end the search here.
        if start.starts_with(b"(") || start.starts_with(b";") {
            return Format::Sgf;
        }
        if gib::is_gib(start) {
            Format::Gib
        } else if ugf::is_ugf(start) {
            Format::Ugf
        } else if ngf::is_ngf(start) {
            Format::Ngf
        } else {
            Format::Sgf
        }
    }
}

/// Reads a file of any format.
///
/// What is not SGF becomes a collection of one game, with players, ranks,
/// date, place, komi, handicap, result and moves; it is in UTF-8 and says so.
/// All else is read as by [`parse`](crate::parse).
///
/// # Errors
///
/// Returns [`TooLarge`] if the text takes 4 GiB or more.
pub fn read(bytes: &[u8]) -> Result<Collection, TooLarge> {
    read_with(bytes, ParseOptions::default())
}

/// Reads a file of any format, as [`read`] does, with a choice of how.
///
/// # Errors
///
/// Returns [`TooLarge`] if the text takes 4 GiB or more.
pub fn read_with(bytes: &[u8], options: ParseOptions) -> Result<Collection, TooLarge> {
    let read: fn(&str) -> Draft = match Format::of(bytes) {
        Format::Sgf => return parse_with(bytes, options),
        Format::Gib => gib::read,
        Format::Ngf => ngf::read,
        Format::Ugf => ugf::read,
    };
    TooLarge::check(bytes.len())?;
    let named = || {
        let is_utf8 = str::from_utf8(bytes).is_ok();
        let named = ugf::encoding(bytes).filter(|_| !is_utf8);
        named.map(|named| detect(bytes, Some(named)))
    };
    let text = decode(bytes, options.encoding.or_else(named)).text;
    parse_text(&read(text.trim_start_matches('\u{FEFF}')).to_sgf())
}

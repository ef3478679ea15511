//! Letters as strokes, so that pictures need no font.
//!
//! A glyph is a path of the pen in a box whose left is 0 and whose baseline
//! is 0: capitals rise to -10, small letters to -7, tails go down to 3.

/// The height of capitals and digits.
pub(crate) const CAP: f64 = 10.0;
/// The height of small letters without ascender.
pub(crate) const X_HEIGHT: f64 = 7.0;
/// The space between the paths of two letters.
pub(crate) const GAP: f64 = 2.6;

/// The path of a letter.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Glyph {
    /// The letter that it draws.
    pub(crate) letter: char,
    /// In tenths.
    width: u8,
    /// As in the attribute `d` of SVG.
    pub(crate) path: &'static str,
}

impl Glyph {
    pub(crate) fn width(&self) -> f64 {
        f64::from(self.width) / 10.0
    }
}

/// A letter with the sign above it, if it has one.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Letter {
    pub(crate) base: Glyph,
    pub(crate) accent: Option<Accent>,
}

/// A sign above a letter.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Accent {
    pub(crate) glyph: Glyph,
    pub(crate) dx: f64,
    pub(crate) dy: f64,
}

/// How a character is drawn, or `None` if only a font has it.
pub(crate) fn find(letter: char) -> Option<Letter> {
    let letter = match letter {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '‐' | '‑' | '−' => '-',
        '\u{a0}' => ' ',
        other => other,
    };
    if let Some(base) = plain(letter) {
        return Some(Letter { base, accent: None });
    }
    let (base, sign) = decompose(letter)?;
    let (base, glyph) = (plain(base)?, plain(sign)?);
    let dx = (base.width() - glyph.width()) / 2.0;
    let dy = if base.letter.is_ascii_uppercase() { -3.0 } else { 0.0 };
    Some(Letter { base, accent: Some(Accent { glyph, dx, dy }) })
}

fn plain(letter: char) -> Option<Glyph> {
    GLYPHS.iter().copied().find(|glyph| glyph.letter == letter)
}

/// The letter and the sign above it, for the names of European and Japanese
/// players.
fn decompose(letter: char) -> Option<(char, char)> {
    ACCENTED.iter().find_map(|&(sign, letters)| {
        let mut pairs = letters.chars().zip(letters.chars().skip(1)).step_by(2);
        pairs.find(|&(accented, _)| accented == letter).map(|(_, base)| (base, sign))
    })
}

/// For every sign the letters that have it, each followed by its base.
const ACCENTED: [(char, &str); 7] = [
    ('¨', "äaÄAëeËEïıÏIöoÖOüuÜUÿy"),
    ('´', "áaÁAćcĆCéeÉEíıÍIńnŃNóoÓOśsŚSúuÚUýyÝYźzŹZ"),
    ('`', "àaÀAèeÈEìıÌIòoÒOùuÙU"),
    ('ˆ', "âaÂAêeÊEîıÎIôoÔOûuÛU"),
    ('˜', "ãaÃAñnÑNõoÕO"),
    ('ˇ', "čcČCěeĚEňnŇNřrŘRšsŠSžzŽZ"),
    ('ˉ', "āaĀAēeĒEīıĪIōoŌOūuŪU"),
];

/// Whether a letter is of the scripts of East Asia.
pub(crate) fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3
        | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6
        | 0x1f300..=0x1f9ff | 0x20000..=0x3fffd)
}

const fn glyph(letter: char, width: u8, path: &'static str) -> Glyph {
    Glyph { letter, width, path }
}

const GLYPHS: &[Glyph] = &[
    glyph('0', 60, "M3-10C.9-10 0-7.8 0-5S.9 0 3 0 6-2.2 6-5 5.1-10 3-10Z"),
    glyph('1', 30, "M0-7.8 3-10V0"),
    glyph('2', 60, "M.3-7.2C.3-8.9 1.4-10 3-10S5.7-8.9 5.7-7.3C5.7-6 5-4.9 3.9-3.8L0 0H6"),
    glyph(
        '3',
        60,
        "M.3-8.2C.7-9.3 1.7-10 2.9-10 4.5-10 5.6-9 5.6-7.6S4.5-5.3 2.9-5.3H2.2M2.9-5.3C4.7-5.3 6-4.3 6-2.7S4.7 0 2.9 0C1.5 0 .4-.7 0-2",
    ),
    glyph('4', 60, "M4.4 0V-10L0-2.9H6"),
    glyph(
        '5',
        60,
        "M5.4-10H1L.5-5.4C1.1-6 1.9-6.3 2.8-6.3 4.7-6.3 6-5 6-3.2S4.7 0 2.8 0C1.5 0 .5-.6 0-1.7",
    ),
    glyph('6', 60, "M4.9-10C2-9 0-6.6 0-3.1A3 3.1 0 0 0 6-3.1 3 3.1 0 0 0 0-3.1"),
    glyph('7', 60, "M0-10H6L2 0"),
    glyph(
        '8',
        60,
        "M3-5.2A2.6 2.4 0 1 1 3-10 2.6 2.4 0 1 1 3-5.2 3 2.6 0 1 1 3 0 3 2.6 0 1 1 3-5.2",
    ),
    glyph('9', 60, "M1.1 0C4-1 6-3.4 6-6.9A3 3.1 0 0 0 0-6.9 3 3.1 0 0 0 6-6.9"),
    glyph('A', 70, "M0 0 3.5-10 7 0M1.15-3.3H5.85"),
    glyph('B', 62, "M0 0V-10H3.2A2.4 2.4 0 0 1 3.2-5.2H0M3.2-5.2H3.6A2.6 2.6 0 0 1 3.6 0H0"),
    glyph(
        'C',
        64,
        "M6.4-7.7C5.9-9.1 4.9-10 3.5-10 1.4-10 0-8 0-5S1.4 0 3.5 0C4.9 0 5.9-.9 6.4-2.3",
    ),
    glyph('D', 64, "M0 0V-10H2.6C5-10 6.4-8 6.4-5S5 0 2.6 0Z"),
    glyph('E', 54, "M5.4-10H0V0H5.4M0-5.2H4.8"),
    glyph('F', 54, "M5.4-10H0V0M0-5.2H4.8"),
    glyph(
        'G',
        66,
        "M6.4-7.9C5.9-9.2 4.9-10 3.6-10 1.4-10 0-8 0-5S1.4 0 3.6 0C5.4 0 6.6-1.2 6.6-3.2V-4.6H3.8",
    ),
    glyph('H', 64, "M0 0V-10M6.4 0V-10M0-5.2H6.4"),
    glyph('I', 0, "M0 0V-10"),
    glyph('J', 44, "M4.4-10V-3C4.4-1.1 3.6 0 2.2 0S0-.9 0-2.5"),
    glyph('K', 64, "M0 0V-10M6.2-10 0-3.8M2.3-6.1 6.4 0"),
    glyph('L', 52, "M0-10V0H5.2"),
    glyph('M', 76, "M0 0V-10L3.8-3.6 7.6-10V0"),
    glyph('N', 64, "M0 0V-10L6.4 0V-10"),
    glyph('O', 72, "M3.6-10C1.4-10 0-8 0-5S1.4 0 3.6 0 7.2-2 7.2-5 5.8-10 3.6-10Z"),
    glyph('P', 61, "M0 0V-10H3.4A2.7 2.7 0 0 1 3.4-4.6H0"),
    glyph('Q', 72, "M3.6-10C1.4-10 0-8 0-5S1.4 0 3.6 0 7.2-2 7.2-5 5.8-10 3.6-10ZM4.5-2.6 7.1.7"),
    glyph('R', 62, "M0 0V-10H3.4A2.7 2.7 0 0 1 3.4-4.6H0M3.2-4.6 6.2 0"),
    glyph(
        'S',
        60,
        "M5.7-8.1C5.3-9.3 4.4-10 3-10 1.4-10 .3-9 .3-7.6 .3-6 1.6-5.6 3.1-5.2S6-4.3 6-2.6C6-1 4.8 0 3.1 0 1.5 0 .4-.8 0-2.2",
    ),
    glyph('T', 66, "M0-10H6.6M3.3-10V0"),
    glyph('U', 64, "M0-10V-3.4C0-1.2 1.2 0 3.2 0S6.4-1.2 6.4-3.4V-10"),
    glyph('V', 70, "M0-10 3.5 0 7-10"),
    glyph('W', 96, "M0-10 2.3 0 4.8-9 7.3 0 9.6-10"),
    glyph('X', 64, "M0-10 6.4 0M6.4-10 0 0"),
    glyph('Y', 68, "M0-10 3.4-4.8V0M6.8-10 3.4-4.8"),
    glyph('Z', 62, "M.2-10H6L0 0H6.2"),
    glyph('a', 56, "M5.6-7V0M5.6-3.5A2.8 3.5 0 0 0 0-3.5 2.8 3.5 0 0 0 5.6-3.5"),
    glyph('b', 54, "M0-10V0M0-3.5A2.7 3.5 0 0 1 5.4-3.5 2.7 3.5 0 0 1 0-3.5"),
    glyph('c', 50, "M5-5.6C4.6-6.5 3.8-7 2.8-7 1.1-7 0-5.6 0-3.5S1.1 0 2.8 0C3.8 0 4.6-.5 5-1.4"),
    glyph('d', 54, "M5.4-10V0M5.4-3.5A2.7 3.5 0 0 0 0-3.5 2.7 3.5 0 0 0 5.4-3.5"),
    glyph(
        'e',
        53,
        "M.1-3.6H5.3C5.3-5.7 4.3-7 2.7-7 1.1-7 0-5.6 0-3.5S1.1 0 2.8 0C3.9 0 4.7-.5 5.1-1.4",
    ),
    glyph('f', 36, "M3.6-10H3C1.8-10 1.2-9.3 1.2-8V0M0-6.8H3.4"),
    glyph(
        'g',
        54,
        "M5.4-7V.2C5.4 2 4.4 3 2.8 3 1.7 3 .9 2.7 .4 2M5.4-3.5A2.7 3.5 0 0 0 0-3.5 2.7 3.5 0 0 0 5.4-3.5",
    ),
    glyph('h', 50, "M0-10V0M0-4.2C.2-5.9 1.2-7 2.7-7 4.2-7 5-6 5-4.4V0"),
    glyph('i', 0, "M0-7V0M0-9.8V-9.7"),
    glyph('ı', 0, "M0-7V0"),
    glyph('j', 18, "M1.8-7V.9C1.8 2.3 1.2 3 0 3M1.8-9.8V-9.7"),
    glyph('k', 50, "M0-10V0M4.6-7 0-2.6M1.7-4.2 5 0"),
    glyph('l', 14, "M0-10V-1.8C0-.6 .4 0 1.4 0"),
    glyph(
        'm',
        86,
        "M0-7V0M0-4.2C.2-5.9 1-7 2.4-7 3.7-7 4.3-6 4.3-4.4V0M4.3-4.2C4.5-5.9 5.4-7 6.7-7 8-7 8.6-6 8.6-4.4V0",
    ),
    glyph('n', 50, "M0-7V0M0-4.2C.2-5.9 1.2-7 2.7-7 4.2-7 5-6 5-4.4V0"),
    glyph('o', 56, "M2.8-7A2.8 3.5 0 1 0 2.8 0 2.8 3.5 0 1 0 2.8-7"),
    glyph('p', 54, "M0-7V3M0-3.5A2.7 3.5 0 0 1 5.4-3.5 2.7 3.5 0 0 1 0-3.5"),
    glyph('q', 54, "M5.4-7V3M5.4-3.5A2.7 3.5 0 0 0 0-3.5 2.7 3.5 0 0 0 5.4-3.5"),
    glyph('r', 32, "M0-7V0M0-4C.3-5.9 1.4-7 3.2-7"),
    glyph(
        's',
        48,
        "M4.5-5.7C4.1-6.6 3.4-7 2.4-7 1.2-7 .3-6.3 .3-5.3 .3-4.2 1.3-3.9 2.5-3.6S4.8-2.9 4.8-1.8C4.8-.7 3.8 0 2.5 0 1.3 0 .4-.5 0-1.5",
    ),
    glyph('t', 35, "M1.2-9.2V-2C1.2-.6 1.8 0 3 0H3.5M0-6.8H3.4"),
    glyph('u', 50, "M0-7V-2.6C0-1 .9 0 2.3 0 3.8 0 4.8-1.1 5-2.8M5-7V0"),
    glyph('v', 52, "M0-7 2.6 0 5.2-7"),
    glyph('w', 76, "M0-7 1.9 0 3.8-6.4 5.7 0 7.6-7"),
    glyph('x', 48, "M0-7 4.8 0M4.8-7 0 0"),
    glyph('y', 54, "M0-7 2.7-.2M5.4-7 2.2 1.4C1.8 2.5 1.3 3 .3 3"),
    glyph('z', 48, "M0-7H4.6L0 0H4.8"),
    glyph(
        'ß',
        52,
        "M0 0V-7.4C0-9.1 1-10 2.5-10S4.9-9.1 4.9-7.8C4.9-6.4 3.7-5.8 2.5-5.6 4.2-5.5 5.2-4.5 5.2-2.8S4.2 0 2.2 0",
    ),
    glyph('ø', 56, "M2.8-7A2.8 3.5 0 1 0 2.8 0 2.8 3.5 0 1 0 2.8-7M0 .6 5.6-7.6"),
    glyph(
        'å',
        52,
        "M5.2-7V0M5.2-3.5A2.6 3.5 0 0 0 0-3.5 2.6 3.5 0 0 0 5.2-3.5M2.8-11.2A1 1 0 1 0 2.8-9.2 1 1 0 1 0 2.8-11.2",
    ),
    glyph(
        'ç',
        50,
        "M5-5.6C4.6-6.5 3.8-7 2.8-7 1.1-7 0-5.6 0-3.5S1.1 0 2.8 0C3.8 0 4.6-.5 5-1.4M2.8 0V1C3.8 1.2 3.6 2.6 2 2.5",
    ),
    glyph('ł', 22, "M1-10V-1.8C1-.6 1.3 0 2.2 0M-.6-4.2 2.4-6.2"),
    glyph(' ', 16, ""),
    glyph('.', 0, "M0-.1V0"),
    glyph(',', 8, "M.8-.2 0 1.8"),
    glyph(':', 0, "M0-.1V0M0-5.6V-5.5"),
    glyph(';', 8, "M.8-.2 0 1.8M.7-5.6V-5.5"),
    glyph('!', 0, "M0-10V-3.4M0-.1V0"),
    glyph('?', 50, "M0-7.6C0-9.1 1-10 2.5-10S5-9 5-7.6C5-5.5 2.4-5.4 2.4-3.2M2.4-.1V0"),
    glyph('\'', 0, "M0-10V-7.6"),
    glyph('"', 22, "M0-10V-7.6M2.2-10V-7.6"),
    glyph('(', 22, "M2.2-11C.6-9 0-7 0-4.6S.6-.2 2.2 1.8"),
    glyph(')', 22, "M0-11C1.6-9 2.2-7 2.2-4.6S1.6-.2 0 1.8"),
    glyph('[', 22, "M2.2-11H0V1.8H2.2"),
    glyph(']', 22, "M0-11H2.2V1.8H0"),
    glyph('{', 28, "M2.8-11C.4-11 2.2-4.6 0-4.6 2.2-4.6 .4 1.8 2.8 1.8"),
    glyph('}', 28, "M0-11C2.4-11 .6-4.6 2.8-4.6 .6-4.6 2.4 1.8 0 1.8"),
    glyph('+', 60, "M0-4.4H6M3-7.4V-1.4"),
    glyph('-', 36, "M0-4.2H3.6"),
    glyph('–', 60, "M0-4.2H6"),
    glyph('—', 100, "M0-4.2H10"),
    glyph('_', 60, "M0 1H6"),
    glyph('=', 60, "M0-6H6M0-2.8H6"),
    glyph('<', 54, "M5.4-8 0-4.4 5.4-.8"),
    glyph('>', 54, "M0-8 5.4-4.4 0-.8"),
    glyph('/', 44, "M0 1 4.4-10.6"),
    glyph('\\', 44, "M0-10.6 4.4 1"),
    glyph('|', 0, "M0-11V1.8"),
    glyph('*', 48, "M2.4-10V-5M0-8.8 4.8-6.2M4.8-8.8 0-6.2"),
    glyph('#', 66, "M1.8-9.6 .8-.4M5.8-9.6 4.8-.4M.4-6.6H6.6M0-3.4H6.2"),
    glyph(
        '%',
        92,
        "M7.4-10 1.8 0M2-10A2 2.3 0 1 0 2-5.4 2 2.3 0 1 0 2-10M7.2-4.6A2 2.3 0 1 0 7.2 0 2 2.3 0 1 0 7.2-4.6",
    ),
    glyph(
        '&',
        70,
        "M6.8 0 1.6-6.2C.4-7.7 .9-10 2.9-10S5-7.6 3.6-6.5L1.9-5.3C.7-4.5 0-3.8 0-2.5 0-1 1.1 0 2.7 0 5 0 6.2-1.8 6.4-4.4",
    ),
    glyph(
        '@',
        92,
        "M6.6-6.4V-3.4C6.6-2 9.2-2 9.2-4.8 9.2-7.8 7.2-9.6 4.6-9.6S0-7.4 0-4.2 2 1.4 4.8 1.4C6 1.4 6.8 1.1 7.4.7M6.6-4.3A2 2.2 0 1 0 2.6-4.3 2 2.2 0 1 0 6.6-4.3",
    ),
    glyph(
        '$',
        60,
        "M5.7-7.6C5.3-8.6 4.4-9.2 3-9.2 1.4-9.2 .3-8.4 .3-7.2 .3-5.8 1.6-5.4 3.1-5S6-4.2 6-2.7C6-1.4 4.8-.6 3.1-.6 1.5-.6 .4-1.3 0-2.4M3-11V1.2",
    ),
    glyph('~', 60, "M0-3.6C.6-5.2 1.8-5.2 3-4.4S5.4-3.6 6-5.2"),
    glyph('^', 48, "M0-7 2.4-10 4.8-7"),
    glyph('×', 50, "M0-7 5-2M5-7 0-2"),
    glyph('·', 0, "M0-4.5V-4.4"),
    glyph('•', 16, "M0-4.5A.8 .8 0 1 0 1.6-4.5 .8 .8 0 1 0 0-4.5"),
    glyph('…', 56, "M0-.1V0M2.8-.1V0M5.6-.1V0"),
    glyph('°', 28, "M1.4-10A1.4 1.4 0 1 0 1.4-7.2 1.4 1.4 0 1 0 1.4-10"),
    glyph(
        '½',
        92,
        "M0-8.8 1.7-10V-5.6M7.6-10 2 0M6-3.3C6-4.2 6.6-4.8 7.5-4.8S9-4.2 9-3.4 8-1.8 6-0H9.2",
    ),
    glyph('→', 84, "M0-4.4H8.4M5.4-7.4 8.4-4.4 5.4-1.4"),
    glyph('←', 84, "M8.4-4.4H0M3-7.4 0-4.4 3-1.4"),
    glyph('¨', 30, "M0-9.8V-9.7M3-9.8V-9.7"),
    glyph('´', 18, "M0-8.8 1.8-10.6"),
    glyph('`', 18, "M0-10.6 1.8-8.8"),
    glyph('ˆ', 36, "M0-8.9 1.8-10.6 3.6-8.9"),
    glyph('ˇ', 36, "M0-10.6 1.8-8.9 3.6-10.6"),
    glyph('˜', 38, "M0-9.2C.5-10.3 1.2-10.3 1.9-9.8S3.3-9.3 3.8-10.4"),
    glyph('ˉ', 40, "M0-9.6H4"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_distinct() {
        let mut letters: Vec<char> = GLYPHS.iter().map(|it| it.letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), GLYPHS.len());
        assert!((' '..='~').all(|letter| find(letter).is_some()));
    }

    #[test]
    fn accents_have_letters() {
        for (sign, letters) in ACCENTED {
            for letter in letters.chars().step_by(2) {
                let found = find(letter).and_then(|it| it.accent);
                assert_eq!(found.map(|it| it.glyph.letter), Some(sign), "{letter}");
            }
        }
        assert_eq!(find('囲'), None);
    }
}

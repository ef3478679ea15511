//! Charset detection: the most likely encoding by character frequency.
//!
//! A text that is read in the wrong encoding is made of rare characters, or
//! of sequences that no language has. So each candidate is given points for
//! common characters and loses points for unlikely ones.

mod frequent;

use crate::Encoding;
use crate::decode::decode_as;
use frequent::Frequent;

/// What is tried where nothing is known, the more likely of equals first, and
/// the points it needs to be believed: a few letters in a row may well be an
/// example of umlauts.
const CANDIDATES: [(Encoding, i64); 9] = [
    (Encoding::Utf8, 0),
    (Encoding::Windows1252, 0),
    (Encoding::Gb18030, 0),
    (Encoding::ShiftJis, 0),
    (Encoding::EucKr, 0),
    (Encoding::Big5, 0),
    (Encoding::EucJp, 0),
    (Encoding::Windows1251, 12),
    (Encoding::Windows1250, 0),
];

/// The most bytes that are looked at.
const MAX_SAMPLE: usize = 1 << 16;

/// The encoding that fits best to bytes which are not all ASCII.
///
/// The one that the file names is taken if it is at all plausible. If all bytes
/// are characters in it, it is overruled only by what is a text beyond doubt.
pub(crate) fn detect(bytes: &[u8], named: Option<Encoding>) -> Encoding {
    let sample = sample(bytes);
    let n_high = sample.iter().filter(|byte| !byte.is_ascii()).count();
    let n_high = i64::try_from(n_high).unwrap_or(i64::MAX);
    let n_values = sample.split(|&byte| byte == b']').count();
    let points = |encoding| {
        let text = decode_as(sample, encoding);
        // A bracket that is a part of a character may well be none.
        let n_lost = n_values.saturating_sub(text.split(']').count());
        score(encoding, &text) - 6 * i64::try_from(n_lost).unwrap_or(0)
    };
    let is_valid = named.is_some_and(|it| it.is_single_byte() && is_printable(sample, it));
    // Windows-1252 is ISO-8859-1 with letters in place of control characters.
    let western = |it| if it == Encoding::Latin1 { Encoding::Windows1252 } else { it };
    let named = named.map(western);
    let mut best = (0, Encoding::Latin1);
    if let Some(named) = named {
        // Half of what a likely text has for each byte, and enough for
        // the names of two players to be beyond doubt.
        best = (points(named) + n_high * 3 / 2 + 16, named);
    }
    for (encoding, needed) in CANDIDATES {
        if is_valid && !is_beyond_doubt(sample, encoding) {
            continue;
        }
        let found = points(encoding) - needed;
        if found > best.0 {
            best = (found, encoding);
        }
    }
    if best.0 > 0 || (is_valid && Some(best.1) == named) { best.1 } else { Encoding::Latin1 }
}

/// Whether all bytes are characters that people write.
fn is_printable(sample: &[u8], encoding: Encoding) -> bool {
    let is_wrong = |it| matches!(it, '\u{80}'..='\u{9F}' | char::REPLACEMENT_CHARACTER);
    !decode_as(sample, encoding).chars().any(is_wrong)
}

/// Whether a text can be nothing else than one in this encoding.
///
/// Letters with accents make up no words by themselves, and only few pairs of
/// them are common characters of an Asian language.
fn is_beyond_doubt(sample: &[u8], encoding: Encoding) -> bool {
    let text = decode_as(sample, encoding);
    if encoding.is_single_byte() {
        let words = text.split(|it: char| !is_high_letter(it));
        return words.filter(|word| word.chars().count() >= 4).count() >= 3;
    }
    let n_high = text.chars().filter(|it| !it.is_ascii()).count();
    let n_high = i64::try_from(n_high).unwrap_or(i64::MAX);
    n_high >= MIN_CHARACTERS && score(encoding, &text) >= COMMON * n_high / 2
}

/// The fewest characters of two bytes that are beyond doubt.
const MIN_CHARACTERS: i64 = 8;

/// The bytes around the first that are not ASCII.
fn sample(bytes: &[u8]) -> &[u8] {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let rest = &bytes[first.saturating_sub(1)..];
    &rest[..rest.len().min(MAX_SAMPLE)]
}

/// How likely a text is that was read in this encoding: four points a byte if
/// all of its characters are common.
fn score(encoding: Encoding, text: &str) -> i64 {
    let points: fn(&Around) -> i64 = match encoding {
        Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be => unicode,
        Encoding::Gb18030 => simplified,
        Encoding::Big5 => traditional,
        Encoding::ShiftJis | Encoding::EucJp => japanese,
        Encoding::EucKr => korean,
        Encoding::Latin1 | Encoding::Windows1252 | Encoding::Iso8859_15 => western,
        Encoding::Windows1250 | Encoding::Iso8859_2 => central,
        Encoding::Windows1251 | Encoding::Iso8859_5 | Encoding::Koi8R | Encoding::Koi8U => cyrillic,
        _ => alphabetic,
    };
    let mut around = Around { earlier: '\0', before: '\0', at: '\0', after: '\0' };
    let mut sum = 0;
    let mut chars = text.chars();
    let mut next = chars.next();
    while let Some(at) = next {
        next = chars.next();
        let after = next.unwrap_or('\0');
        around = Around { earlier: around.before, before: around.at, at, after };
        if !at.is_ascii() {
            sum += points(&around);
        }
    }
    sum
}

/// A character that is not ASCII, between its neighbors.
struct Around {
    /// The one before the last.
    earlier: char,
    before: char,
    at: char,
    after: char,
}

const INVALID: i64 = -24;
const PRIVATE: i64 = -16;
const COMMON: i64 = 8;

fn unicode(around: &Around) -> i64 {
    match around.at {
        char::REPLACEMENT_CHARACTER => INVALID,
        at => 4 * i64::try_from(at.len_utf8()).unwrap_or(4),
    }
}

/// The points that all languages of two-byte characters share.
fn east_asian(around: &Around) -> i64 {
    let points = match around.at {
        char::REPLACEMENT_CHARACTER => INVALID,
        '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => PRIVATE,
        '\u{3000}'..='\u{303F}' | '\u{FF01}'..='\u{FF5E}' => 4,
        '\u{2010}'..='\u{2026}' | '\u{2460}'..='\u{24FF}' | '\u{25A0}'..='\u{25FF}' => 2,
        '\u{4E00}'..='\u{9FFF}' => 0,
        '\u{3040}'..='\u{30FF}' | '\u{AC00}'..='\u{D7A3}' => -2,
        '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF61}'..='\u{FF9F}' => -6,
        _ => -4,
    };
    // In a Western word a letter with an accent and the one behind it make
    // up a character that stands between letters.
    if around.before.is_ascii_lowercase() && !is_ideographic_sign(around.at) {
        points - 3
    } else {
        points
    }
}

fn is_ideographic_sign(at: char) -> bool {
    matches!(at, '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF5E}')
}

fn simplified(around: &Around) -> i64 {
    if Frequent::simplified().contains(around.at) { COMMON } else { east_asian(around) }
}

fn traditional(around: &Around) -> i64 {
    if Frequent::traditional().contains(around.at) { COMMON } else { east_asian(around) }
}

fn japanese(around: &Around) -> i64 {
    let is_kana = matches!(around.at, '\u{3041}'..='\u{3093}' | '\u{30A1}'..='\u{30F6}' | 'ー');
    if is_kana || Frequent::japanese().contains(around.at) { COMMON } else { east_asian(around) }
}

fn korean(around: &Around) -> i64 {
    match around.at {
        at if Frequent::korean().contains(at) => COMMON,
        // A file in Korean may have names in Chinese characters.
        at if Frequent::traditional().contains(at) => 1,
        '\u{4E00}'..='\u{9FFF}' => -3,
        _ => east_asian(around),
    }
}

const WESTERN: &str = "äöüßéèêëàâçîïôûùœæøåñóòíìáúãõÄÖÜÉÈÀÂÇÎÔØÅÑÓÍÁÚ";
const CENTRAL: &str = "áäąâăčćçďđéěęëíîłľňńóôöőřŕšśşťţúůüűýžźżßÁČĎÉĚĘÍŁŇÓÖŘŚŠŞŤÚŮÜÝŽŹŻ";

fn western(around: &Around) -> i64 {
    latin(around, WESTERN, 1)
}

/// The points of a Central European text, of which one is missing for each
/// letter, because umlauts alone say nothing.
fn central(around: &Around) -> i64 {
    latin(around, CENTRAL, 4) - 1
}

/// The points of a language in Latin letters, in which two special letters
/// in a row have this many.
fn latin(around: &Around, common: &str, pair: i64) -> i64 {
    let is_run = is_high_letter(around.before);
    match around.at {
        char::REPLACEMENT_CHARACTER => INVALID,
        '\u{80}'..='\u{9F}' => PRIVATE,
        at if at.is_alphabetic() && is_run => {
            let is_pair = common.contains(at) && !is_high_letter(around.earlier);
            if is_pair && around.earlier.is_alphabetic() { pair } else { -4 }
        }
        at if common.contains(at) => {
            let has_letters = around.before.is_ascii_alphabetic()
                || around.after.is_ascii_alphabetic()
                || around.at == 'à';
            if has_letters { 6 } else { 1 }
        }
        at if at.is_alphabetic() => 0,
        '‘' | '’' | '“' | '”' | '„' | '«' | '»' | '–' | '—' | '…' | '©' | '°' | '½' | '\u{A0}'
            if !is_run && !is_high_letter(around.after) =>
        {
            2
        }
        _ => -4,
    }
}

fn is_high_letter(at: char) -> bool {
    !at.is_ascii() && at.is_alphabetic()
}

fn cyrillic(around: &Around) -> i64 {
    let is_beside_ascii = around.before.is_ascii_alphabetic() || around.after.is_ascii_alphabetic();
    match around.at {
        char::REPLACEMENT_CHARACTER => INVALID,
        '\u{80}'..='\u{9F}' => PRIVATE,
        '\u{400}'..='\u{45F}' if is_beside_ascii => -6,
        'А'..='Я' | 'Ё' if around.before.is_lowercase() => -8,
        'А'..='Я' | 'Ё' if around.before.is_uppercase() => 1,
        'а'..='я' | 'ё' if around.before.is_uppercase() && around.earlier.is_uppercase() => -8,
        'а'..='я' | 'ё' | 'А'..='Я' | 'Ё' => 4,
        'і' | 'ї' | 'є' | 'ґ' | 'ў' | 'І' => 2,
        '«' | '»' | '“' | '”' | '„' | '–' | '—' | '…' | '№' | '\u{A0}' => 1,
        _ => -4,
    }
}

/// The points of an encoding that is tried only if the file names it.
fn alphabetic(around: &Around) -> i64 {
    match around.at {
        char::REPLACEMENT_CHARACTER => INVALID,
        '\u{80}'..='\u{9F}' => PRIVATE,
        at if at.is_alphabetic() => 3,
        _ => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_letters_are_western() {
        assert_eq!(detect(b"C[sequence: \xF6\xFC\xE4 (call)]", None), Encoding::Latin1);
        assert_eq!(detect(b"C[M\xFCll]", None), Encoding::Windows1252);
        assert_eq!(detect(b"C[caf\xE9]", None), Encoding::Windows1252);
        assert_eq!(detect(b"C[\xFF]", None), Encoding::Latin1);
    }

    #[test]
    fn a_name_counts_more_than_a_few_characters() {
        // The same bytes are common in four languages.
        let bytes = b"PB[\xC0\xCC]";
        for named in [Encoding::EucKr, Encoding::Gb18030, Encoding::Big5, Encoding::EucJp] {
            assert_eq!(detect(bytes, Some(named)), named);
        }
    }

    #[test]
    fn samples_begin_with_special_characters() {
        let mut bytes = vec![b'a'; 3 * MAX_SAMPLE];
        bytes[2 * MAX_SAMPLE] = 0xE4;
        assert_eq!(sample(&bytes).len(), MAX_SAMPLE);
        assert_eq!(&sample(&bytes)[..2], b"a\xE4");
        assert_eq!(sample(b"\xE4"), b"\xE4");
        assert_eq!(sample(b""), b"");
    }
}

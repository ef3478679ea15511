//! Decodes bytes in one encoding, and keeps what its encoder would not write.

use encoding_rs::DecoderResult;

use super::Odd;
use crate::Encoding;

/// A text that is being decoded.
pub(super) struct Pieces {
    pub(super) text: String,
    pub(super) odd: Vec<Odd>,
}

impl Pieces {
    pub(super) fn with_capacity(n_bytes: usize) -> Pieces {
        Pieces { text: String::with_capacity(n_bytes), odd: Vec::new() }
    }

    /// Decodes bytes, and keeps those that would not be written again.
    pub(super) fn push(&mut self, bytes: &[u8], encoding: Encoding) {
        match encoding {
            Encoding::Utf8 => self.utf8(bytes),
            Encoding::Utf16Le => self.utf16(strip(bytes, [0xFF, 0xFE]), u16::from_le_bytes),
            Encoding::Utf16Be => self.utf16(strip(bytes, [0xFE, 0xFF]), u16::from_be_bytes),
            Encoding::Iso2022Jp => self.escaped(bytes, encoding_rs::ISO_2022_JP),
            _ => match encoding.codec() {
                Some(codec) => self.codec(bytes, codec),
                None => self.text.extend(bytes.iter().copied().map(char::from)),
            },
        }
    }

    fn push_odd(&mut self, text: &str, bytes: &[u8]) {
        let start = self.text.len();
        self.text.push_str(text);
        self.odd.push(Odd { start, end: self.text.len(), bytes: bytes.into() });
    }

    fn push_invalid(&mut self, bytes: &[u8]) {
        self.push_odd("\u{FFFD}", bytes);
    }

    fn utf8(&mut self, bytes: &[u8]) {
        for chunk in bytes.utf8_chunks() {
            self.text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                self.push_invalid(chunk.invalid());
            }
        }
    }

    /// Half characters, at the end or between, become the replacement
    /// character.
    fn utf16(&mut self, bytes: &[u8], unit: fn([u8; 2]) -> u16) {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let mut at = 0;
        for decoded in char::decode_utf16(pairs.iter().copied().map(unit)) {
            let n_units = decoded.as_ref().map_or(1, |it| it.len_utf16());
            match decoded {
                Ok(character) => self.text.push(character),
                Err(_) => self.push_invalid(&pairs[at]),
            }
            at += n_units;
        }
        if !rest.is_empty() {
            self.push_invalid(rest);
        }
    }

    /// Takes text with escape sequences.
    fn escaped(&mut self, bytes: &[u8], codec: &'static encoding_rs::Encoding) {
        let (text, has_errors) = codec.decode_without_bom_handling(bytes);
        if !has_errors && *codec.encode(&text).0 == *bytes {
            self.text.push_str(&text);
            return;
        }
        // Only ASCII without escape sequences is written as it was read.
        let mut decoder = codec.new_decoder_without_bom_handling();
        let mut buffer = [0; 32];
        let mut start = 0;
        for end in 1..=bytes.len() {
            let (_, _, written, _) =
                decoder.decode_to_utf8(&bytes[end - 1..end], &mut buffer, false);
            if written > 0 {
                let text = str::from_utf8(&buffer[..written]).unwrap_or("\u{FFFD}");
                if text.as_bytes() == &bytes[start..end] {
                    self.text.push_str(text);
                } else {
                    self.push_odd(text, &bytes[start..end]);
                }
                start = end;
            }
        }
        if start < bytes.len() {
            self.push_invalid(&bytes[start..]);
        }
    }

    fn codec(&mut self, bytes: &[u8], codec: &'static encoding_rs::Encoding) {
        let (text, has_errors) = codec.decode_without_bom_handling(bytes);
        if !has_errors && *codec.encode(&text).0 == *bytes {
            self.text.push_str(&text);
            return;
        }
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte.is_ascii() {
                self.text.push(char::from(byte));
                at += 1;
            } else {
                at += self.character(&bytes[at..], codec).max(1);
            }
        }
    }

    /// Takes the first character and returns how many bytes it had.
    fn character(&mut self, bytes: &[u8], codec: &'static encoding_rs::Encoding) -> usize {
        let mut decoder = codec.new_decoder_without_bom_handling();
        let mut buffer = [0; 32];
        // No character of any encoding has more than four bytes.
        for at in 0..=bytes.len().min(4) {
            let next = bytes.get(at..=at).unwrap_or_default();
            let (result, _, written) =
                decoder.decode_to_utf8_without_replacement(next, &mut buffer, next.is_empty());
            if let DecoderResult::Malformed(n_bytes, _) = result {
                let n_bytes = usize::from(n_bytes).clamp(1, bytes.len());
                self.push_invalid(&bytes[..n_bytes]);
                return n_bytes;
            }
            if written > 0 {
                let own = &bytes[..bytes.len().min(at + 1)];
                let text = str::from_utf8(&buffer[..written]).unwrap_or("\u{FFFD}");
                if *codec.encode(text).0 == *own {
                    self.text.push_str(text);
                } else {
                    self.push_odd(text, own);
                }
                return own.len();
            }
        }
        self.push_invalid(&bytes[..1]);
        1
    }
}

fn strip(bytes: &[u8], mark: [u8; 2]) -> &[u8] {
    bytes.strip_prefix(&mark).unwrap_or(bytes)
}

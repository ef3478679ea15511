//! The names of encodings.
//!
//! No other type of the crate that does the conversions is seen outside
//! this file, `decode` and `encode`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

macro_rules! encodings {
    ($($(#[$doc:meta])* $encoding:ident = $name:literal;)*) => {
        /// The way in which the text of a file is stored as bytes.
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
        #[non_exhaustive]
        pub enum Encoding {
            $($(#[$doc])* $encoding,)*
        }

        impl Encoding {
            /// All encodings.
            pub const ALL: &'static [Encoding] = &[$(Encoding::$encoding,)*];

            /// The name as it is written in the property `CA`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Encoding::$encoding => $name,)*
                }
            }
        }
    };
}

encodings! {
    /// UTF-8, with or without a byte order mark.
    Utf8 = "UTF-8";
    /// UTF-16, little-endian.
    Utf16Le = "UTF-16LE";
    /// UTF-16, big-endian.
    Utf16Be = "UTF-16BE";
    /// ISO-8859-1, which the format prescribes where nothing else is said.
    Latin1 = "ISO-8859-1";
    /// GB18030 for simplified Chinese, which contains GB2312 and GBK.
    Gb18030 = "GB18030";
    /// Big5 for traditional Chinese, with the characters of Hong Kong.
    Big5 = "Big5";
    /// Shift-JIS for Japanese, with the characters of Windows.
    ShiftJis = "Shift_JIS";
    /// EUC-JP for Japanese.
    EucJp = "EUC-JP";
    /// ISO-2022-JP for Japanese, which switches by escape sequences.
    Iso2022Jp = "ISO-2022-JP";
    /// EUC-KR for Korean, with the syllables of Windows.
    EucKr = "EUC-KR";
    /// Windows-874 for Thai.
    Windows874 = "windows-874";
    /// Windows-1250 for Central European languages.
    Windows1250 = "windows-1250";
    /// Windows-1251 for Cyrillic letters.
    Windows1251 = "windows-1251";
    /// Windows-1252 for Western European languages.
    Windows1252 = "windows-1252";
    /// Windows-1253 for Greek.
    Windows1253 = "windows-1253";
    /// Windows-1254 for Turkish.
    Windows1254 = "windows-1254";
    /// Windows-1255 for Hebrew.
    Windows1255 = "windows-1255";
    /// Windows-1256 for Arabic letters.
    Windows1256 = "windows-1256";
    /// Windows-1257 for Baltic languages.
    Windows1257 = "windows-1257";
    /// Windows-1258 for Vietnamese.
    Windows1258 = "windows-1258";
    /// ISO-8859-2 for Central European languages.
    Iso8859_2 = "ISO-8859-2";
    /// ISO-8859-3 for South European languages.
    Iso8859_3 = "ISO-8859-3";
    /// ISO-8859-4 for North European languages.
    Iso8859_4 = "ISO-8859-4";
    /// ISO-8859-5 for Cyrillic letters.
    Iso8859_5 = "ISO-8859-5";
    /// ISO-8859-6 for Arabic letters.
    Iso8859_6 = "ISO-8859-6";
    /// ISO-8859-7 for Greek.
    Iso8859_7 = "ISO-8859-7";
    /// ISO-8859-8 for Hebrew.
    Iso8859_8 = "ISO-8859-8";
    /// ISO-8859-10 for Nordic languages.
    Iso8859_10 = "ISO-8859-10";
    /// ISO-8859-13 for Baltic languages.
    Iso8859_13 = "ISO-8859-13";
    /// ISO-8859-14 for Celtic languages.
    Iso8859_14 = "ISO-8859-14";
    /// ISO-8859-15, which is ISO-8859-1 with the euro sign.
    Iso8859_15 = "ISO-8859-15";
    /// ISO-8859-16 for South-Eastern European languages.
    Iso8859_16 = "ISO-8859-16";
    /// KOI8-R for Russian.
    Koi8R = "KOI8-R";
    /// KOI8-U for Ukrainian.
    Koi8U = "KOI8-U";
    /// IBM866 for Cyrillic letters under DOS.
    Ibm866 = "IBM866";
    /// Mac OS Roman for Western European languages.
    Macintosh = "macintosh";
    /// Mac OS Cyrillic.
    MacCyrillic = "x-mac-cyrillic";
}

/// Spellings that the web does not know, without signs and in lower case.
const SPELLINGS: [(&str, Encoding); 28] = [
    ("ascii", Encoding::Utf8),
    ("usascii", Encoding::Utf8),
    ("utf8", Encoding::Utf8),
    ("utf16", Encoding::Utf16Le),
    ("utf16le", Encoding::Utf16Le),
    ("utf16be", Encoding::Utf16Be),
    ("ucs2", Encoding::Utf16Le),
    ("iso88591", Encoding::Latin1),
    ("latin1", Encoding::Latin1),
    ("gb", Encoding::Gb18030),
    ("cp936", Encoding::Gb18030),
    ("ms936", Encoding::Gb18030),
    ("euccn", Encoding::Gb18030),
    ("gb231280", Encoding::Gb18030),
    ("cp950", Encoding::Big5),
    ("ms950", Encoding::Big5),
    ("cp932", Encoding::ShiftJis),
    ("mskanji", Encoding::ShiftJis),
    ("shiftjis", Encoding::ShiftJis),
    ("sjis", Encoding::ShiftJis),
    ("eucjp", Encoding::EucJp),
    ("iso2022jp", Encoding::Iso2022Jp),
    ("macroman", Encoding::Macintosh),
    ("latin9", Encoding::Iso8859_15),
    ("cp949", Encoding::EucKr),
    ("ms949", Encoding::EucKr),
    ("uhc", Encoding::EucKr),
    ("euckr", Encoding::EucKr),
];

impl Encoding {
    /// Whether a character of this encoding may take two bytes, of which the
    /// second alone would be another character.
    pub(crate) const fn is_double_byte(self) -> bool {
        matches!(
            self,
            Encoding::Gb18030
                | Encoding::Big5
                | Encoding::ShiftJis
                | Encoding::EucJp
                | Encoding::EucKr
        )
    }

    /// Whether every byte is a character by itself.
    pub(crate) const fn is_single_byte(self) -> bool {
        !self.is_double_byte()
            && !matches!(
                self,
                Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Iso2022Jp
            )
    }

    pub(crate) const fn is_utf16(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// What converts this encoding, for those that are not written by hand.
    pub(crate) fn codec(self) -> Option<&'static encoding_rs::Encoding> {
        match self {
            Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Latin1 => None,
            _ => encoding_rs::Encoding::for_label(self.name().as_bytes()),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the names that are found in files, in any spelling.
impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Encoding, UnknownEncoding> {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|it| it.to_ascii_lowercase())
            .collect();
        let plain = plain.strip_prefix("x").unwrap_or(&plain);
        let spelling = SPELLINGS.iter().find(|it| it.0 == plain);
        let code_page = ["cp", "windows", "win"].iter().find_map(|it| plain.strip_prefix(it));
        let code_page = code_page.map(|it| format!("windows-{it}"));
        let label = |it: &str| encoding_rs::Encoding::for_label(it.as_bytes());
        spelling
            .map(|it| it.1)
            .or_else(|| label(name).and_then(known))
            .or_else(|| label(plain).and_then(known))
            .or_else(|| label(&name.replace('_', "-")).and_then(known))
            .or_else(|| label(&code_page?).and_then(known))
            .ok_or(UnknownEncoding)
    }
}

/// Our name of an encoding of the web.
fn known(codec: &'static encoding_rs::Encoding) -> Option<Encoding> {
    match codec.name() {
        "GBK" => Some(Encoding::Gb18030),
        "ISO-8859-8-I" => Some(Encoding::Iso8859_8),
        name => Encoding::ALL.iter().copied().find(|it| it.name().eq_ignore_ascii_case(name)),
    }
}

/// A name is not that of an encoding that can be read.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown encoding, expected a name such as UTF-8, GB18030 or Shift_JIS")
    }
}

impl Error for UnknownEncoding {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_again() {
        for &encoding in Encoding::ALL {
            assert_eq!(encoding.name().parse(), Ok(encoding));
            assert_eq!(encoding.name().to_lowercase().parse(), Ok(encoding));
            let is_own = encoding.is_utf16() || encoding.name().ends_with("-1");
            assert_eq!(encoding.codec().is_none(), is_own || encoding == Encoding::Utf8);
        }
    }

    #[test]
    fn all_encodings_of_the_web_are_known() {
        for label in [
            "big5",
            "euc-jp",
            "euc-kr",
            "gbk",
            "gb18030",
            "ibm866",
            "iso-2022-jp",
            "iso-8859-3",
            "iso-8859-4",
            "iso-8859-6",
            "iso-8859-8",
            "iso-8859-10",
            "iso-8859-13",
            "iso-8859-14",
            "iso-8859-16",
            "koi8-u",
            "macintosh",
            "shift_jis",
            "windows-874",
            "windows-1258",
            "x-mac-cyrillic",
        ] {
            assert!(label.parse::<Encoding>().is_ok(), "{label}");
        }
    }

    #[test]
    fn names_have_many_spellings() {
        for (name, expected) in [
            ("UTF8", Encoding::Utf8),
            (" utf-8 ", Encoding::Utf8),
            ("US-ASCII", Encoding::Utf8),
            ("UTF16LE", Encoding::Utf16Le),
            ("ISO8859_1", Encoding::Latin1),
            ("iso-8859-1", Encoding::Latin1),
            ("Latin-1", Encoding::Latin1),
            ("ISO8859-2", Encoding::Iso8859_2),
            ("GB2312", Encoding::Gb18030),
            ("gb_2312-80", Encoding::Gb18030),
            ("GBK", Encoding::Gb18030),
            ("cp936", Encoding::Gb18030),
            ("big5-hkscs", Encoding::Big5),
            ("Shift-JIS", Encoding::ShiftJis),
            ("x-sjis", Encoding::ShiftJis),
            ("MS_KANJI", Encoding::ShiftJis),
            ("windows-31j", Encoding::ShiftJis),
            ("eucJP", Encoding::EucJp),
            ("x-euc-jp", Encoding::EucJp),
            ("KS_C_5601-1987", Encoding::EucKr),
            ("cp949", Encoding::EucKr),
            ("CP1251", Encoding::Windows1251),
            ("windows1250", Encoding::Windows1250),
            ("koi8_r", Encoding::Koi8R),
            ("macintosh", Encoding::Macintosh),
            ("x-mac-roman", Encoding::Macintosh),
            ("MacRoman", Encoding::Macintosh),
            ("ISO-2022-JP", Encoding::Iso2022Jp),
            ("iso2022jp", Encoding::Iso2022Jp),
            ("ISO-8859-8-I", Encoding::Iso8859_8),
            ("cp866", Encoding::Ibm866),
            ("Latin-9", Encoding::Iso8859_15),
        ] {
            assert_eq!(name.parse(), Ok(expected), "{name}");
        }
        for name in ["", "x", "no-such-charset", "x-user-defined", "replacement", "柯"] {
            assert_eq!(name.parse::<Encoding>(), Err(UnknownEncoding), "{name}");
        }
    }
}

//! Files in many encodings, with and without their names.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_sgf::{
    Collection, Encoding, ParseOptions, UnmappableCharacter, ValueBuf, WarningCode, parse,
    parse_text, parse_with,
};

/// Texts as they are in real files, and the encodings that have them.
const TEXTS: [(&[Encoding], &str); 21] = [
    (&[Encoding::Gb18030], "柯洁"),
    (&[Encoding::Gb18030], "古力 李世石"),
    (&[Encoding::Gb18030], "第25届三星杯 柯洁 党毅飞 黑中盘胜"),
    (&[Encoding::Gb18030], "黑先，怎样攻击白棋？这里如果白棋长，黑棋可以挡住，结果白棋被吃。"),
    (&[Encoding::Gb18030], "白1飞是好棋，黑2如果扳，白3断，黑棋不行！"),
    (&[Encoding::Gb18030], "野狐围棋 业余5段对局 黑超时负"),
    (&[Encoding::Big5], "第25屆三星盃 柯潔 黨毅飛 黑中盤勝"),
    (&[Encoding::Big5], "黑先，怎樣攻擊白棋？這裡如果白棋長，黑棋可以擋住，結果白棋被吃。"),
    (&[Encoding::Big5], "周俊勳九段 對 林至涵 白勝半目，功能與許多變化"),
    (&[Encoding::ShiftJis, Encoding::EucJp], "井山裕太 一力遼"),
    (&[Encoding::ShiftJis, Encoding::EucJp], "第46期棋聖戦 コミ6目半、白番中押し勝ち"),
    (&[Encoding::ShiftJis, Encoding::EucJp], "表ソ能 十予申 ゾ従転望 ソース"),
    (
        &[Encoding::ShiftJis, Encoding::EucJp],
        "黒1のハネに白2とキるのは無理で、黒3から7までで白死です。",
    ),
    (&[Encoding::EucKr], "이세돌 박정환"),
    (&[Encoding::EucKr], "제46기 명인전 신진서 흑 불계승"),
    (
        &[Encoding::EucKr],
        "백이 여기를 끊으면 흑은 어떻게 두어야 할까요? 흑 1로 막는 수가 좋습니다.",
    ),
    (&[Encoding::Windows1251], "Илья Шикшин - Александр Динерштейн. Чёрные победили"),
    (&[Encoding::Windows1251], "Белые отрезают, и чёрная группа умирает."),
    (
        &[Encoding::Latin1, Encoding::Windows1252],
        "Der Zug ist möglich, aber Weiß lässt Schwarz übrig.",
    ),
    (
        &[Encoding::Latin1, Encoding::Windows1252],
        "Après ça, la réponse de Noir est forcée: même à gauche.",
    ),
    (&[Encoding::Windows1250], "Žádný černý kámen není živý, bílý vyhrává. Źle, białe są słabsze."),
];

#[test]
fn encodings_are_guessed() {
    for (encodings, text) in TEXTS {
        for &encoding in encodings {
            let bytes = encoded(text, "", encoding);
            let collection = parse(&bytes).unwrap();
            // What ISO-8859-1 can say is not told from Windows-1252.
            let expected = match encoding {
                Encoding::Windows1252 => Encoding::Latin1,
                _ => encoding,
            };
            assert_eq!(comment(&collection), text, "{encoding}");
            assert_eq!(collection.encoding(), expected, "{text}");
            assert_eq!(collection.warnings(), [], "{text}");
            assert_eq!(collection.to_bytes(encoding).unwrap(), bytes);
        }
    }
}

#[test]
fn named_encodings_are_used() {
    for (encodings, text) in TEXTS {
        for &encoding in encodings {
            let bytes = encoded(text, encoding.name(), encoding);
            let collection = parse(&bytes).unwrap();
            assert_eq!(comment(&collection), text, "{encoding}");
            assert_eq!(collection.encoding(), encoding, "{text}");
            assert_eq!(collection.warnings(), [], "{text}");
            assert_eq!(collection.to_bytes(encoding).unwrap(), bytes);
        }
    }
}

#[test]
fn wrong_names_are_reported() {
    for (encodings, text) in TEXTS {
        for name in ["UTF-8", "ISO-8859-1", "Shift_JIS", "GB2312", "EUC-KR", "nonsense"] {
            // Two names in Chinese might be Korean as well.
            let is_short = text.chars().count() < 8;
            if encodings.iter().any(|it| name.parse() == Ok(*it)) || is_short {
                continue;
            }
            let encoding = encodings[0];
            // There is no telling one from the other without a look at what
            // the words mean.
            let is_western = |it| matches!(it, Encoding::Latin1 | Encoding::Windows1250);
            if is_western(encoding) && name == "ISO-8859-1" {
                continue;
            }
            let collection = parse(&encoded(text, name, encoding)).unwrap();
            assert_eq!(comment(&collection), text, "{name}");
            let codes: Vec<WarningCode> = collection.warnings().iter().map(|it| it.code).collect();
            assert_eq!(codes, [WarningCode::EncodingMismatch], "{name}: {text}");
        }
    }
}

#[test]
fn utf8_wins_over_a_wrong_name() {
    for (encodings, text) in TEXTS {
        for name in ["GBK", "Shift_JIS", "EUC-KR", "ISO-8859-1"] {
            let bytes = encoded(text, name, Encoding::Utf8);
            let collection = parse(&bytes).unwrap();
            assert_eq!(comment(&collection), text, "{encodings:?}");
            assert_eq!(collection.encoding(), Encoding::Utf8);
            assert_eq!(collection.to_bytes(Encoding::Utf8).unwrap(), bytes);
        }
    }
}

#[test]
fn a_name_wins_over_a_guess() {
    let letters: String = ('À'..='ÿ').collect();
    for text in [
        "Ää Àà Ââ Åå",
        "Ää Àà Ââ Åå Öö Üü Éé Èè Êê Ëë Ïï Îî Ôô Ûû Ùù Çç Ññ",
        "ÀÉÈÙ",
        "naïve Übergröße, ça déjà-vu",
        "Íslandsmót í go, þriðja umferð",
        "Förlåt, gräsänka på ö i å",
        letters.as_str(),
    ] {
        for encoding in [Encoding::Latin1, Encoding::Windows1252, Encoding::Iso8859_15] {
            let bytes = encoded(text, encoding.name(), encoding);
            let collection = parse(&bytes).unwrap();
            assert_eq!(comment(&collection), text, "{encoding}");
            assert_eq!(collection.encoding(), encoding, "{text}");
            assert_eq!(collection.warnings(), [], "{text}");
            assert_eq!(collection.to_bytes(encoding).unwrap(), bytes);
        }
    }
}

#[test]
fn rare_encodings_are_used_where_they_are_named() {
    for (encoding, text) in [
        (Encoding::Macintosh, "Über “naïve” déjà vu"),
        (Encoding::Iso2022Jp, "井山裕太 一力遼、ソースコード"),
        (Encoding::Ibm866, "Белые отрезают"),
        (Encoding::MacCyrillic, "Белые отрезают"),
        (Encoding::Iso8859_3, "Ĝi estas ĉarma"),
        (Encoding::Iso8859_16, "Tânăra fată și țara"),
    ] {
        let bytes = encoded(text, encoding.name(), encoding);
        let collection = parse(&bytes).unwrap();
        assert_eq!((comment(&collection).as_str(), collection.encoding()), (text, encoding));
        assert_eq!(collection.warnings(), [], "{text}");
        assert_eq!(collection.to_bytes(encoding).unwrap(), bytes);
    }
}

#[test]
fn utf16_without_a_mark_stays_so() {
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
        let bytes = encoded("柯洁 😀", encoding.name(), encoding);
        let collection = parse(&bytes[2..]).unwrap();
        assert_eq!((comment(&collection), collection.encoding()), ("柯洁 😀".into(), encoding));
        assert_eq!(collection.warnings(), []);
        assert_eq!(collection.to_bytes(encoding).unwrap(), bytes[2..]);
    }
}

#[test]
fn utf16_has_a_byte_order_mark() {
    for (encoding, mark) in [(Encoding::Utf16Le, [0xFF, 0xFE]), (Encoding::Utf16Be, [0xFE, 0xFF])] {
        let bytes = encoded("柯洁 😀", encoding.name(), encoding);
        assert_eq!(bytes[..2], mark);
        let collection = parse(&bytes).unwrap();
        assert_eq!((comment(&collection), collection.encoding()), ("柯洁 😀".into(), encoding));
        assert_eq!(collection.to_bytes(encoding).unwrap(), bytes);
    }
}

#[test]
fn callers_can_force_an_encoding() {
    let bytes = encoded("柯洁", "UTF-8", Encoding::Gb18030);
    let options = ParseOptions { encoding: Some(Encoding::Windows1251) };
    let collection = parse_with(&bytes, options).unwrap();
    assert_eq!(comment(&collection), "їВЅа");
    assert_eq!(collection.encoding(), Encoding::Windows1251);
}

#[test]
fn files_without_special_characters_are_in_what_they_name() {
    for (name, expected) in [
        ("GB2312", Encoding::Gb18030),
        ("nonsense", Encoding::Utf8),
        ("UTF-16", Encoding::Utf8),
        ("", Encoding::Utf8),
    ] {
        let collection = parse(&encoded("text", name, Encoding::Utf8)).unwrap();
        assert_eq!(collection.encoding(), expected, "{name}");
        assert_eq!(collection.warnings(), []);
    }
}

#[test]
fn lost_characters_are_an_error() {
    let collection = parse("(;C[ab柯c洁])".as_bytes()).unwrap();
    for encoding in [Encoding::Latin1, Encoding::Windows1252, Encoding::Koi8R] {
        let UnmappableCharacter { character, encoding: found, .. } =
            collection.to_bytes(encoding).unwrap_err();
        assert_eq!((character, found), ('柯', encoding));
    }
    let message = collection.to_bytes(Encoding::Latin1).unwrap_err().to_string();
    assert_eq!(message, "the character 柯 (U+67EF) cannot be written in ISO-8859-1");
}

#[test]
fn bytes_that_are_no_characters_are_written_again() {
    for bytes in [
        &b"(;CA[UTF-8]PB[\xE6\x9F\xAF\xE6\xB4]C[\xE6\x9F\xAF];B[aa])"[..],
        b"(;CA[GB2312]PB[\xBF\xC2\xBD]C[\xCE\xA7\xC6\xE5 \x80 \xFF])",
        b"(;CA[EUC-JP]C[\xB0\xE6\xBB\xB3\x8F\xB0\xA1\xFE])",
        b"(;CA[Shift_JIS]C[\x88\xE4\x8ER \xFA\x54\xEE\xF9\x81\xCA])",
        b"(;CA[EUC-KR]C[\xC0\xCC\xBC\xBC\xB5\xB9\xC9])",
        b"(;CA[Big5]C[\xA4\x40\xA2\xCC\xA1\xC3\xFF])",
        b"\xFF\xFE(\0;\0C\0[\0\0\xD8]\0)\0x",
    ] {
        let mut collection = parse(bytes).unwrap();
        let encoding = collection.encoding();
        assert_eq!(collection.to_bytes(encoding).unwrap(), bytes, "{encoding}");
        let added = collection.add_game();
        collection.set_property(added, "C", ["more"]).unwrap();
        let written = collection.to_bytes(encoding).unwrap();
        let n_same = bytes.iter().zip(&written).take_while(|it| it.0 == it.1).count();
        assert!(n_same >= bytes.len() - 10, "only {n_same} bytes of {encoding} are left");
    }
}

#[test]
fn bytes_that_are_no_characters_are_reported() {
    let collection = parse(b"(;CA[UTF-8]PB[\xE6\x9F\xAF\xE6\xB4]C[\xE6\x9F\xAF];B[aa])").unwrap();
    let [warning] = collection.warnings() else { panic!("there is one warning") };
    assert_eq!((warning.column, warning.code.as_str()), (16, "invalid-bytes"));
    assert_eq!(
        warning.to_string(),
        "some bytes are not characters in UTF-8; they are kept as they are"
    );
}

#[test]
fn games_say_in_which_encoding_they_are() {
    let bytes = encoded("柯洁 围棋", "GB2312", Encoding::Gb18030);
    let mut collection = parse(&bytes).unwrap();
    collection.set_encoding(Encoding::Gb18030).unwrap();
    assert_eq!(collection.to_bytes(Encoding::Gb18030).unwrap(), bytes);
    collection.set_encoding(Encoding::Utf8).unwrap();
    assert_eq!(collection.to_sgf(), "(;FF[4]C[柯洁 围棋]CA[UTF-8];B[aa])");
    assert_eq!(collection.encoding(), Encoding::Utf8);
    let again = parse(collection.to_sgf().as_bytes()).unwrap();
    assert_eq!(again.warnings(), []);
}

#[test]
fn games_may_have_several_encodings() {
    let texts = [
        ("柯洁 围棋", Encoding::Gb18030),
        ("表ソ能 井山裕太", Encoding::ShiftJis),
        ("text", Encoding::Koi8R),
        ("이세돌 박정환", Encoding::EucKr),
        ("柯洁", Encoding::Utf8),
    ];
    let files = texts.map(|(text, encoding)| encoded(text, encoding.name(), encoding));
    let bytes = files.join(&b"\n"[..]);
    let mut collection = parse(&bytes).unwrap();
    let found: Vec<String> = collection
        .games()
        .map(|game| game.root().value("C").unwrap().text().into_owned())
        .collect();
    assert_eq!(found, texts.map(|it| it.0));
    assert_eq!(collection.warnings(), []);
    assert_eq!(collection.to_bytes(Encoding::Gb18030).unwrap(), bytes);

    let root = collection.game(3).unwrap().root().id();
    collection.set_property(root, "C", ["박정환"]).unwrap();
    let written = collection.to_bytes(Encoding::Gb18030).unwrap();
    assert_eq!(parse(&written).unwrap().to_sgf(), collection.to_sgf());

    collection.set_encoding(Encoding::Gb18030).unwrap();
    let again = parse(&collection.to_bytes(Encoding::Gb18030).unwrap()).unwrap();
    assert_eq!(again.to_sgf(), collection.to_sgf());
    assert_eq!(again.warnings(), []);
}

#[test]
fn byte_order_mark_does_not_become_a_character() {
    let collection = parse("\u{FEFF}(;C[a])".as_bytes()).unwrap();
    assert_eq!(collection.to_bytes(Encoding::Utf8).unwrap(), "\u{FEFF}(;C[a])".as_bytes());
    assert_eq!(collection.to_bytes(Encoding::Gb18030).unwrap(), b"(;C[a])");
    assert_eq!(collection.to_bytes(Encoding::Utf16Le).unwrap(), b"\xFF\xFE(\0;\0C\0[\0a\0]\0)\0");
}

/// A file with this comment, which names this encoding if it is not empty.
fn encoded(text: &str, name: &str, encoding: Encoding) -> Vec<u8> {
    let text = ValueBuf::text(text);
    let name = if name.is_empty() { String::new() } else { format!("CA[{name}]") };
    let collection = parse_text(&format!("(;FF[4]C[{}]{name};B[aa])", text.raw())).unwrap();
    collection.to_bytes(encoding).unwrap()
}

fn comment(collection: &Collection) -> String {
    collection.game(0).unwrap().root().value("C").unwrap().text().into_owned()
}

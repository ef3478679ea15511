//! Fifty small files with one trap each, and what they are read as.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use tengen_sgf::{Collection, Encoding, Node, Size, SizeProblem, Value, parse};

/// File, games, moves of the main lines, and warnings with line and column.
const READINGS: [(&str, usize, &str, &str); 50] = [
    ("01_text_before", 1, "B[aa] W[bb]", "1:1 text-before-game"),
    ("02_missing_close", 1, "B[aa] W[bb]", "1:31 end-inside-tree"),
    ("03_extra_close", 1, "B[aa] W[bb]", "1:32 surplus-bracket"),
    ("04_missing_semicolon", 1, "B[aa]", "1:2 missing-semicolon"),
    ("05_ff3_longnames", 1, "B[aa] W[bb]", ""),
    ("06_escapes", 1, "B[aa]", ""),
    ("07_softbreak_lf", 1, "B[aa]", ""),
    ("08_softbreak_crlf", 1, "B[aa]", ""),
    ("09_softbreak_lfcr", 1, "B[aa]", ""),
    ("10_softbreak_cr", 1, "B[aa]", ""),
    ("11_whitespace", 1, "B[aa]", ""),
    ("12_compressed", 1, "B[jj]", ""),
    ("13_dup_property", 1, "B[cc] B[dd]", "1:25 duplicate-property, 1:37 duplicate-property"),
    ("14_ident_no_value", 1, "B[aa]", "1:19 missing-value"),
    ("15_tt_pass_19", 1, "B[] W[] B[aa]", ""),
    ("16_tt_on_21", 1, "B[tt] W[]", ""),
    ("17_sz52", 1, "B[aA] W[ZZ] B[zz]", ""),
    ("18_sz_13x9", 1, "B[mi] W[ai]", ""),
    ("19_sz_bad", 1, "B[aa]", ""),
    ("20_gb18030", 1, "B[aa]", ""),
    ("21_shiftjis", 1, "B[aa]", ""),
    ("22_euckr", 1, "B[aa]", ""),
    ("23_utf8_bom", 1, "B[aa]", ""),
    ("24_utf16le_bom", 1, "B[aa]", ""),
    ("25_two_moves_node", 1, "B[aa] W[bb] B[cc]", ""),
    ("26_setup_and_move", 1, "B[aa] W[bb]", ""),
    ("27_spaces_everywhere", 1, "B[cc]", ""),
    ("28_empty_nodes", 1, "B[aa]", ""),
    ("29_empty_tree", 0, "", "1:1 empty-tree, 1:3 no-game"),
    ("30_nested_vars", 1, "B[aa] W[bb] B[cc]", ""),
    ("31_gm6_backgammon", 1, "B(6253) W(D)", ""),
    ("32_digit_in_name", 1, "B[aa]", "1:19 digit-in-name, 1:24 digit-in-name"),
    ("33_nul_byte", 1, "B[aa]", "1:22 nul-byte"),
    ("34_illegal_occupied", 1, "B[aa] W[aa] B[ab]", ""),
    ("35_move_out_of_board", 1, "B(zz) W[aa]", ""),
    ("36_unescaped_bracket", 1, "B[aa]", "1:19 unescaped-bracket"),
    ("37_collection_two", 2, "B[aa] | B[bb]", ""),
    ("38_props_after_vars", 1, "B[aa] W[bb]", "1:41 property-after-variation"),
    ("39_ff1_no_ff", 1, "B[aa] W[bb]", ""),
    ("40_lowercase_value_case", 1, "B[aa] W[bb]", "1:20 lower-case-name, 1:26 lower-case-name"),
    ("41_result_variants", 1, "B[aa]", ""),
    ("42_vw_dd", 1, "B[aa] W[bb]", ""),
    ("43_bad_ca", 1, "B[aa]", "1:13 encoding-mismatch"),
    ("44_overlap_rect", 1, "B[jj]", ""),
    ("45_reversed_rect", 1, "B[jj]", ""),
    ("46_unclosed_value", 1, "B[aa] W[bb]", "1:26 end-inside-value"),
    ("47_variation_at_root", 1, "B[aa]", ""),
    (
        "48_no_root_semicolon_var",
        1,
        "B[aa] W[bb]",
        "1:26 missing-semicolon, 1:33 missing-semicolon",
    ),
    ("49_handicap_b_moves", 1, "B[dd] B[pp] W[dp]", ""),
    ("50_ko_execute", 1, "B[aa] W[ab] B[ba]", ""),
];

/// What is written for the files that are not written as they were read.
const REPAIRED: [(&str, &str); 9] = [
    ("02_missing_close", "(;FF[4]GM[1]SZ[19];B[aa];W[bb])"),
    ("03_extra_close", "(;FF[4]GM[1]SZ[19];B[aa];W[bb])"),
    ("04_missing_semicolon", "(;FF[4]GM[1]SZ[19];B[aa])"),
    ("13_dup_property", "(;FF[4]GM[1]SZ[19]AB[aa][bb];B[cc][dd])"),
    ("14_ident_no_value", "(;FF[4]GM[1]SZ[19]KO[];B[aa]KO[])"),
    ("36_unescaped_bracket", "(;FF[4]GM[1]SZ[19]C[see [1\\] here];B[aa])"),
    ("38_props_after_vars", "(;FF[4]GM[1]SZ[19];B[aa]C[late](;W[bb])(;W[cc]))"),
    ("46_unclosed_value", "(;FF[4]GM[1]SZ[19];B[aa];W[bb])"),
    ("48_no_root_semicolon_var", "(;FF[4]GM[1]SZ[19];B[aa](;W[bb])(;W[cc]))"),
];

#[test]
fn files_are_read_as_expected() {
    for (name, n_games, expected_moves, expected_warnings) in READINGS {
        let collection = read(name);
        assert_eq!(collection.games().len(), n_games, "{name}");
        assert_eq!(moves(&collection), expected_moves, "{name}");
        assert_eq!(warnings(&collection), expected_warnings, "{name}");
        assert_eq!(collection.is_truncated(), expected_warnings.contains("end-inside"), "{name}");
    }
}

#[test]
fn every_file_is_in_the_table() {
    let files = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    assert_eq!(files.filter(|it| it.extension().is_some_and(|it| it == "sgf")).count(), 50);
}

#[test]
fn files_are_written_as_they_were() {
    for (name, ..) in READINGS {
        let bytes = bytes(name);
        let collection = read(name);
        let written = collection.to_sgf();
        match REPAIRED.iter().find(|repaired| repaired.0 == name) {
            Some(&(_, repaired)) => assert_eq!(written, repaired, "{name}"),
            None => {
                assert_eq!(collection.to_bytes(collection.encoding()).unwrap(), bytes, "{name}");
            }
        }
        let again = parse(written.as_bytes()).unwrap();
        assert_eq!(again.to_sgf(), written, "{name}");
        assert_eq!(moves(&again), moves(&collection), "{name}");
    }
}

#[test]
fn repaired_files_have_no_flaw_left() {
    for (name, written) in REPAIRED {
        assert_eq!(warnings(&parse(written.as_bytes()).unwrap()), "", "{name}");
    }
}

#[test]
fn encodings_of_files() {
    for (name, expected) in [
        ("20_gb18030", Encoding::Gb18030),
        ("21_shiftjis", Encoding::ShiftJis),
        ("22_euckr", Encoding::EucKr),
        ("23_utf8_bom", Encoding::Utf8),
        ("24_utf16le_bom", Encoding::Utf16Le),
        ("43_bad_ca", Encoding::Utf8),
    ] {
        assert_eq!(read(name).encoding(), expected, "{name}");
    }
}

#[test]
fn values_of_roots() {
    for (name, property, expected) in [
        ("05_ff3_longnames", "PB", "Ann"),
        ("05_ff3_longnames", "GM", "1"),
        ("06_escapes", "C", "a]b\\c:d:ef"),
        ("07_softbreak_lf", "C", "onetwo"),
        ("08_softbreak_crlf", "C", "onetwo"),
        ("09_softbreak_lfcr", "C", "onetwo"),
        ("10_softbreak_cr", "C", "onetwo"),
        ("11_whitespace", "C", "a b\nc\nd\ne f"),
        ("20_gb18030", "PB", "柯洁"),
        ("20_gb18030", "PW", "李世石"),
        ("20_gb18030", "C", "围棋 好棋"),
        ("21_shiftjis", "PB", "表ソ能"),
        ("21_shiftjis", "C", "十表予定 ソース"),
        ("22_euckr", "PB", "이세돌"),
        ("22_euckr", "C", "바둑"),
        ("23_utf8_bom", "PB", "柯洁"),
        ("24_utf16le_bom", "PB", "柯洁"),
        ("32_digit_in_name", "L1", "x"),
        ("33_nul_byte", "C", "a\0b"),
        ("36_unescaped_bracket", "C", "see [1] here"),
        ("41_result_variants", "RE", "b+r"),
        ("43_bad_ca", "C", "é"),
    ] {
        let collection = read(name);
        assert_eq!(root(&collection).value(property).unwrap().text(), expected, "{name}");
    }
    let collection = read("11_whitespace");
    assert_eq!(root(&collection).value("PB").unwrap().simple_text(), "x y z");
}

#[test]
fn points_of_roots() {
    for (name, property, expected) in [
        ("12_compressed", "AB", "aa ba ca ab bb cb ac bc cc ee"),
        ("12_compressed", "AW", "dd"),
        ("12_compressed", "TR", "aa ba ab bb"),
        ("13_dup_property", "AB", "aa bb"),
        ("27_spaces_everywhere", "AB", "aa bb"),
        ("44_overlap_rect", "AB", "aa ba ca ab bb cb ac bc cc db dc bd cd dd"),
        ("45_reversed_rect", "AB", "aa ba ca ab bb cb ac bc cc"),
        ("42_vw_dd", "VW", "aa ba ca ab bb cb ac bc cc"),
    ] {
        let collection = read(name);
        let property = root(&collection).property(property).unwrap();
        let points = property.points(Size::NINETEEN).map(|point| point.unwrap().to_string());
        assert_eq!(points.collect::<Vec<_>>().join(" "), expected, "{name}");
    }
}

#[test]
fn sizes_of_games() {
    for (name, expected, problem) in [
        ("15_tt_pass_19", "19", None),
        ("17_sz52", "52", None),
        ("18_sz_13x9", "13:9", None),
        ("19_sz_bad", "19", Some(SizeProblem::Malformed)),
        ("31_gm6_backgammon", "19", None),
    ] {
        let collection = read(name);
        let game = collection.game(0).unwrap();
        assert_eq!(game.size().to_string(), expected, "{name}");
        assert_eq!(game.size_problem(), problem, "{name}");
    }
}

#[test]
fn late_property_belongs_to_its_node() {
    let collection = read("38_props_after_vars");
    let node = root(&collection).first_child().unwrap();
    assert_eq!(node.value("C").map(Value::raw), Some("late"));
    assert_eq!(node.children().count(), 2);
    assert_eq!(node.location().map(|it| it.column), Some(19));
}

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "edge-cases"].iter().collect()
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(folder().join(name).with_extension("sgf")).unwrap()
}

fn read(name: &str) -> Collection {
    parse(&bytes(name)).unwrap()
}

fn root(collection: &Collection) -> Node<'_> {
    collection.game(0).unwrap().root()
}

/// The moves of all main lines, games separated by `|`; those that are none
/// in round brackets.
fn moves(collection: &Collection) -> String {
    let games = collection.games().map(|game| {
        let size = game.size();
        let turns = game.main_line().flat_map(|node| turns(node, size));
        turns.collect::<Vec<_>>().join(" ")
    });
    games.collect::<Vec<_>>().join(" | ")
}

fn turns(node: Node<'_>, size: Size) -> impl Iterator<Item = String> {
    ["B", "W"].into_iter().flat_map(move |name| {
        node.values(name).map(move |value| match value.mv(size) {
            Ok(mv) => format!("{name}[{mv}]"),
            Err(_) => format!("{name}({})", value.raw()),
        })
    })
}

fn warnings(collection: &Collection) -> String {
    let warnings = collection.warnings().iter();
    let texts = warnings.map(|it| format!("{}:{} {}", it.line, it.column, it.code));
    texts.collect::<Vec<_>>().join(", ")
}

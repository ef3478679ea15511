//! The meaning of properties: each flaw by the smallest file that has it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use tengen_sgf::{Flaw, Severity, Warning, parse_text};

/// Files, each with the places and codes of its flaws.
const CASES: &[(&str, &str)] = &[
    ("(;FF[4]GM[1]SZ[9]KM[6.5]RE[B+3.5];B[aa];W[];B[bb]C[x]TR[cc][dd:ee])", ""),
    ("[x] (;FF[4])", "1:1 data-before-game"),
    ("(;FF[4]XX[1];KGSDE[2])", "1:8 unknown-property, 1:14 unknown-property"),
    ("(;FF[3]L[aa]M[bb])", "1:8 old-property, 1:13 old-property"),
    ("(;FF[4]IY[horizontal])", "1:8 property-of-other-game"),
    ("(;FF[4]HA[x]MN[1.5])", "1:10 bad-number, 1:15 bad-number"),
    ("(;FF[4]KM[6,5]TM[]V[-0.5])", "1:10 bad-real, 1:17 bad-real"),
    ("(;FF[4];B[aa]BM[3])", "1:16 bad-double"),
    ("(;FF[4]PL[x])", "1:10 bad-color"),
    ("(;FF[4]TR[x][aa])", "1:10 bad-point"),
    ("(;FF[4];B[a1])", "1:10 bad-move"),
    ("(;FF[4]AP[me]LB[aa]AR[aa])", "1:10 missing-version, 1:16 missing-colon, 1:22 missing-colon"),
    ("(;FF[4];B[aa:bb]MN[1:2])", "1:10 unexpected-colon, 1:19 unexpected-colon"),
    ("(;FF[4];B[aa]KO[1])", "1:16 unexpected-value"),
    (
        "(;FF[4]PL[black]KM[6.]TR[a a];B[ bb])",
        "1:10 unusual-form, 1:19 unusual-form, 1:25 unusual-form, 1:32 unusual-form",
    ),
    (
        "(;FF[4]SZ[ 9]LB[a a:x]AR[aa: bb])",
        "1:10 unusual-form, 1:16 unusual-form, 1:25 unusual-form",
    ),
    ("(;FF[4]AB[]DD[]VW[])", "1:10 empty-list"),
    ("(;FF[4]DD[][aa])", "1:10 empty-beside-others"),
    ("(;FF[4]C[]PB[ ]LB[aa:])", "1:9 empty-text, 1:13 empty-text, 1:18 empty-text"),
    ("(;FF[4]KM[1][2][3])", "1:13 several-values"),
    ("(;FF[4]SZ[9]AB[ja];B[aj])", "1:15 off-board, 1:21 off-board"),
    (
        "(;FF[4]AB[aa][aa]TR[aa:cc][bb]LB[aa:x][aa:y])",
        "1:14 point-twice, 1:27 point-twice, 1:39 point-twice",
    ),
    (
        "(;FF[4]TR[aa]MA[aa]AB[bb]AE[aa:cc]TB[aa]TW[aa])",
        "1:16 point-in-two-lists, 1:28 point-in-two-lists, 1:43 point-in-two-lists",
    ),
    ("(;FF[4]TR[aa:aa])", "1:10 point-as-rectangle"),
    ("(;FF[4]TR[cc:aa])", "1:10 reversed-rectangle"),
    ("(;FF[4]LN[aa:aa]AR[aa:bb][bb:aa][aa:bb])", "1:10 line-without-length, 1:33 line-twice"),
    ("(;FF[4];B[aa]AW[bb])", "1:14 setup-with-move"),
    ("(;FF[4];B[aa]W[bb])", "1:14 two-moves"),
    ("(;FF[4]B[aa])", "1:8 move-in-root"),
    ("(;FF[4];KO[])", "1:9 ko-without-move"),
    ("(;FF[4];TE[1])", "1:9 annotation-without-move"),
    (
        "(;FF[4];B[aa]TE[1]DO[];GB[1]UC[1]HO[1])",
        "1:19 contradicting-annotations, 1:29 contradicting-annotations",
    ),
    ("(;FF[4];SZ[9])", "1:9 root-property-elsewhere"),
    ("(;FF[4](;PB[x];B[aa];PW[y])(;PB[z]))", "1:22 game-info-twice"),
    ("(;FF[5])(;FF[x])", "1:5 bad-format, 1:11 several-formats, 1:13 bad-format"),
    ("(;FF[4]GM[6]SZ[x]B[8/5]TR[zzz])", "1:10 not-go, 1:18 move-in-root"),
    ("(;FF[4]GM[go])", "1:10 bad-game"),
    ("(;FF[4]CA[klingon])", "1:10 unknown-encoding"),
    ("(;FF[4]SZ[0])(;FF[4]SZ[x])", "1:10 bad-size, 1:23 bad-size"),
    ("(;FF[4]SZ[9:9])", "1:10 square-as-rectangle"),
    ("(;FF[3]SZ[9:7]AB[aa:bb];B[])", "1:10 newer-form, 1:17 newer-form, 1:26 newer-form"),
    ("(;FF[4];B[tt])(;FF[4]SZ[20];B[tt])", "1:10 old-pass"),
    ("(;FF[4]ST[4])", "1:10 bad-style"),
    ("(;FF[4]PM[3])", "1:10 bad-numbering"),
    ("(;FF[4]KM[375])(;FF[4]KM[6.25])(;FF[4]KM[3.75])", "1:10 server-komi, 1:41 server-komi"),
    ("(;FF[4]HA[0])", "1:10 bad-handicap"),
    ("(;FF[4]HA[2]AB[aa][bb])(;FF[4]HA[3]AB[aa][bb])", "1:31 handicap-stones"),
    ("(;FF[4]RE[b+r])", "1:10 bad-result"),
    ("(;FF[4]DT[2001/02/03])", "1:10 bad-date"),
    ("(;FF[4];B[aa];C[x](;B[bb])(;B[cc]))", "1:21 same-color-twice"),
    (
        "(;FF[4]AB[aa];W[bb];AE[aa](;W[cc])(;AE[bb]))",
        "1:21 setup-in-main-line, 1:29 same-color-twice",
    ),
    ("(;FF[4])(;FF[3])(;FF[3])", "1:11 several-formats"),
    ("(;FF[4]GM[1])(;FF[4]GM[2])(;FF[4]GM[3])", "1:21 several-games, 1:23 not-go, 1:36 not-go"),
    ("(;FF[4]FG[]PM[1];FG[257:Figure 1];FG[x:y])", "1:37 bad-number"),
    ("(;FF[4]FG[1])", "1:10 missing-colon"),
];

fn outline(warnings: &[Warning]) -> String {
    let places = warnings.iter().map(|it| format!("{}:{} {}", it.line, it.column, it.code));
    places.collect::<Vec<_>>().join(", ")
}

#[test]
fn each_flaw_has_its_place() {
    let mut wrong = Vec::new();
    for (text, expected) in CASES {
        let found = outline(&parse_text(text).unwrap().check());
        if found != *expected {
            wrong.push(format!("{text}\n  has {found}\n  not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_flaw_has_a_case() {
    let tested: BTreeSet<&str> =
        CASES.iter().flat_map(|(_, expected)| expected.split([' ', ','])).collect();
    let missing: Vec<&str> =
        Flaw::ALL.iter().map(|it| it.as_str()).filter(|it| !tested.contains(it)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn flaws_of_repaired_nodes_are_where_they_were() {
    // The second AB and its values are joined to the first, on another line.
    let text = "(;FF[4]\nAB[aa]\nAB[zz]\nKM[x]\n(;B[aa]\n)C[])";
    let warnings = parse_text(text).unwrap().check();
    assert_eq!(outline(&warnings), "1:2 empty-text, 3:3 off-board, 4:3 bad-real");
}

#[test]
fn flaws_of_edited_nodes_have_the_place_of_the_node() {
    let mut collection = parse_text("(;FF[4]\n;B[aa];W[bb])").unwrap();
    let node = collection.game(0).unwrap().root().first_child().unwrap().id();
    collection.set_property(node, "PL", ["x"]).unwrap();
    let added = collection.add_game();
    collection.set_property(added, "KO", [""]).unwrap();
    assert_eq!(
        outline(&collection.check()),
        "2:1 bad-color, 2:1 setup-with-move, 2:7 ko-without-move",
    );
}

#[test]
fn sentences_name_the_property_and_hints_what_was_meant() {
    let text = "(;FF[4]RE[black by resignation]DT[2001/2/3]\n;TR[cc:aa])";
    let sentences: Vec<String> = parse_text(text)
        .unwrap()
        .check()
        .iter()
        .map(|it| format!("{}: {it}, hint: {}", it.code.severity(), it.hint.as_deref().unwrap()))
        .collect();
    assert_eq!(
        sentences,
        [
            "warning: RE[black by resignation] is not a result, \
             expected one such as B+3.5, W+R, B+T, 0, Void or ?, hint: B+R",
            "warning: DT[2001/2/3] is not a date, \
             expected one such as 1996-05-06,07, hint: 2001-02-03",
            "warning: TR[cc:aa] is a rectangle that does not run \
             from upper left to lower right, hint: aa:cc",
        ],
    );
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
}

#[test]
fn komi_of_servers_has_a_hint() {
    let warnings = parse_text("(;FF[4]KM[650])").unwrap().check();
    assert_eq!(warnings[0].hint.as_deref(), Some("6.5"));
    assert_eq!(
        warnings[0].to_string(),
        "KM[650] is komi as some servers write it, expected points",
    );
    assert_eq!(warnings[0].code.severity(), Severity::Warning);
}

#[test]
fn what_every_reader_understands_is_no_error() {
    let warnings = parse_text("(;FF[4]AP[CGoban 3]KM[750];B[tt])").unwrap().check();
    assert!(warnings.iter().all(|it| it.code.severity() < Severity::Error), "{warnings:?}");
    assert_eq!(warnings.len(), 3);
}

#[test]
fn a_million_nodes_are_checked_in_one_pass() {
    let text = format!("(;FF[4]{})", ";B[aa];W[bb]".repeat(500_000));
    assert!(parse_text(&text).unwrap().check().is_empty());
    let text = format!("(;FF[4]{}{})", "(;B[aa]KO[x]".repeat(100_000), ")".repeat(100_000));
    assert_eq!(parse_text(&text).unwrap().check().len(), 199_999);
    let text = format!("(;FF[4]AB{}AB[x])", "[zzz]".repeat(300_000));
    assert_eq!(parse_text(&text).unwrap().check().len(), 300_001);
}

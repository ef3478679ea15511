//! The canonical form: fixed, stable, and of the same meaning.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_sgf::parse_text;

/// What every root begins with.
const HEAD: &str = "(;FF[4]CA[UTF-8]GM[1]SZ[19]";

#[track_caller]
fn check(text: &str, expected: &str) {
    let canonical = parse_text(text).unwrap().to_canonical();
    assert_eq!(canonical, expected, "{text}");
    assert_eq!(parse_text(&canonical).unwrap().to_canonical(), canonical, "{text}");
}

/// Checks a game whose root is as usual.
#[track_caller]
fn check_body(text: &str, expected: &str) {
    check(&format!("(;FF[4]{text})"), &format!("{HEAD}{expected})\n"));
}

#[test]
fn roots_say_what_they_are() {
    check("", "");
    check("mail\n(;)\ntext (;)", &format!("{HEAD})\n{HEAD})\n"));
    check("(;SiZe[ 9 ]PlayerBlack[x])", "(;FF[4]CA[UTF-8]GM[1]SZ[9]\nPB[x])\n");
    check("(;FF[3]SZ[9:9]CA[GB2312])", "(;FF[4]CA[UTF-8]GM[1]SZ[9])\n");
    check("(;SZ[200])", "(;FF[4]CA[UTF-8]GM[1]SZ[200])\n");
    check("(;GM[6];B[ 8/5 ])", "(;FF[4]CA[UTF-8]GM[6]\n;B[ 8/5 ])\n");
}

#[test]
fn properties_come_in_order() {
    check(
        "(;C[x]XY[ a\\b ]AW[bb]AP[me\\::1:2]AB[ba:aa]KM[ 6.5]PB[a\nb]A1[])",
        "(;FF[4]CA[UTF-8]GM[1]AP[me\\::1\\:2]SZ[19]\n\
         PB[a b]KM[6.5]\n\
         AB[aa][ba]AW[bb]C[x]XY[ a\\b ]A1[])\n",
    );
}

#[test]
fn passes_and_points_have_one_form() {
    check_body(";B[tt];W[];B[ a a ];W[zz]", "\n;B[];W[];B[aa];W[zz]");
    check_body(";TR[bb][x][aa][bb]DD[]VW[aa:ba]", "\n;TR[aa][bb][x]DD[]VW[aa][ba]");
    check_body(";MA[]B[aa]", "\n;B[aa]MA[]");
    check_body(";AR[a a:bb]LB[aa:x:y]", "\n;LB[aa:x\\:y]AR[aa:bb]");
    check_body(";DM[ 2]PL[white]FG[ ];FG[+1:a:b]", "\n;PL[W]DM[2]FG[]\n;FG[1:a\\:b]");
}

#[test]
fn lists_of_points_are_in_rectangles() {
    check_body(";AB[aa:cc][dd][ed]", "\n;AB[aa:cc][dd][ed]");
    check_body(";AB[aa][ba][ca][ab][bb][cb][ac][bc][cc]", "\n;AB[aa:cc]");
    check_body(";AB[aa:cb][bb:dd]", "\n;AB[aa:cb][db:dd][bc:cd]");
    check_body(";TB[aa][ab][ac]TW[sa:ss]DD[aa:ss]", "\n;DD[aa:ss]TB[aa:ac]TW[sa:ss]");
    let text = format!("(;FF[4]{})", ";AB[aa:yy]AW[aa:yy]".repeat(1_000));
    let canonical = parse_text(&text).unwrap().to_canonical();
    assert!(canonical.len() < text.len() + 3_000, "{} bytes", canonical.len());
}

#[test]
fn texts_need_few_backslashes() {
    check_body(";C[\\a\\:\\]\\\\a\tb\\\nc\r\nd]", "\n;C[a:\\]\\\\a bc\nd]");
    check_body(";N[a\nb]", "\n;N[a b]");
    check_body(";C[a]C[b]", "\n;C[a\nb]");
}

#[test]
fn old_names_become_new_ones() {
    check_body(";L[bb][aa]M[cc]MA[aa]", "\n;MA[aa][cc]LB[bb:a][aa:b]");
    check_body("KI[11]", "\nKM[5.5]");
    check_body("KI[-1]", "\nKM[-0.5]");
    check_body("KI[11]KM[6.5]", "\nKM[6.5]KI[11]");
    check_body(";L[x]CH[1]", "\n;L[x]CH[1]");
}

#[test]
fn mixed_nodes_are_split() {
    check_body(";AB[aa]C[x]B[bb]BL[3]", "\n;AB[aa]\n;B[bb]BL[3]C[x]");
    check_body(";W[aa]B[bb]WL[1]BL[2]MN[7]C[x]", "\n;W[aa]MN[7]WL[1]\n;B[bb]BL[2]C[x]");
    check_body("B[aa]PL[W]", "PL[W]\n;B[aa]");
    check_body("B[aa]", "B[aa]");
}

#[test]
fn lines_are_limited() {
    let moves = ";B[aa];W[bb]".repeat(50);
    let canonical =
        parse_text(&format!("(;FF[4]{moves}(;C[x];B[cc])(;B[dd]))")).unwrap().to_canonical();
    assert!(canonical.lines().all(|line| line.chars().count() <= 80), "{canonical}");
    assert!(canonical.ends_with("\n(;C[x]\n;B[cc])\n(;B[dd]))\n"), "{canonical}");
    let points = ('a'..='s').flat_map(|it| [format!("[{it}a]"), format!("[{it}b]")]);
    let canonical =
        parse_text(&format!("(;TB{})", points.collect::<String>())).unwrap().to_canonical();
    assert!(canonical.lines().all(|line| line.chars().count() <= 80), "{canonical}");
}

//! The canonical form: fixed, stable, and of the same meaning.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use fastrand::Rng;
use tengen_sgf::{
    Class, Collection, Definition, Game, Property, Value, ValueKind, WarningCode, parse, parse_text,
};

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

fn files() -> Vec<Vec<u8>> {
    let data: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data"].iter().collect();
    let folders = ["edge-cases", "games", "sgfc"].map(|it| data.join(it));
    let entries = folders.iter().flat_map(|it| fs::read_dir(it).unwrap());
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.retain(|it| it.extension().is_some_and(|it| it == "sgf"));
    // The order of a folder differs from machine to machine.
    paths.sort();
    paths.iter().map(|it| fs::read(it).unwrap()).collect()
}

#[test]
fn files_keep_their_meaning() {
    for bytes in files() {
        check_meaning(&bytes);
    }
}

#[test]
fn damaged_files_keep_their_meaning() {
    let files = files();
    let tokens = ["(", ")", ";", "[", "]", "\\", ":", "B[", "C[a", "KO", "\n", "tt", "AB[aa]", "b"];
    let mut rng = Rng::with_seed(0x5EED_0004);
    for _ in 0..20_000 {
        let mut bytes = files[rng.usize(..files.len())].clone();
        for _ in 0..=rng.u32(..6) {
            let at = rng.usize(..=bytes.len());
            let end = (at + rng.usize(..4)).min(bytes.len());
            let token = tokens[rng.usize(..tokens.len())];
            drop(bytes.splice(at..end, token.bytes()));
        }
        check_meaning(&bytes);
    }
}

/// Checks that nothing gets lost, and that the form is a fixed point.
#[track_caller]
fn check_meaning(bytes: &[u8]) {
    let collection = parse(bytes).unwrap();
    collection.check();
    let canonical = collection.to_canonical();
    let again = parse(canonical.as_bytes()).unwrap();
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(again.to_canonical(), canonical, "{text:?}");
    if !has_old_names(&collection) {
        assert_eq!(meaning(&again), meaning(&collection), "{text:?}");
    }
    let mut codes = again.warnings().iter().map(|it| it.code);
    let is_kept =
        |it| matches!(it, WarningCode::DigitInName | WarningCode::NulByte | WarningCode::NoGame);
    assert!(codes.all(is_kept), "{:?} in {canonical}", again.warnings());
}

fn has_old_names(collection: &Collection) -> bool {
    let mut nodes = collection.games().flat_map(|game| game.nodes());
    nodes.any(|node| ["L", "M", "KI"].iter().any(|name| node.property(name).is_some()))
}

/// The moves, stones, marks and texts of all nodes, with the shape of the
/// tree as far as splitting a node does not change it.
fn meaning(collection: &Collection) -> (Vec<String>, Vec<String>) {
    let (mut out, mut clocks) = (Vec::new(), Vec::new());
    for game in collection.games() {
        out.push(format!("game {}", game.size()));
        for node in game.nodes() {
            let mut items: Vec<(usize, String, String)> = Vec::new();
            for (idx, property) in node.properties().enumerate() {
                let name = property.name().into_owned();
                let values = values(game, property);
                let rank = match &*name {
                    "FF" | "CA" | "GM" | "SZ" => continue,
                    "BL" | "OB" | "WL" | "OW" | "MN" => {
                        clocks.push(format!("{name} {values}"));
                        continue;
                    }
                    "AB" | "AW" | "AE" | "PL" => 0,
                    "B" | "W" => 2 + idx,
                    _ => match Definition::find(&name).map(|it| it.class) {
                        Some(Class::Root | Class::GameInfo) => 1,
                        _ => usize::MAX,
                    },
                };
                items.push((rank, name, values));
            }
            items.sort();
            out.extend(items.into_iter().map(|(_, name, values)| format!("{name} {values}")));
            let n_children = node.children().count();
            if n_children != 1 {
                out.push(format!("{n_children} variations"));
            }
        }
    }
    clocks.sort();
    (out, clocks)
}

fn values(game: Game<'_>, property: Property<'_>) -> String {
    let raw = || property.values().map(Value::raw).collect::<Vec<_>>();
    let name = property.name();
    let Some(definition) = Definition::find(&name) else { return format!("{:?}", raw()) };
    match definition.kind {
        ValueKind::Text => {
            property.values().map(|it| it.text().into_owned()).collect::<Vec<_>>().join("\n")
        }
        ValueKind::Point if is_go(game) && definition.is_current => {
            let points = property.points(game.size());
            let mut points: Vec<String> = points.flatten().map(|it| it.to_string()).collect();
            points.sort();
            points.extend(
                property.values().filter(|it| is_no_point(game, *it)).map(|it| it.raw().to_owned()),
            );
            points.join(" ")
        }
        kind => {
            let values = property.values().map(|it| value(game, kind, it));
            values.collect::<Vec<_>>().join("|")
        }
    }
}

fn is_go(game: Game<'_>) -> bool {
    let number = game.root().value("GM").and_then(|it| it.number().ok());
    number.is_none_or(|it| it == 1)
}

fn value(game: Game<'_>, kind: ValueKind, value: Value<'_>) -> String {
    let raw = value.raw().to_owned();
    let simple = |it: Value<'_>| it.simple_text().into_owned();
    match kind {
        ValueKind::Move if is_go(game) => value.mv(game.size()).map_or(raw, |it| format!("{it:?}")),
        ValueKind::Number => value.number().map_or(raw, |it| it.to_string()),
        ValueKind::Real => value.real().map_or(raw, |it| it.to_string()),
        ValueKind::Double => value.double().map_or(raw, |it| it.to_string()),
        ValueKind::Color => value.color().map_or(raw, |it| it.to_string()),
        ValueKind::None | ValueKind::Figure if raw.trim().is_empty() => String::new(),
        ValueKind::SimpleText => simple(value),
        ValueKind::Figure => match value.compose() {
            Some((first, second)) if first.number().is_ok() => {
                format!("{:?} {}", first.number(), simple(second))
            }
            _ => raw,
        },
        ValueKind::PointAndText if is_go(game) => match value.compose() {
            Some((first, second)) if first.point().is_ok() => {
                format!("{:?} {}", first.point(), simple(second))
            }
            _ => raw,
        },
        ValueKind::PointPair if is_go(game) => match value.compose() {
            Some((first, second)) if first.point().is_ok() && second.point().is_ok() => {
                format!("{:?} {:?}", first.point(), second.point())
            }
            _ => raw,
        },
        ValueKind::TextPair => match value.compose() {
            Some((first, second)) => format!("{:?} {:?}", simple(first), simple(second)),
            None => simple(value),
        },
        _ => raw,
    }
}

fn is_no_point(game: Game<'_>, value: Value<'_>) -> bool {
    let is_off = |it: Value<'_>| !it.point().is_ok_and(|it| game.size().contains(it));
    let is_empty = value.raw().trim().is_empty();
    !is_empty
        && match value.compose() {
            Some((first, second)) => is_off(first) || is_off(second),
            None => is_off(value),
        }
}

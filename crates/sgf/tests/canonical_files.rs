//! The canonical form of files, sound and damaged, has their meaning.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use fastrand::Rng;
use tengen_sgf::{
    Class, Collection, Definition, Game, Property, Value, ValueKind, WarningCode, parse,
};

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

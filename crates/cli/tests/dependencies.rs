//! The table of crates in ARCHITECTURE.md is true: every crate has a row, and
//! uses only what its row allows.

use std::fs;
use std::path::PathBuf;

/// A row of the table.
#[derive(Debug)]
struct Row {
    level: u8,
    name: String,
    uses: Vec<String>,
    from_outside: Vec<String>,
}

#[test]
fn crates_use_what_their_row_allows() {
    let rows = table();
    for name in crates() {
        let row = rows.iter().find(|row| row.name == name);
        let row = row.unwrap_or_else(|| panic!("{name} has no row in ARCHITECTURE.md"));
        for dependency in dependencies(&name) {
            let allowed = match dependency.strip_prefix("tengen-") {
                Some(ours) => row.uses.iter().any(|it| it == ours),
                None => row.from_outside.contains(&dependency),
            };
            assert!(allowed, "{name} uses {dependency}, which its row does not allow");
        }
    }
}

#[test]
fn rows_allow_lower_levels_only() {
    let rows = table();
    for row in &rows {
        for used in &row.uses {
            let lower = rows.iter().find(|it| it.name == *used);
            let lower = lower.unwrap_or_else(|| panic!("{used} has no row"));
            assert!(lower.level < row.level, "{} may not use {used}", row.name);
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows that start with a level and have a crate in the second column.
fn table() -> Vec<Row> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the file is there");
    let rows: Vec<Row> = text.lines().filter_map(parse_row).collect();
    assert!(rows.len() > 3, "the table of crates is not found");
    rows
}

fn parse_row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let names = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(String::from).collect()
    };
    Some(Row {
        level: cells.first()?.parse().ok()?,
        name: names(cells.get(1)?).pop()?,
        uses: names(cells.get(2)?),
        from_outside: names(cells.get(3)?),
    })
}

fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("the crates are there");
    entries
        .map(|entry| entry.expect("the folder can be read").file_name())
        .map(|name| name.into_string().expect("names are text"))
        .collect()
}

/// The names in the `[dependencies]` of a crate; those of tests are free.
fn dependencies(name: &str) -> Vec<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let manifest = fs::read_to_string(path).expect("each crate has a manifest");
    let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
    // Some are needed on some systems only.
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let by_target = targets.into_iter().flat_map(toml::Table::values);
    let tables = by_target.filter_map(toml::Value::as_table).chain([&manifest]);
    let sections = tables.flat_map(|table| {
        ["dependencies", "build-dependencies"].map(|section| table.get(section)?.as_table())
    });
    sections.flatten().flat_map(|section| section.keys().cloned()).collect()
}

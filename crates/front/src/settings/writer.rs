//! From settings to the file.

use std::collections::BTreeMap;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use super::{
    Characters, ColorDepth, EngineEntry, GameDefaults, Settings, Side, TerminalSettings,
    WindowSettings,
};

/// Writes what differs from what the document says.
pub(super) fn write(settings: &Settings, document: &mut DocumentMut) {
    let before = super::reader::read(document).settings;
    let root = document.as_table_mut();
    write_terminal(&settings.terminal, &before.terminal, root);
    if settings.game != before.game
        && let Some(table) = table(root, "game")
    {
        write_game(&settings.game, &before.game, table);
    }
    if settings.keys != before.keys
        && let Some(table) = table(root, "keys")
    {
        write_map(&settings.keys, &before.keys, table, |it| list(it));
    }
    if settings.window != before.window
        && let Some(table) = table(root, "window")
    {
        write_window(&settings.window, &before.window, table);
    }
    if settings.analyst != before.analyst {
        put(root, "analyst", settings.analyst.as_str().into());
    }
    if settings.keeps_games != before.keeps_games {
        put(root, "library", settings.keeps_games.into());
    }
    if settings.announces_atari != before.announces_atari {
        put(root, "announce_atari", settings.announces_atari.into());
    }
    if settings.engines != before.engines {
        let tables: ArrayOfTables = settings.engines.iter().map(engine).collect();
        root.insert("engines", Item::ArrayOfTables(tables));
    }
}

fn write_terminal(terminal: &TerminalSettings, before: &TerminalSettings, root: &mut Table) {
    if terminal.theme != before.theme {
        put(root, "theme", terminal.theme.as_str().into());
    }
    if terminal.color_depth != before.color_depth {
        put(root, "color_depth", name(&ColorDepth::NAMES, &terminal.color_depth));
    }
    if terminal.characters != before.characters {
        put(root, "characters", name(&Characters::NAMES, &terminal.characters));
    }
    if terminal.has_coordinates != before.has_coordinates {
        put(root, "coordinates", terminal.has_coordinates.into());
    }
    if terminal.has_bell != before.has_bell {
        put(root, "bell", terminal.has_bell.into());
    }
}

fn write_window(window: &WindowSettings, before: &WindowSettings, table: &mut dyn TableLike) {
    if window.theme != before.theme {
        put(table, "theme", window.theme.as_str().into());
    }
    if window.scale != before.scale {
        put(table, "scale", i64::from(window.scale).into());
    }
    let switches = [
        ("sounds", window.has_sounds, before.has_sounds),
        ("animation", window.has_animation, before.has_animation),
        ("fuzz", window.has_fuzz, before.has_fuzz),
        ("coordinates", window.has_coordinates, before.has_coordinates),
        ("color_blind", window.is_color_blind, before.is_color_blind),
    ];
    for (name, is_on, _) in switches.into_iter().filter(|(_, is_on, was_on)| is_on != was_on) {
        put(table, name, is_on.into());
    }
    if window.colors != before.colors
        && let Some(table) = inner_table(table, "colors")
    {
        write_map(&window.colors, &before.colors, table, |it| it.to_string().into());
    }
    if window.keys != before.keys
        && let Some(table) = inner_table(table, "keys")
    {
        write_map(&window.keys, &before.keys, table, |it| list(it));
    }
}

/// Writes what differs of values with names.
fn write_map<T: PartialEq>(
    map: &BTreeMap<String, T>,
    before: &BTreeMap<String, T>,
    table: &mut dyn TableLike,
    value: impl Fn(&T) -> Value,
) {
    for name in before.keys().filter(|it| !map.contains_key(*it)) {
        table.remove(name);
    }
    for (name, it) in map {
        if before.get(name) != Some(it) {
            put(table, name, value(it));
        }
    }
}

fn list(keys: &[String]) -> Value {
    keys.iter().collect::<Array>().into()
}

fn engine(entry: &EngineEntry) -> Table {
    let mut table = Table::new();
    put(&mut table, "name", entry.name.as_str().into());
    put(&mut table, "command", entry.command.as_str().into());
    table
}

fn inner_table<'a>(table: &'a mut dyn TableLike, name: &str) -> Option<&'a mut dyn TableLike> {
    table.entry(name).or_insert_with(toml_edit::table).as_table_like_mut()
}

fn write_game(game: &GameDefaults, before: &GameDefaults, table: &mut dyn TableLike) {
    if game.size != before.size {
        let size = game.size;
        let number = (size.width() == size.height()).then(|| i64::from(size.width()));
        put(table, "size", number.map_or_else(|| size.to_string().into(), Value::from));
    }
    if game.level != before.level {
        put(table, "level", game.level.name().into());
    }
    if game.engine != before.engine {
        put(table, "engine", game.engine.as_str().into());
    }
    if game.program != before.program {
        put(table, "program", game.program.as_str().into());
    }
    if game.color != before.color {
        put(table, "color", name(&Side::NAMES, &game.color));
    }
    if game.rules != before.rules
        && let Some(rules) = game.rules.name()
    {
        put(table, "rules", rules.into());
    }
    if game.komi != before.komi {
        let komi = game.komi.map(|it| f64::from(it.half_points()) / 2.0);
        put(table, "komi", komi.map_or_else(|| "auto".into(), Value::from));
    }
    if game.handicap != before.handicap {
        put(table, "handicap", i64::from(game.handicap).into());
    }
    if game.is_teaching != before.is_teaching {
        put(table, "teaching", game.is_teaching.into());
    }
    if game.clock != before.clock {
        put(table, "clock", game.clock.to_string().into());
    }
    if game.name != before.name {
        put(table, "name", game.name.as_str().into());
    }
}

/// The name of a choice.
fn name<T: PartialEq>(names: &[(&str, T)], value: &T) -> Value {
    let found = names.iter().find(|(_, it)| it == value);
    found.map_or("", |(name, _)| name).into()
}

/// The table of a name, made if it is missing; `None` if it is something else.
fn table<'a>(root: &'a mut Table, name: &str) -> Option<&'a mut dyn TableLike> {
    root.entry(name).or_insert_with(toml_edit::table).as_table_like_mut()
}

/// Sets a value, and keeps the comments around the one before.
fn put(table: &mut dyn TableLike, name: &str, mut value: Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(place) => {
            *value.decor_mut() = place.decor().clone();
            *place = value;
        }
        None => drop(table.insert(name, Item::Value(value))),
    }
}

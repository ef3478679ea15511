//! From what a user has chosen to a file.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use super::{Characters, ColorDepth, Config, GameDefaults, Side};

/// Writes what differs from what the document says.
pub(super) fn write(config: &Config, document: &mut DocumentMut) {
    let (before, _) = super::reader::read(document);
    let root = document.as_table_mut();
    if config.theme != before.theme {
        put(root, "theme", config.theme.as_str().into());
    }
    if config.color_depth != before.color_depth {
        put(root, "color_depth", name(&ColorDepth::NAMES, &config.color_depth));
    }
    if config.characters != before.characters {
        put(root, "characters", name(&Characters::NAMES, &config.characters));
    }
    if config.game != before.game
        && let Some(table) = table(root, "game")
    {
        write_game(&config.game, &before.game, table);
    }
    if config.keys != before.keys
        && let Some(table) = table(root, "keys")
    {
        for name in before.keys.keys().filter(|it| !config.keys.contains_key(*it)) {
            table.remove(name);
        }
        for (name, keys) in &config.keys {
            if before.keys.get(name) != Some(keys) {
                put(table, name, keys.iter().collect::<Array>().into());
            }
        }
    }
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

/// The table of a name, made if it is not there; `None` if that is taken by
/// something else.
fn table<'a>(root: &'a mut Table, name: &str) -> Option<&'a mut dyn TableLike> {
    root.entry(name).or_insert_with(toml_edit::table).as_table_like_mut()
}

/// Sets a value, and keeps the comments around the one before.
pub(crate) fn put(table: &mut dyn TableLike, name: &str, mut value: Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(place) => {
            *value.decor_mut() = place.decor().clone();
            *place = value;
        }
        None => drop(table.insert(name, Item::Value(value))),
    }
}

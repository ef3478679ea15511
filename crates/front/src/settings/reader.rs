//! From the file to settings.

use std::collections::BTreeMap;
use std::str::FromStr;

use tengen_engine::Level;
use toml_edit::{DocumentMut, Item, Table, TableLike};

use super::{
    Characters, ColorDepth, EngineEntry, GameDefaults, LoadedSettings, Rgb, SettingProblem,
    Settings, Side, WindowSettings,
};

/// Reads what has a meaning, and notes what has none.
pub(super) fn read(document: &DocumentMut) -> LoadedSettings {
    let mut reader = Reader::default();
    let settings = reader.settings(document.as_table());
    LoadedSettings { settings, problems: reader.problems }
}

/// A setting with its full name.
#[derive(Copy, Clone)]
struct Entry<'a> {
    name: &'a str,
    item: &'a Item,
}

#[derive(Default)]
struct Reader {
    problems: Vec<SettingProblem>,
}

impl Reader {
    fn settings(&mut self, table: &Table) -> Settings {
        let mut settings = Settings::default();
        for (name, item) in table {
            let entry = Entry { name, item };
            let terminal = &mut settings.terminal;
            match name {
                "theme" => self.set(&mut terminal.theme, entry, "a name", parsed),
                "color_depth" => {
                    self.choose(&mut terminal.color_depth, entry, &ColorDepth::NAMES);
                }
                "characters" => self.choose(&mut terminal.characters, entry, &Characters::NAMES),
                "coordinates" => self.switch(&mut terminal.has_coordinates, entry),
                "bell" => self.switch(&mut terminal.has_bell, entry),
                "announce_atari" => self.switch(&mut settings.announces_atari, entry),
                "library" => self.switch(&mut settings.keeps_games, entry),
                "keys" => match item.as_table_like() {
                    Some(keys) => settings.keys = self.keys(name, keys),
                    None => self.bad(entry, "a table"),
                },
                "game" => match item.as_table_like() {
                    Some(game) => self.game(&mut settings.game, game),
                    None => self.bad(entry, "a table"),
                },
                "window" => match item.as_table_like() {
                    Some(window) => self.window(&mut settings.window, window),
                    None => self.bad(entry, "a table"),
                },
                "engines" => match entries(item) {
                    Some(engines) => settings.engines = self.engines(&engines),
                    None => self.bad(entry, "tables with a name and a command"),
                },
                "analyst" => {
                    self.set(&mut settings.analyst, entry, "the name of an engine", parsed);
                }
                _ => self.unknown(name),
            }
        }
        self.check_analyst(&mut settings);
        settings
    }

    /// The analyst must be one of the engines, wherever the file lists them.
    fn check_analyst(&mut self, settings: &mut Settings) {
        let names: Vec<&str> = settings.engines.iter().map(|it| it.name.as_str()).collect();
        if settings.analyst.is_empty() || names.contains(&settings.analyst.as_str()) {
            return;
        }
        let expected = match names[..] {
            [] => "the name of an engine, which [[engines]] lists".to_owned(),
            _ => format!("one of {}", names.join(", ")),
        };
        self.problems.push(SettingProblem::BadValue {
            name: "analyst".to_owned(),
            value: format!("{:?}", settings.analyst),
            expected,
        });
        settings.analyst = String::new();
    }

    fn window(&mut self, window: &mut WindowSettings, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            let name = &format!("window.{key}");
            let entry = Entry { name, item };
            match key {
                "theme" => self.set(&mut window.theme, entry, "a name", parsed),
                "scale" => {
                    let expected = "a percentage from 50 to 300";
                    let is_scale = |it: &u16| WindowSettings::SCALES.contains(it);
                    self.set(&mut window.scale, entry, expected, |it| {
                        it.parse().ok().filter(is_scale)
                    });
                }
                "color_blind" => self.switch(&mut window.is_color_blind, entry),
                "sounds" => self.switch(&mut window.has_sounds, entry),
                "animation" => self.switch(&mut window.has_animation, entry),
                "fuzz" => self.switch(&mut window.has_fuzz, entry),
                "coordinates" => self.switch(&mut window.has_coordinates, entry),
                "colors" => match item.as_table_like() {
                    Some(colors) => window.colors = self.colors(name, colors),
                    None => self.bad(entry, "a table"),
                },
                "keys" => match item.as_table_like() {
                    Some(keys) => window.keys = self.keys(name, keys),
                    None => self.bad(entry, "a table"),
                },
                _ => self.unknown(name),
            }
        }
    }

    fn colors(&mut self, table: &str, colors: &dyn TableLike) -> BTreeMap<String, Rgb> {
        let mut known = BTreeMap::new();
        for (name, item) in colors.iter() {
            if let Some(color) = item.as_str().and_then(Rgb::parse) {
                known.insert(name.to_owned(), color);
            } else {
                let name = &format!("{table}.{name}");
                self.bad(Entry { name, item }, "a color such as \"#d7a860\"");
            }
        }
        known
    }

    /// Programs that have a name and a command.
    fn engines(&mut self, entries: &[&dyn TableLike]) -> Vec<EngineEntry> {
        let mut engines = Vec::new();
        for (idx, entry) in entries.iter().enumerate() {
            let name = format!("engines[{idx}]");
            let mut values = [None, None];
            for (key, item) in entry.iter() {
                match (["name", "command"].iter().position(|it| *it == key), item.as_str()) {
                    (Some(place), Some(text)) => values[place] = Some(text.to_owned()),
                    (Some(_), None) => {
                        self.bad(Entry { name: &format!("{name}.{key}"), item }, "a text");
                    }
                    (None, _) => self.unknown(&format!("{name}.{key}")),
                }
            }
            match values {
                [Some(name), Some(command)] => engines.push(EngineEntry { name, command }),
                _ => self.problems.push(SettingProblem::BadEngine(name)),
            }
        }
        engines
    }

    fn switch(&mut self, place: &mut bool, entry: Entry<'_>) {
        match entry.item.as_bool() {
            Some(is_on) => *place = is_on,
            None => self.bad(entry, "true or false"),
        }
    }

    fn game(&mut self, game: &mut GameDefaults, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            let name = &format!("game.{key}");
            let entry = Entry { name, item };
            match key {
                "size" => self.set(&mut game.size, entry, "a size such as 9 or 13x9", parsed),
                "level" => {
                    let expected = "a level such as 20k, 6k, 1d or full";
                    self.set(&mut game.level, entry, expected, Level::by_name);
                }
                "engine" => self.set(&mut game.engine, entry, "the name of an engine", parsed),
                "program" => self.set(&mut game.program, entry, "a command line", parsed),
                "color" => self.choose(&mut game.color, entry, &Side::NAMES),
                "rules" => {
                    self.set(&mut game.rules, entry, "rules such as chinese or japanese", parsed);
                }
                "komi" => {
                    let read = |text: &str| match text {
                        "auto" => Some(None),
                        _ => text.parse().ok().map(Some),
                    };
                    self.set(&mut game.komi, entry, "auto or a number such as 6.5", read);
                }
                "handicap" => {
                    let is_possible = |n: &u8| *n == 0 || (2..=9).contains(n);
                    let read = |text: &str| text.parse().ok().filter(is_possible);
                    self.set(&mut game.handicap, entry, "0 or 2 to 9", read);
                }
                "teaching" => self.switch(&mut game.is_teaching, entry),
                "clock" => {
                    self.set(&mut game.clock, entry, "none or a clock such as 10m+3x30s", parsed);
                }
                "name" => self.set(&mut game.name, entry, "a name", parsed),
                _ => self.unknown(name),
            }
        }
    }

    /// Keys by the name of what they do, one or several.
    fn keys(&mut self, of: &str, table: &dyn TableLike) -> BTreeMap<String, Vec<String>> {
        let mut keys = BTreeMap::new();
        for (name, item) in table.iter() {
            let one = item.as_str().map(|it| vec![it.to_owned()]);
            let several = || {
                let array = item.as_array()?;
                array.iter().map(|it| it.as_str().map(String::from)).collect()
            };
            match one.or_else(several) {
                Some(list) => drop(keys.insert(name.to_owned(), list)),
                None => self.bad(Entry { name: &format!("{of}.{name}"), item }, "a list of keys"),
            }
        }
        keys
    }

    fn choose<T: Copy>(&mut self, place: &mut T, entry: Entry<'_>, names: &[(&str, T)]) {
        let list: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        self.set(place, entry, &format!("one of {}", list.join(", ")), |text| {
            names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value)
        });
    }

    fn set<T>(
        &mut self,
        place: &mut T,
        entry: Entry<'_>,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) {
        match text(entry.item).and_then(|text| read(&text)) {
            Some(value) => *place = value,
            None => self.bad(entry, expected),
        }
    }

    fn unknown(&mut self, name: &str) {
        self.problems.push(SettingProblem::UnknownName(name.to_owned()));
    }

    fn bad(&mut self, entry: Entry<'_>, expected: &str) {
        self.problems.push(SettingProblem::BadValue {
            name: entry.name.to_owned(),
            value: entry.item.to_string().trim().to_owned(),
            expected: expected.to_owned(),
        });
    }
}

/// The tables of a list, however it is written.
fn entries(item: &Item) -> Option<Vec<&dyn TableLike>> {
    if let Some(tables) = item.as_array_of_tables() {
        return Some(tables.iter().map(|it| it as &dyn TableLike).collect());
    }
    let values = item.as_array()?.iter();
    values.map(|it| it.as_inline_table().map(|it| it as &dyn TableLike)).collect()
}

/// A value as text, so that numbers need no quotes and may have them.
fn text(item: &Item) -> Option<String> {
    let value = item.as_value()?;
    let number = || value.as_float().map(|it| it.to_string());
    let text = value.as_str().map(String::from);
    text.or_else(|| value.as_integer().map(|it| it.to_string())).or_else(number)
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

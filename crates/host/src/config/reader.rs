//! From a file to what a user has chosen.

use std::collections::BTreeMap;
use std::str::FromStr;

use tengen_engine::Level;
use toml_edit::{DocumentMut, Item, Table, TableLike};

use super::{Characters, ColorDepth, Config, ConfigProblem, GameDefaults, Side};

/// Reads what has a meaning, and says what has none.
pub(super) fn read(document: &DocumentMut) -> (Config, Vec<ConfigProblem>) {
    let mut reader = Reader::default();
    let config = reader.config(document.as_table());
    (config, reader.problems)
}

#[derive(Default)]
struct Reader {
    problems: Vec<ConfigProblem>,
}

impl Reader {
    fn config(&mut self, table: &Table) -> Config {
        let mut config = Config::default();
        for (name, item) in table {
            match name {
                "theme" => self.set(&mut config.theme, (name, item), "a name", parsed),
                "color_depth" => {
                    self.choose(&mut config.color_depth, (name, item), &ColorDepth::NAMES);
                }
                "characters" => {
                    self.choose(&mut config.characters, (name, item), &Characters::NAMES);
                }
                "keys" => match item.as_table_like() {
                    Some(keys) => config.keys = self.keys(keys),
                    None => self.bad(name, item, "a table"),
                },
                "game" => match item.as_table_like() {
                    Some(game) => self.game(&mut config.game, game),
                    None => self.bad(name, item, "a table"),
                },
                _ => self.unknown(name),
            }
        }
        config
    }

    fn game(&mut self, game: &mut GameDefaults, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            let name = &format!("game.{key}");
            let entry = (name.as_str(), item);
            match key {
                "size" => self.set(&mut game.size, entry, "a size such as 9 or 13x9", parsed),
                "level" => {
                    let names: Vec<&str> = Level::all().map(Level::name).collect();
                    let expected = format!("one of {}", names.join(", "));
                    self.set(&mut game.level, entry, &expected, parsed);
                }
                "color" => self.choose(&mut game.color, entry, &Side::NAMES),
                "rules" => {
                    self.set(&mut game.rules, entry, "the name of rules such as chinese", parsed);
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
                "clock" => {
                    self.set(&mut game.clock, entry, "none or a clock such as 10m+3x30s", parsed);
                }
                "name" => self.set(&mut game.name, entry, "a name", parsed),
                _ => self.unknown(name),
            }
        }
    }

    /// Keys by the name of what they do, one or several.
    fn keys(&mut self, table: &dyn TableLike) -> BTreeMap<String, Vec<String>> {
        let mut keys = BTreeMap::new();
        for (name, item) in table.iter() {
            let one = item.as_str().map(|it| vec![it.to_owned()]);
            let several = || {
                let array = item.as_array()?;
                array.iter().map(|it| it.as_str().map(String::from)).collect()
            };
            match one.or_else(several) {
                Some(list) => drop(keys.insert(name.to_owned(), list)),
                None => self.bad(&format!("keys.{name}"), item, "a list of keys"),
            }
        }
        keys
    }

    fn choose<T: Copy>(&mut self, place: &mut T, entry: (&str, &Item), names: &[(&str, T)]) {
        let list: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        self.set(place, entry, &format!("one of {}", list.join(", ")), |text| {
            names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value)
        });
    }

    fn set<T>(
        &mut self,
        place: &mut T,
        (name, item): (&str, &Item),
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) {
        match text(item).and_then(|text| read(&text)) {
            Some(value) => *place = value,
            None => self.bad(name, item, expected),
        }
    }

    fn unknown(&mut self, name: &str) {
        self.problems.push(ConfigProblem::UnknownName(name.to_owned()));
    }

    fn bad(&mut self, name: &str, item: &Item, expected: &str) {
        self.problems.push(ConfigProblem::BadValue {
            name: name.to_owned(),
            value: item.to_string().trim().to_owned(),
            expected: expected.to_owned(),
        });
    }
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

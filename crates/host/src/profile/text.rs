//! A profile as TOML.

use std::error::Error;
use std::fmt;

use tengen_engine::Level;
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use super::Profile;

/// A new file.
const NEW: &str = "# What has become of you in `tengen career`.\n\nprestige = 0\n";

impl Profile {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Returns [`BadProfile`] if it is not one that was written by
    /// [`Profile::write_into`].
    pub fn parse(text: &str) -> Result<Profile, BadProfile> {
        let document: DocumentMut = text.parse().map_err(|_| BadProfile::Syntax)?;
        let root = document.as_table();
        let empty = Table::new();
        let table = |name: &'static str| match root.get(name) {
            None => Ok(&empty as &dyn TableLike),
            Some(item) => item.as_table_like().ok_or(BadProfile::Value(name)),
        };
        let (games, won) = (table("games")?, table("wins")?);
        // Without this one, it is the file of another program.
        if !root.contains_key("prestige") {
            return Err(BadProfile::Value("prestige"));
        }
        let mut wins = [0; super::N_DIFFICULTIES];
        for (place, level) in wins.iter_mut().zip(Level::CHALLENGE) {
            *place = number(won, level.name())?;
        }
        Ok(Profile {
            prestige: number(root, "prestige")?,
            ticks: number(root, "ticks")?,
            offers: offers(root)?,
            wins,
            losses: number(games, "lost")?,
            forfeits: number(games, "forfeited")?,
            draws: number(games, "drawn")?,
            captured: number(games, "captured")?,
            streak: number(games, "streak")?,
            best_streak: number(games, "best_streak")?,
        })
    }

    /// Writes it into the text of a file, and leaves the rest of that as it
    /// is.
    pub fn write_into(&self, text: &str) -> String {
        let text = if text.is_empty() { NEW } else { text };
        let mut document: DocumentMut = text.parse().unwrap_or_default();
        let root = document.as_table_mut();
        put_number(root, "prestige", self.prestige.into());
        put_number(root, "ticks", self.ticks);
        let offers: Array = self.offers.iter().map(|it| it.cast_signed()).collect();
        put(root, "offers", offers.into());
        if let Some(games) = table_mut(root, "games") {
            put_number(games, "lost", self.losses.into());
            put_number(games, "forfeited", self.forfeits.into());
            put_number(games, "drawn", self.draws.into());
            put_number(games, "captured", self.captured.into());
            put_number(games, "streak", self.streak.into());
            put_number(games, "best_streak", self.best_streak.into());
        }
        if let Some(wins) = table_mut(root, "wins") {
            for (&n_wins, level) in self.wins.iter().zip(Level::CHALLENGE) {
                put_number(wins, level.name(), n_wins.into());
            }
        }
        document.to_string()
    }
}

/// A number that is not below zero; none is zero.
fn number<T: TryFrom<i64> + Default>(
    table: &(impl TableLike + ?Sized),
    name: &'static str,
) -> Result<T, BadProfile> {
    let Some(item) = table.get(name) else { return Ok(T::default()) };
    let value = item.as_integer().and_then(|it| T::try_from(it).ok());
    value.ok_or(BadProfile::Value(name))
}

fn offers(root: &Table) -> Result<Vec<u64>, BadProfile> {
    let Some(item) = root.get("offers") else { return Ok(Vec::new()) };
    let seeds = item
        .as_array()
        .and_then(|array| array.iter().map(|it| it.as_integer().map(i64::cast_unsigned)).collect());
    seeds.ok_or(BadProfile::Value("offers"))
}

fn put_number(table: &mut dyn TableLike, name: &str, number: u64) {
    put(table, name, i64::try_from(number).unwrap_or(i64::MAX).into());
}

/// Sets a value and keeps the comments and spaces around it.
fn put(table: &mut dyn TableLike, name: &str, mut value: Value) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(place) => {
            *value.decor_mut() = place.decor().clone();
            *place = value;
        }
        None => drop(table.insert(name, Item::Value(value))),
    }
}

fn table_mut<'a>(root: &'a mut Table, name: &str) -> Option<&'a mut dyn TableLike> {
    root.entry(name).or_insert_with(|| Item::Table(Table::new())).as_table_like_mut()
}

/// The reason why a text is not a profile.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadProfile {
    /// It is not TOML.
    Syntax,
    /// Something is missing, or is not what it should be.
    Value(&'static str),
}

impl fmt::Display for BadProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadProfile::Syntax => f.write_str("the profile is not TOML"),
            BadProfile::Value(name) => write!(f, "the profile has no valid {name}"),
        }
    }
}

impl Error for BadProfile {}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> Profile {
        Profile {
            prestige: 12,
            ticks: 81_234,
            offers: vec![3, u64::MAX],
            wins: [4, 3, 2, 1],
            losses: 5,
            forfeits: 1,
            draws: 2,
            captured: 77,
            streak: 2,
            best_streak: 3,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for profile in [Profile::default(), profile()] {
            let text = profile.write_into("");
            assert_eq!(Profile::parse(&text), Ok(profile), "{text}");
        }
        let text = profile().write_into("");
        assert!(text.starts_with("# What has become of you"), "{text}");
        assert!(text.contains("\n[wins]\nnovice = 4\napprentice = 3\n"), "{text}");
    }

    #[test]
    fn comments_and_unknown_names_are_kept() {
        let text = "# mine\nprestige = 3 # so far\nhat = \"red\"\n\n[games]\nlost = 1\n";
        let mut profile = Profile::parse(text).unwrap();
        assert_eq!((profile.prestige, profile.losses), (3, 1));
        profile.prestige = 5;
        let written = profile.write_into(text);
        assert!(written.starts_with("# mine\nprestige = 5 # so far\nhat = \"red\"\n"), "{written}");
    }

    #[test]
    fn damage_is_found() {
        for (text, expected) in [
            ("", BadProfile::Value("prestige")),
            ("prestige = ", BadProfile::Syntax),
            ("prestige = -1", BadProfile::Value("prestige")),
            ("prestige = \"much\"", BadProfile::Value("prestige")),
            ("prestige = 5000000000", BadProfile::Value("prestige")),
            ("prestige = 1\noffers = [true]", BadProfile::Value("offers")),
            ("prestige = 1\ngames = 3", BadProfile::Value("games")),
            ("prestige = 1\n[wins]\nnovice = 1.5", BadProfile::Value("novice")),
        ] {
            assert_eq!(Profile::parse(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn every_cut_is_damage_or_an_older_profile() {
        // A file that was cut off never becomes more than it was.
        let text = profile().write_into("");
        for (idx, _) in text.char_indices() {
            if let Ok(found) = Profile::parse(&text[..idx]) {
                assert!(found.prestige <= 12 && found.games() <= profile().games());
            }
        }
    }
}

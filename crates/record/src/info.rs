//! Game info: players, result, rules and other properties of a whole game.

use std::borrow::Cow;

use tengen_rules::{ByColor, Color, Komi, Ruleset};
use tengen_sgf as sgf;

use crate::Outcome;

/// An item of what is known of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum InfoKey {
    /// The name of a player.
    Player(Color),
    /// The rank of a player.
    Rank(Color),
    /// The team of a player.
    Team(Color),
    /// The tournament.
    Event,
    /// The round of the tournament.
    Round,
    /// When the game was played.
    Date,
    /// Where it was played.
    Place,
    /// How it ended.
    Result,
    /// The rules.
    Rules,
    /// White's compensation.
    Komi,
    /// The number of stones that Black has in advance.
    Handicap,
    /// The seconds that each player has.
    TimeLimit,
    /// What happens when that time is over.
    Overtime,
    /// The name of the game.
    GameName,
    /// A comment on the whole game, of several lines.
    GameComment,
    /// The opening.
    Opening,
    /// The book or site where the record is from.
    Source,
    /// Who entered the game.
    User,
    /// Who commented the game.
    Annotator,
    /// Who owns the comments.
    Copyright,
}

impl InfoKey {
    /// All items.
    pub const ALL: [InfoKey; 23] = [
        InfoKey::Player(Color::Black),
        InfoKey::Player(Color::White),
        InfoKey::Rank(Color::Black),
        InfoKey::Rank(Color::White),
        InfoKey::Team(Color::Black),
        InfoKey::Team(Color::White),
        InfoKey::Event,
        InfoKey::Round,
        InfoKey::Date,
        InfoKey::Place,
        InfoKey::Result,
        InfoKey::Rules,
        InfoKey::Komi,
        InfoKey::Handicap,
        InfoKey::TimeLimit,
        InfoKey::Overtime,
        InfoKey::GameName,
        InfoKey::GameComment,
        InfoKey::Opening,
        InfoKey::Source,
        InfoKey::User,
        InfoKey::Annotator,
        InfoKey::Copyright,
    ];

    /// The name of the property.
    pub const fn name(self) -> &'static str {
        match self {
            InfoKey::Player(Color::Black) => "PB",
            InfoKey::Player(Color::White) => "PW",
            InfoKey::Rank(Color::Black) => "BR",
            InfoKey::Rank(Color::White) => "WR",
            InfoKey::Team(Color::Black) => "BT",
            InfoKey::Team(Color::White) => "WT",
            InfoKey::Event => "EV",
            InfoKey::Round => "RO",
            InfoKey::Date => "DT",
            InfoKey::Place => "PC",
            InfoKey::Result => "RE",
            InfoKey::Rules => "RU",
            InfoKey::Komi => "KM",
            InfoKey::Handicap => "HA",
            InfoKey::TimeLimit => "TM",
            InfoKey::Overtime => "OT",
            InfoKey::GameName => "GN",
            InfoKey::GameComment => "GC",
            InfoKey::Opening => "ON",
            InfoKey::Source => "SO",
            InfoKey::User => "US",
            InfoKey::Annotator => "AN",
            InfoKey::Copyright => "CP",
        }
    }
}

impl InfoKey {
    /// The name in lists and JSON, such as `black_rank`.
    pub const fn as_str(self) -> &'static str {
        match self {
            InfoKey::Player(Color::Black) => "black",
            InfoKey::Player(Color::White) => "white",
            InfoKey::Rank(Color::Black) => "black_rank",
            InfoKey::Rank(Color::White) => "white_rank",
            InfoKey::Team(Color::Black) => "black_team",
            InfoKey::Team(Color::White) => "white_team",
            InfoKey::Event => "event",
            InfoKey::Round => "round",
            InfoKey::Date => "date",
            InfoKey::Place => "place",
            InfoKey::Result => "result",
            InfoKey::Rules => "rules",
            InfoKey::Komi => "komi",
            InfoKey::Handicap => "handicap",
            InfoKey::TimeLimit => "time_limit",
            InfoKey::Overtime => "overtime",
            InfoKey::GameName => "name",
            InfoKey::GameComment => "comment",
            InfoKey::Opening => "opening",
            InfoKey::Source => "source",
            InfoKey::User => "user",
            InfoKey::Annotator => "annotator",
            InfoKey::Copyright => "copyright",
        }
    }
}

/// Whether a node says anything about the game as a whole.
pub(crate) fn has_info(node: &sgf::Node<'_>) -> bool {
    node.properties().any(|property| InfoKey::ALL.iter().any(|key| property.is(key.name())))
}

/// What is known of a game.
///
/// Every item can be had as the text that the file has; those with a meaning
/// for a program also as what they mean, or `None` if that is not clear.
#[derive(Copy, Clone, Debug)]
pub struct Info<'a> {
    node: sgf::Node<'a>,
}

impl<'a> Info<'a> {
    pub(crate) const fn new(node: sgf::Node<'a>) -> Info<'a> {
        Info { node }
    }

    /// An item as text.
    pub fn text(&self, key: InfoKey) -> Option<Cow<'a, str>> {
        let value = self.node.value(key.name())?;
        Some(if key == InfoKey::GameComment { value.text() } else { value.simple_text() })
    }

    /// The names of the players.
    pub fn players(&self) -> ByColor<Option<Cow<'a, str>>> {
        ByColor {
            black: self.text(InfoKey::Player(Color::Black)),
            white: self.text(InfoKey::Player(Color::White)),
        }
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.text(InfoKey::Result)?.parse().ok()
    }

    /// The rules, if they have a name that is known.
    pub fn ruleset(&self) -> Option<Ruleset> {
        self.text(InfoKey::Rules)?.trim().parse().ok()
    }

    /// White's compensation, if it is a multiple of one half.
    ///
    /// Some servers write 650 or 325 for 6.5 points and 375 for 7.5, see
    /// [`sgf::Value::server_komi`]; the text stays as it is.
    pub fn komi(&self) -> Option<Komi> {
        let value = self.node.value(InfoKey::Komi.name())?;
        match value.server_komi() {
            Some(points) => Some(Komi::from_half_points((2.0 * points) as i16)),
            None => value.simple_text().trim().parse().ok(),
        }
    }

    /// The number of stones that Black has in advance.
    pub fn handicap(&self) -> Option<u8> {
        let number = self.node.value(InfoKey::Handicap.name())?.number().ok()?;
        number.try_into().ok()
    }

    /// The seconds that each player has before overtime.
    pub fn time_limit(&self) -> Option<f64> {
        self.node.value(InfoKey::TimeLimit.name())?.real().ok()
    }

    /// The name and the version of the program that wrote the file.
    pub fn application(&self) -> Option<(String, String)> {
        let value = self.node.value("AP")?;
        let text = |part: sgf::Value<'_>| part.simple_text().into_owned();
        Some(match value.compose() {
            Some((name, version)) => (text(name), text(version)),
            None => (text(value), String::new()),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Record;

    #[test]
    fn komi_is_in_points() {
        for (text, komi) in [
            ("6.5", Some("6.5")),
            ("650", Some("6.5")),
            ("750", Some("7.5")),
            ("325", Some("6.5")),
            ("375", Some("7.5")),
            ("3.75", Some("7.5")),
            ("-650", Some("-6.5")),
            ("0", Some("0")),
            ("6.25", None),
            ("x", None),
        ] {
            let sgf = format!("(;SZ[9]KM[{text}])");
            let record = Record::from_sgf(&sgf).unwrap();
            let found = record.info().komi().map(|it| it.to_string());
            assert_eq!(found.as_deref(), komi, "{text}");
            assert_eq!(record.to_sgf(), sgf);
        }
    }
}

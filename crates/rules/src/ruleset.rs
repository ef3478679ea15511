//! Rules as data: what a ruleset decides, the common ones and their names.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Komi;

/// The rules of one game.
///
/// Every combination is playable; the constants name the common ones.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruleset {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether a move may take the last liberty of its own stones.
    pub suicide: Suicide,
    /// What ends a game that repeats itself where the ko rule allows it.
    pub long_cycle: LongCycle,
    /// What counts as a point.
    pub scoring: Scoring,
    /// Which eyes are not worth their points.
    pub tax: Tax,
    /// Whether stones are taken off as dead before counting.
    pub dead_stones: DeadStones,
    /// Whether passing costs a stone.
    pub pass: PassRule,
    /// Whether the first pass is worth half a point.
    pub button: Button,
    /// White's points for the stones that Black has on the board in advance.
    pub handicap_bonus: HandicapBonus,
    /// Where handicap stones go.
    pub handicap_placement: HandicapPlacement,
    /// White's compensation for moving second in an even game.
    pub komi: Komi,
    /// White's compensation where Black has a handicap.
    pub handicap_komi: Komi,
}

/// Which repetitions of a position are forbidden.
///
/// Taking a stone back at once in a ko is forbidden by all of them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum KoRule {
    /// No position may be the one before the opponent's last turn.
    Simple,
    /// No position of the whole game may come up again.
    Positional,
    /// No position may come up again with the same player to move.
    Situational,
    /// As positional, but a pass starts a new history; a game ends when a
    /// player passes a second time in the same position.
    Spight,
}

/// Whether a move may take the last liberty of its own stones.
///
/// The suicide of a single stone would be a hidden pass. It is never legal.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Suicide {
    /// Such a move is illegal.
    Forbidden,
    /// Two and more stones may be given up.
    Allowed,
}

/// What ends a game that repeats itself under a simple ko rule.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum LongCycle {
    /// Nothing but the players.
    Continues,
    /// A third repetition since the last pass ends the game without result,
    /// and so does passing again where the same player has passed before,
    /// which ends it with the result on the board.
    NoResult,
}

/// What counts as a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Scoring {
    /// Living stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Which eyes are not worth their points.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Tax {
    /// All eyes count.
    None,
    /// Eyes in seki count nothing.
    Seki,
    /// Eyes in seki count nothing, and each living group pays two points.
    All,
}

/// Whether stones are taken off as dead before counting.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum DeadStones {
    /// The players agree on stones that could not avoid capture.
    Agreed,
    /// Every stone on the board is alive.
    None,
}

/// Whether passing costs a stone.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PassRule {
    /// A pass costs nothing.
    Free,
    /// Each pass hands over a stone as prisoner, and White passes last: this
    /// makes area and territory scoring agree.
    Stone,
}

/// Whether the first pass is worth half a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Button {
    /// All passes are equal.
    Absent,
    /// The first pass takes the button, worth half a point; it does not count
    /// toward the end of the game.
    Present,
}

/// White's points for the stones that Black has on the board in advance.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum HandicapBonus {
    /// None.
    None,
    /// One for each stone.
    All,
    /// One for each stone but the first, which Black would have had anyway.
    AllButOne,
}

/// Where handicap stones go.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum HandicapPlacement {
    /// On the star points, in the customary order.
    Fixed,
    /// Wherever Black likes.
    Free,
}

const fn komi(half_points: i16) -> Komi {
    Komi::from_half_points(half_points)
}

impl Ruleset {
    /// Chinese rules as played over the board, with a simple ko.
    pub const CHINESE: Ruleset = Ruleset {
        ko: KoRule::Simple,
        suicide: Suicide::Forbidden,
        long_cycle: LongCycle::NoResult,
        scoring: Scoring::Area,
        tax: Tax::None,
        dead_stones: DeadStones::Agreed,
        pass: PassRule::Free,
        button: Button::Absent,
        handicap_bonus: HandicapBonus::All,
        handicap_placement: HandicapPlacement::Free,
        komi: komi(15),
        handicap_komi: komi(1),
    };
    /// Chinese rules as servers do them, with positional superko.
    pub const CHINESE_KGS: Ruleset =
        Ruleset { ko: KoRule::Positional, long_cycle: LongCycle::Continues, ..Ruleset::CHINESE };
    /// Japanese rules of 1989.
    pub const JAPANESE: Ruleset = Ruleset {
        ko: KoRule::Simple,
        suicide: Suicide::Forbidden,
        long_cycle: LongCycle::NoResult,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        dead_stones: DeadStones::Agreed,
        pass: PassRule::Free,
        button: Button::Absent,
        handicap_bonus: HandicapBonus::None,
        handicap_placement: HandicapPlacement::Fixed,
        komi: komi(13),
        handicap_komi: komi(1),
    };
    /// Korean rules, which differ from the Japanese in what a program cannot
    /// see.
    pub const KOREAN: Ruleset = Ruleset::JAPANESE;
    /// Rules of the American Go Association, also used in Britain and France.
    pub const AGA: Ruleset = Ruleset {
        ko: KoRule::Situational,
        suicide: Suicide::Forbidden,
        long_cycle: LongCycle::Continues,
        scoring: Scoring::Area,
        tax: Tax::None,
        dead_stones: DeadStones::Agreed,
        pass: PassRule::Stone,
        button: Button::Absent,
        handicap_bonus: HandicapBonus::AllButOne,
        handicap_placement: HandicapPlacement::Fixed,
        komi: komi(15),
        handicap_komi: komi(1),
    };
    /// American rules with a button and an integer komi.
    pub const AGA_BUTTON: Ruleset =
        Ruleset { button: Button::Present, komi: komi(14), ..Ruleset::AGA };
    /// Rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Ruleset = Ruleset {
        ko: KoRule::Situational,
        suicide: Suicide::Allowed,
        long_cycle: LongCycle::Continues,
        scoring: Scoring::Area,
        tax: Tax::None,
        dead_stones: DeadStones::Agreed,
        pass: PassRule::Free,
        button: Button::Absent,
        handicap_bonus: HandicapBonus::None,
        handicap_placement: HandicapPlacement::Free,
        komi: komi(14),
        handicap_komi: komi(0),
    };
    /// The logical rules of John Tromp and Bill Taylor.
    pub const TROMP_TAYLOR: Ruleset = Ruleset {
        ko: KoRule::Positional,
        suicide: Suicide::Allowed,
        long_cycle: LongCycle::Continues,
        scoring: Scoring::Area,
        tax: Tax::None,
        dead_stones: DeadStones::None,
        pass: PassRule::Free,
        button: Button::Absent,
        handicap_bonus: HandicapBonus::None,
        handicap_placement: HandicapPlacement::Free,
        komi: komi(15),
        handicap_komi: komi(15),
    };
    /// Simplified rules of Ing Chang-ki; Black's win in a tie is in the komi.
    pub const ING: Ruleset = Ruleset {
        dead_stones: DeadStones::Agreed,
        handicap_komi: komi(1),
        ..Ruleset::TROMP_TAYLOR
    };
    /// The ancient way of counting stones, as area with group tax.
    pub const STONE_SCORING: Ruleset = Ruleset {
        tax: Tax::All,
        handicap_bonus: HandicapBonus::None,
        handicap_komi: komi(15),
        ..Ruleset::CHINESE
    };
    /// Territory scoring with group tax.
    pub const ANCIENT_TERRITORY: Ruleset =
        Ruleset { tax: Tax::All, handicap_komi: komi(13), ..Ruleset::JAPANESE };

    /// White's usual compensation with this number of handicap stones.
    pub const fn default_komi(&self, handicap: u8) -> Komi {
        if handicap < 2 { self.komi } else { self.handicap_komi }
    }

    /// White's points for this number of handicap stones.
    pub const fn handicap_points(&self, handicap: u8) -> u8 {
        match self.handicap_bonus {
            _ if handicap < 2 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::All => handicap,
            HandicapBonus::AllButOne => handicap - 1,
        }
    }

    /// The shortest usual name of these rules, if they have one.
    pub fn name(&self) -> Option<&'static str> {
        NAMES.iter().find(|(_, ruleset)| ruleset == self).map(|&(name, _)| name)
    }

    /// All names that can be read, each with its rules.
    ///
    /// The first name of some rules is the one that [`Ruleset::name`] gives.
    pub fn names() -> impl Iterator<Item = (&'static str, Ruleset)> {
        NAMES.iter().copied()
    }
}

/// In lower case, with hyphens between words.
const NAMES: &[(&str, Ruleset)] = &[
    ("chinese", Ruleset::CHINESE),
    ("chinese-kgs", Ruleset::CHINESE_KGS),
    ("chinese-ogs", Ruleset::CHINESE_KGS),
    ("japanese", Ruleset::JAPANESE),
    ("korean", Ruleset::KOREAN),
    ("aga", Ruleset::AGA),
    ("bga", Ruleset::AGA),
    ("french", Ruleset::AGA),
    ("aga-button", Ruleset::AGA_BUTTON),
    ("new-zealand", Ruleset::NEW_ZEALAND),
    ("nz", Ruleset::NEW_ZEALAND),
    ("tromp-taylor", Ruleset::TROMP_TAYLOR),
    ("ing", Ruleset::ING),
    ("goe", Ruleset::ING),
    ("stone-scoring", Ruleset::STONE_SCORING),
    ("ancient-area", Ruleset::STONE_SCORING),
    ("ancient-territory", Ruleset::ANCIENT_TERRITORY),
    ("jp", Ruleset::JAPANESE),
    ("cn", Ruleset::CHINESE),
    ("kr", Ruleset::KOREAN),
    ("tt", Ruleset::TROMP_TAYLOR),
];

/// Reads a name in any case, with spaces, hyphens or underscores between its
/// words, with or without the word `rules` behind it.
impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Ruleset, ParseRulesetError> {
        let mut words: Vec<String> = text
            .split(|it: char| it.is_whitespace() || it == '-' || it == '_')
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        if words.len() > 1 && words.last().is_some_and(|word| word == "rules" || word == "rule") {
            words.pop();
        }
        let name = words.join("-");
        let joined = words.concat();
        NAMES
            .iter()
            .find(|(it, _)| *it == name || it.replace('-', "") == joined)
            .map(|&(_, ruleset)| ruleset)
            .ok_or(ParseRulesetError)
    }
}

/// A text is not the name of rules.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseRulesetError;

impl fmt::Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a known ruleset, expected chinese, chinese-kgs, japanese, korean, aga, bga, \
             new-zealand, tromp-taylor, ing or stone-scoring",
        )
    }
}

impl Error for ParseRulesetError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_spellings() {
        for (text, expected) in [
            ("chinese", Ruleset::CHINESE),
            ("Chinese Rules", Ruleset::CHINESE),
            ("Japanese", Ruleset::JAPANESE),
            ("AGA", Ruleset::AGA),
            ("GOE", Ruleset::ING),
            ("Ing", Ruleset::ING),
            ("NZ", Ruleset::NEW_ZEALAND),
            ("New Zealand", Ruleset::NEW_ZEALAND),
            ("new_zealand", Ruleset::NEW_ZEALAND),
            ("Tromp-Taylor", Ruleset::TROMP_TAYLOR),
            ("tromptaylor", Ruleset::TROMP_TAYLOR),
            ("stone scoring", Ruleset::STONE_SCORING),
            ("chinese-kgs", Ruleset::CHINESE_KGS),
            ("bga", Ruleset::AGA),
            ("korean", Ruleset::KOREAN),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "rules", "martian", "japanese chinese"] {
            assert_eq!(text.parse::<Ruleset>(), Err(ParseRulesetError), "{text}");
        }
    }

    #[test]
    fn every_ruleset_has_a_name_that_is_read_back() {
        for (name, ruleset) in Ruleset::names() {
            assert_eq!(name.parse(), Ok(ruleset));
            assert_eq!(ruleset.name().unwrap().parse(), Ok(ruleset));
        }
    }

    #[test]
    fn komi_and_bonus_by_handicap() {
        for (ruleset, even, handicap, bonus) in [
            (Ruleset::CHINESE, "7.5", "0.5", 4),
            (Ruleset::JAPANESE, "6.5", "0.5", 0),
            (Ruleset::AGA, "7.5", "0.5", 3),
            (Ruleset::NEW_ZEALAND, "7", "0", 0),
            (Ruleset::TROMP_TAYLOR, "7.5", "7.5", 0),
            (Ruleset::ING, "7.5", "0.5", 0),
        ] {
            assert_eq!(ruleset.default_komi(0).to_string(), even);
            assert_eq!(ruleset.default_komi(1).to_string(), even);
            assert_eq!(ruleset.default_komi(4).to_string(), handicap);
            assert_eq!(ruleset.handicap_points(4), bonus);
            assert_eq!(ruleset.handicap_points(1), 0);
        }
    }
}

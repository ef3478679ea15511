//! Names of accounts: who can be told from whom.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile as _;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::MixedScript as _;

/// How many characters a name has.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

/// The most marks above or below one letter.
const MAX_MARKS: usize = 2;

/// Names that would be taken for the server, for nobody, or for a color.
const RESERVED: &[&str] = &[
    "account",
    "accounts",
    "admin",
    "administrator",
    "all",
    "anonymous",
    "anybody",
    "black",
    "bot",
    "computer",
    "deleted",
    "engine",
    "everybody",
    "everyone",
    "guest",
    "help",
    "host",
    "login",
    "me",
    "mod",
    "moderator",
    "moderators",
    "nobody",
    "none",
    "null",
    "official",
    "opponent",
    "owner",
    "player",
    "root",
    "server",
    "signup",
    "spectator",
    "staff",
    "support",
    "system",
    "teacher",
    "tengen",
    "undefined",
    "unknown",
    "webmaster",
    "white",
    "you",
];

/// The name of an account.
///
/// ```
/// use tengen_server::account::AccountName;
///
/// let name: AccountName = "Ana Silva".parse()?;
/// assert_eq!(name.as_str(), "Ana Silva");
/// // Names that look the same are the same.
/// assert_eq!(name.key(), AccountName::key_of("ana_s1lva"));
/// assert!("admin".parse::<AccountName>().is_err());
/// # Ok::<(), tengen_server::account::BadName>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AccountName {
    shown: String,
    key: String,
}

/// Why a text is not the name of an account.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BadName {
    /// It is too short or too long.
    Length,
    /// It has a character that names do not have.
    Character(char),
    /// It has letters of different scripts, which can look the same.
    MixedScripts,
    /// It would be taken for something else.
    Reserved,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Length => {
                write!(f, "not {} to {} characters", LENGTHS.start(), LENGTHS.end())
            }
            BadName::Character(it) => write!(f, "{it:?} is not for names"),
            BadName::MixedScripts => f.write_str("letters of several scripts"),
            BadName::Reserved => f.write_str("a reserved name"),
        }
    }
}

impl std::error::Error for BadName {}

impl AccountName {
    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// What it looks like.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What a name looks like: equal for names that people cannot tell apart,
    /// and for those that differ in capitals, spaces and hyphens only.
    pub fn key_of(name: &str) -> String {
        let composed: String = name.nfkc().collect();
        let looks: String = skeleton(&composed).collect::<String>().to_lowercase();
        let looks: String = skeleton(&looks).collect();
        // A capital i is an l for the eye, and its lower case is not.
        let tell_apart = |it: &char| it.is_alphanumeric() || is_combining_mark(*it);
        looks.chars().filter(tell_apart).map(|it| if it == 'i' { 'l' } else { it }).collect()
    }
}

impl std::str::FromStr for AccountName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<AccountName, BadName> {
        let composed: String = text.nfkc().collect();
        let shown = composed.split_whitespace().collect::<Vec<_>>().join(" ");
        if !LENGTHS.contains(&shown.chars().count()) {
            return Err(BadName::Length);
        }
        if let Some(bad) = strange_character(&shown) {
            return Err(BadName::Character(bad));
        }
        if !shown.as_str().is_single_script() {
            return Err(BadName::MixedScripts);
        }
        let key = AccountName::key_of(&shown);
        if key.is_empty() || is_reserved(&shown, &key) {
            return Err(BadName::Reserved);
        }
        Ok(AccountName { shown, key })
    }
}

fn strange_character(name: &str) -> Option<char> {
    let is_letter = |it: char| it.is_alphanumeric() && it.identifier_allowed();
    let is_joint = |it: char| matches!(it, ' ' | '-' | '_' | '.');
    let mut n_marks = 0;
    for (idx, it) in name.chars().enumerate() {
        let is_mark = is_combining_mark(it) && it.identifier_allowed();
        n_marks = if is_mark { n_marks + 1 } else { 0 };
        let is_fine = is_letter(it) || idx > 0 && (is_joint(it) || is_mark);
        if !is_fine || n_marks > MAX_MARKS {
            return Some(it);
        }
    }
    name.chars().last().filter(|&it| is_joint(it))
}

/// Whether a name is one of ours: a reserved word, a rank such as `5k`, or a
/// level of the engine.
fn is_reserved(name: &str, key: &str) -> bool {
    let is_rank = name
        .strip_suffix(['k', 'd', 'p', 'K', 'D', 'P'])
        .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()));
    is_rank || RESERVED.iter().any(|it| AccountName::key_of(it) == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, BadName>) {
        let name = text.parse::<AccountName>();
        assert_eq!(name.as_ref().map(AccountName::as_str).map_err(|it| *it), expected, "{text}");
    }

    #[test]
    fn names_of_people_are_taken_as_they_are() {
        for name in ["Ana", "Ana Silva", "o-meien", "李昌鎬", "Łukasz", "Ольга", "bob_42", "J.R"]
        {
            check(name, Ok(name));
        }
        check("  Ana \t Silva ", Ok("Ana Silva"));
        // Full-width letters become plain ones.
        check("Ａｎａ", Ok("Ana"));
    }

    #[test]
    fn strange_names_are_refused() {
        check("a", Err(BadName::Length));
        check("", Err(BadName::Length));
        check(&"x".repeat(21), Err(BadName::Length));
        check("<b>", Err(BadName::Character('<')));
        check("Ana\u{202e}", Err(BadName::Character('\u{202e}')));
        check("A\u{200b}na", Err(BadName::Character('\u{200b}')));
        check("-Ana", Err(BadName::Character('-')));
        check("Ana-", Err(BadName::Character('-')));
        check("An\u{308}\u{308}\u{308}a", Err(BadName::Character('\u{308}')));
        // A Cyrillic a.
        check("An\u{430}", Err(BadName::MixedScripts));
        for name in
            ["admin", "Admin", "adm1n", "A D M I N", "Guest", "white", "5k", "30K", "Tengen"]
        {
            check(name, Err(BadName::Reserved));
        }
    }

    #[test]
    fn names_that_look_the_same_have_one_key() {
        let key = AccountName::key_of;
        for (one, other) in [
            ("Ana", "ana"),
            ("Ilya", "llya"),
            ("bob", "b0b"),
            ("modern", "modem"),
            ("Ana Silva", "ana_silva"),
            ("scope", "ѕсоре"),
            ("Ana", "Ａｎａ"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [("Ana", "Anna"), ("Ben", "Bea"), ("Jose", "José")] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }
}

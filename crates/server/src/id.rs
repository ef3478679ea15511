//! Ids that cannot be guessed: of games, and of people.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tengen_rules::serde_as_text;

/// The letters of ids: none that is taken for another.
const LETTERS: &[u8; 30] = b"23456789abcdefghjkmnpqrstvwxyz";

const ID_LENGTH: usize = 8;

/// The id of a game, eight letters and digits.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct GameId([u8; ID_LENGTH]);

impl GameId {
    /// An id that no one can guess.
    pub fn random() -> GameId {
        let mut letters = [0; ID_LENGTH];
        letters.fill_with(random_letter);
        GameId(letters)
    }

    /// The eight characters.
    #[expect(clippy::missing_panics_doc, reason = "ids are ASCII")]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("ids are ASCII")
    }
}

/// The id of a document, such as a study; it looks like that of a game.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct DocumentId(GameId);

impl DocumentId {
    /// An id that no one can guess.
    pub fn random() -> DocumentId {
        DocumentId(GameId::random())
    }

    /// The eight characters.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for DocumentId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<DocumentId, NotAnId> {
        text.parse().map(DocumentId)
    }
}

pub(crate) fn random_letter() -> u8 {
    loop {
        let byte = random_bytes::<1>()[0];
        // Whole multiples of the alphabet only, so that each letter is as likely.
        if byte < 240 {
            return LETTERS[usize::from(byte) % LETTERS.len()];
        }
    }
}

/// Random numbers of the system.
///
/// # Panics
///
/// Panics if the system has none, so that nothing can be kept secret.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not an id.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an id")
    }
}

impl std::error::Error for NotAnId {}

impl FromStr for GameId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<GameId, NotAnId> {
        let letters: [u8; ID_LENGTH] = text.as_bytes().try_into().map_err(|_| NotAnId)?;
        let is_id = letters.iter().all(|it| LETTERS.contains(it));
        if is_id { Ok(GameId(letters)) } else { Err(NotAnId) }
    }
}

/// What a browser keeps to be known again: 256 random bits.
///
/// Only its hash is stored, so that a stolen database opens no seat.
#[derive(Clone, Eq, PartialEq)]
pub struct GuestToken([u8; 32]);

impl GuestToken {
    /// A token that no one can guess.
    pub fn random() -> GuestToken {
        GuestToken(random_bytes())
    }

    /// The guest whose token it is.
    pub fn guest(&self) -> PersonId {
        PersonId(Sha256::digest(self.0).into())
    }

    /// The text for a cookie.
    pub fn to_text(&self) -> String {
        to_hex(&self.0)
    }
}

impl FromStr for GuestToken {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<GuestToken, NotAnId> {
        from_hex(text).map(GuestToken)
    }
}

/// Shows nothing: tokens do not belong into logs.
impl fmt::Debug for GuestToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GuestToken(..)")
    }
}

/// Who somebody is in games: for a guest, the hash of the token in a browser;
/// for an account, a number that no one can guess.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct PersonId([u8; 32]);

impl PersonId {
    /// An id that no one can guess.
    pub fn random() -> PersonId {
        PersonId(random_bytes())
    }

    /// A level of the engine, which is a player as well.
    pub(crate) fn of_level(name: &str) -> PersonId {
        PersonId(Sha256::digest(format!("level {name}")).into())
    }

    /// A person for tests and simulations, the same for the same number.
    pub fn numbered(number: u64) -> PersonId {
        PersonId(Sha256::digest(number.to_le_bytes()).into())
    }

    /// The bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The person with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> PersonId {
        PersonId(bytes)
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&to_hex(&self.0))
    }
}

/// Shows the beginning, which tells people apart.
impl fmt::Debug for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0[..4]))
    }
}

impl FromStr for PersonId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<PersonId, NotAnId> {
        from_hex(text).map(PersonId)
    }
}

fn to_hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

fn from_hex(text: &str) -> Result<[u8; 32], NotAnId> {
    let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_| NotAnId)?;
    bytes.try_into().map_err(|_| NotAnId)
}

serde_as_text!(DocumentId, GameId, PersonId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_and_nothing_else_is() {
        let id = GameId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(id, GameId::random());
        for text in ["", "k3v9x2p", "k3v9x2pqq", "K3V9X2PQ", "k3v9x2p0", "../../..", "k3v9x2pé"] {
            assert_eq!(text.parse::<GameId>(), Err(NotAnId), "{text}");
        }
    }

    #[test]
    fn tokens_are_kept_by_their_hash() {
        let token = GuestToken::random();
        assert_eq!(token.to_text().parse().as_ref(), Ok(&token));
        assert_ne!(token.guest().to_string(), token.to_text());
        assert_eq!(token.guest().to_string().parse(), Ok(token.guest()));
        assert_eq!(format!("{token:?}"), "GuestToken(..)");
        assert!("+f".repeat(32).parse::<GuestToken>().is_err());
    }
}

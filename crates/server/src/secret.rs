//! Secrets of which only a hash is stored: sessions, links, codes, tokens.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::id::{NotAnId, random_letter};

/// The letters of a secret that no one types: over 256 bits.
const LONG: usize = 53;

/// The letters of a code that is written down: 78 bits, in groups of four.
const WRITTEN: usize = 16;

/// The letters of a code that lives for minutes and works once: 29 bits.
const SHORT: usize = 6;

/// The letters between two hyphens of a code that is written down.
const GROUP: usize = 4;

/// A text that only its owner knows.
#[derive(Clone, Eq, PartialEq)]
pub struct Secret(String);

impl Secret {
    /// A secret that browsers and programs keep.
    pub fn random() -> Secret {
        Secret::of_length(LONG)
    }

    /// A code that a person writes down.
    pub fn written() -> Secret {
        Secret::of_length(WRITTEN)
    }

    /// A code that a person types at once.
    pub fn short() -> Secret {
        Secret::of_length(SHORT)
    }

    fn of_length(n_letters: usize) -> Secret {
        Secret((0..n_letters).map(|_| char::from(random_letter())).collect())
    }

    /// What somebody has typed, perhaps with hyphens, spaces and capitals.
    pub fn typed(text: &str) -> Secret {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        Secret(letters.map(|it| it.to_ascii_lowercase()).collect())
    }

    /// The text as it is.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text in groups, as it is written down: `k3v9-x2pq`.
    pub fn grouped(&self) -> String {
        let groups = self.0.as_bytes().chunks(GROUP).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }

    /// What is stored of it.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// Shows nothing: secrets do not belong into logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The hash of a secret, by which it is known again.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// The bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hash with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> SecretHash {
        SecretHash(bytes)
    }
}

impl fmt::Display for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&HEXLOWER.encode(&self.0))
    }
}

/// Shows the beginning, which tells hashes apart.
impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0[..4]))
    }
}

impl FromStr for SecretHash {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<SecretHash, NotAnId> {
        let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_| NotAnId)?;
        bytes.try_into().map(SecretHash).map_err(|_| NotAnId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_typed() {
        let code = Secret::written();
        assert_eq!((code.as_str().len(), code.grouped().len()), (16, 19));
        for text in [code.grouped(), code.grouped().to_uppercase(), format!(" {} ", code.as_str())]
        {
            assert_eq!(Secret::typed(&text).hash(), code.hash(), "{text}");
        }
        assert_ne!(Secret::written(), code);
    }

    #[test]
    fn only_the_hash_is_shown() {
        let secret = Secret::random();
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        assert_eq!(secret.hash().to_string().parse(), Ok(secret.hash()));
        assert_ne!(secret.hash().to_string(), secret.as_str());
    }
}

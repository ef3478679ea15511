//! By what a server knows a user.

use tokio_tungstenite::tungstenite::http::{HeaderName, header};

/// The name of the server's cookie for guests.
pub(crate) const COOKIE: &str = "tengen";

/// What stands before the token of an account in a file.
const ACCOUNT: &str = "account:";

/// By what a server knows a user.
#[derive(Clone, Eq, PartialEq)]
pub(crate) enum Credential {
    /// The cookie of a guest.
    Guest(String),
    /// The token of an account.
    Account(String),
}

impl Credential {
    /// Reads what [`Credential::to_text`] writes.
    pub(crate) fn of_text(text: &str) -> Credential {
        match text.strip_prefix(ACCOUNT) {
            Some(token) => Credential::Account(token.to_owned()),
            None => Credential::Guest(text.to_owned()),
        }
    }

    /// The text for a file.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Credential::Guest(token) => token.clone(),
            Credential::Account(token) => format!("{ACCOUNT}{token}"),
        }
    }

    /// The header of a request that has it.
    pub(crate) fn header(&self) -> (HeaderName, String) {
        match self {
            Credential::Guest(token) => (header::COOKIE, format!("{COOKIE}={token}")),
            Credential::Account(token) => (header::AUTHORIZATION, format!("Bearer {token}")),
        }
    }
}

/// Shows nothing: tokens do not belong into logs.
impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_have_cookies_and_accounts_have_tokens() {
        for (text, name, value) in
            [("abc", "cookie", "tengen=abc"), ("account:abc", "authorization", "Bearer abc")]
        {
            let credential = Credential::of_text(text);
            assert_eq!(credential.to_text(), text);
            let (header, found) = credential.header();
            assert_eq!((header.as_str(), found.as_str()), (name, value));
            assert_eq!(format!("{credential:?}"), "Credential(..)");
        }
    }
}

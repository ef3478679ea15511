//! The file by which servers know this user again: a token for each server.
//!
//! Each line has a server and its token, as a guest or of an account. The file is only for its owner, since
//! whoever has a token has the user's seats.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use crate::ServerAddress;
use crate::credential::Credential;

/// The tokens of a user, in a file or only in memory.
#[derive(Clone, Debug, Default)]
pub struct GuestFile {
    path: Option<PathBuf>,
}

impl GuestFile {
    /// Tokens in a file, which is made with the first of them.
    pub fn new(path: PathBuf) -> GuestFile {
        GuestFile { path: Some(path) }
    }

    /// Tokens that are forgotten: every game is joined as someone new.
    pub fn none() -> GuestFile {
        GuestFile::default()
    }

    /// The token for a server.
    ///
    /// # Errors
    ///
    /// Returns the error of a file that is there and cannot be read.
    pub(crate) fn token(&self, server: &str) -> io::Result<Option<Credential>> {
        let Some(path) = &self.path else { return Ok(None) };
        let mut file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        file.lock_shared()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok(lines(&text).find(|(it, _)| *it == server).map(|(_, token)| Credential::of_text(token)))
    }

    /// The token of the account by which the user is logged in to a server.
    ///
    /// # Errors
    ///
    /// Returns the error of a file that is there and cannot be read.
    pub fn account_token(&self, server: &ServerAddress) -> io::Result<Option<String>> {
        Ok(match self.token(server.authority())? {
            Some(Credential::Account(token)) => Some(token),
            Some(Credential::Guest(_)) | None => None,
        })
    }

    /// Keeps the token of an account: from now on, the user is logged in.
    ///
    /// # Errors
    ///
    /// Returns the error of a file that cannot be written.
    pub fn keep_account(&self, server: &ServerAddress, token: &str) -> io::Result<()> {
        self.keep(server.authority(), &Credential::Account(token.to_owned()))
    }

    /// Forgets who the user is on a server.
    ///
    /// # Errors
    ///
    /// Returns the error of a file that cannot be written.
    pub fn forget(&self, server: &ServerAddress) -> io::Result<()> {
        self.replace(server.authority(), None)
    }

    /// Keeps the token for a server.
    ///
    /// # Errors
    ///
    /// Returns the error of a file that cannot be written.
    pub(crate) fn keep(&self, server: &str, token: &Credential) -> io::Result<()> {
        self.replace(server, Some(&token.to_text()))
    }

    fn replace(&self, server: &str, token: Option<&str>) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = private().open(path)?;
        // Other programs of the user wait until this one has written.
        file.lock()?;
        let mut before = String::new();
        file.read_to_string(&mut before)?;
        let others = lines(&before).filter(|(it, _)| *it != server);
        let line = |(server, token): (&str, &str)| [server, " ", token, "\n"].concat();
        let own = token.map(|it| (server, it));
        let text: String = others.chain(own).map(line).collect();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(text.as_bytes())?;
        file.set_len(text.len() as u64)?;
        file.sync_all()
    }
}

fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|it| it.split_once(' '))
}

/// Opens a file that only its owner can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_has_its_token() {
        let folder = std::env::temp_dir().join(format!("tengen-guests-{}", std::process::id()));
        let path = folder.join("state").join("guests");
        let file = GuestFile::new(path.clone());
        assert_eq!(file.token("a:1").unwrap(), None);
        let guest = |token: &str| Credential::Guest(token.to_owned());
        file.keep("a:1", &guest("first")).unwrap();
        file.keep("b", &guest("other")).unwrap();
        file.keep("a:1", &guest("2")).unwrap();
        assert_eq!(file.token("a:1").unwrap(), Some(guest("2")));
        assert_eq!(file.token("b").unwrap(), Some(guest("other")));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "b other\na:1 2\n");
        let server: ServerAddress = "http://b/".parse().unwrap();
        assert_eq!(file.account_token(&server).unwrap(), None);
        file.keep_account(&server, "own").unwrap();
        assert_eq!(file.account_token(&server).unwrap().as_deref(), Some("own"));
        assert_eq!(file.token("b").unwrap(), Some(Credential::Account("own".to_owned())));
        file.forget(&server).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a:1 2\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}

//! Passwords: which are good enough, and their hashes.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization as _;

/// The most passwords that wait.
const QUEUE: usize = 32;

/// How many characters a password has.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// What is verified for a name that no one has, so that it takes as long.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$\
    dGVuZ2VuLXRlbmdlbi10ZQ$QGgrSGz2kH9h0YDo1A1EYqGmGK/oC2ZcTHcTxBEhDdo";

/// Why a password is refused.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum BadPassword {
    TooShort,
    TooLong,
    /// It is one of those that are tried first.
    Common,
    /// It is the name.
    Name,
}

/// Says whether a new password is good enough.
pub(crate) fn check_password(password: &str, name: &str) -> Result<(), BadPassword> {
    let n_characters = password.chars().count();
    if n_characters < *LENGTHS.start() {
        return Err(BadPassword::TooShort);
    }
    if n_characters > *LENGTHS.end() {
        return Err(BadPassword::TooLong);
    }
    let plain = password.to_lowercase();
    let name = name.to_lowercase();
    if plain == name || plain.trim_matches(|it: char| it.is_ascii_digit()) == name {
        return Err(BadPassword::Name);
    }
    if is_common(&plain) { Err(BadPassword::Common) } else { Ok(()) }
}

/// Passwords that everyone tries first, by the word before digits and signs.
const COMMON_WORDS: &str = include_str!("common-passwords.txt");

fn is_common(password: &str) -> bool {
    let mut letters = password.chars();
    let first = letters.next();
    let is_one_letter = letters.all(|it| Some(it) == first);
    is_one_letter || is_run(password) || is_common_word(password)
}

/// Whether it only goes up or down: `12345678`, `abcdefgh`, `98765432`.
fn is_run(password: &str) -> bool {
    let codes: Vec<i64> = password.chars().map(|it| i64::from(u32::from(it))).collect();
    let steps = || codes.windows(2).map(|it| it[1] - it[0]);
    // The digit after 9 is 0.
    steps().all(|it| it == 1 || it == -9) || steps().all(|it| it == -1 || it == 9)
}

/// Whether it is a common word, perhaps written twice, with letters replaced by
/// what looks like them, or with digits and signs around it.
fn is_common_word(password: &str) -> bool {
    let is_listed = |it: &str| !it.is_empty() && COMMON_WORDS.lines().any(|word| word == it);
    let is_sign = |it: char| !it.is_alphabetic();
    let half = password.len() / 2;
    let is_double = password.is_char_boundary(half)
        && password[..half] == password[half..]
        && is_listed(&password[..half]);
    let bare = password.trim_matches(is_sign);
    let read: String = password.chars().map(plain_letter).collect();
    is_listed(password)
        || is_double
        || is_listed(bare)
        || is_listed(&read)
        || is_listed(read.trim_matches(is_sign))
}

/// The letter that a digit or sign stands for.
const fn plain_letter(it: char) -> char {
    match it {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// Too many passwords wait already.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct TooBusy;

/// The thread that computes hashes: one, so that logins never take all
/// processors from the games.
#[derive(Debug)]
pub(crate) struct Passwords(SyncSender<Job>);

#[derive(Debug)]
enum Job {
    Hash(String, oneshot::Sender<String>),
    Verify(String, Option<String>, oneshot::Sender<bool>),
}

impl Passwords {
    pub(crate) fn start() -> std::io::Result<Passwords> {
        let (sender, jobs) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new().name("passwords".to_owned());
        thread.spawn(move || run(&jobs))?;
        Ok(Passwords(sender))
    }

    /// The hash of a password, with a salt of its own.
    pub(crate) async fn hash(&self, password: String) -> Result<String, TooBusy> {
        let (answer, answered) = oneshot::channel();
        self.0.try_send(Job::Hash(password, answer)).map_err(|_| TooBusy)?;
        answered.await.map_err(|_| TooBusy)
    }

    /// Whether a password has this hash; without a hash, no password does,
    /// which takes as long.
    pub(crate) async fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, TooBusy> {
        let (answer, answered) = oneshot::channel();
        self.0.try_send(Job::Verify(password, hash, answer)).map_err(|_| TooBusy)?;
        answered.await.map_err(|_| TooBusy)
    }
}

fn run(jobs: &Receiver<Job>) {
    // By default, Argon2id with m=19456, t=2, p=1.
    let argon2 = Argon2::default();
    for job in jobs {
        match job {
            Job::Hash(password, answer) => {
                let hash = argon2.hash_password(normal(&password).as_bytes());
                if let Ok(hash) = hash {
                    // Who has asked may be gone.
                    let _ = answer.send(hash.to_string());
                }
            }
            Job::Verify(password, hash, answer) => {
                let stored = PasswordHash::new(hash.as_deref().unwrap_or(NOBODY));
                let is_right = stored.is_ok_and(|it| {
                    argon2.verify_password(normal(&password).as_bytes(), &it).is_ok()
                });
                // As above.
                let _ = answer.send(is_right && hash.is_some());
            }
        }
    }
}

/// The same password typed on another keyboard is the same.
fn normal(password: &str) -> String {
    password.nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn hash_is_argon2id_with_current_parameters_and_a_salt_of_its_own() {
        let passwords = Passwords::start().unwrap();
        let hash = || wait(passwords.hash("a quiet ko threat".to_owned())).unwrap();
        let (one, other) = (hash(), hash());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        let verify = |text: &str, hash: &str| {
            wait(passwords.verify(text.to_owned(), Some(hash.to_owned()))).unwrap()
        };
        assert!(verify("a quiet ko threat", &one) && verify("a quiet ko threat", &other));
        assert!(!verify("a quiet ko Threat", &one) && !verify("a quiet ko threat ", &one));
        assert!(!verify("x", "nonsense"));
    }

    #[test]
    fn unknown_names_take_a_real_hash() {
        let stored = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(stored.algorithm.as_str(), "argon2id");
        assert!(stored.salt.is_some() && stored.hash.is_some());
        let passwords = Passwords::start().unwrap();
        assert_eq!(wait(passwords.verify("anything".to_owned(), None)), Ok(false));
    }

    #[test]
    fn only_so_many_wait() {
        // No one takes what is sent here.
        let (sender, jobs) = sync_channel(QUEUE);
        let passwords = Passwords(sender);
        let mut waiting = Vec::new();
        for _ in 0..QUEUE {
            let (answer, answered) = oneshot::channel();
            passwords.0.try_send(Job::Hash(String::new(), answer)).unwrap();
            waiting.push(answered);
        }
        assert_eq!(wait(passwords.hash("one too many".to_owned())), Err(TooBusy));
        drop(jobs);
        assert_eq!(wait(passwords.hash("no thread".to_owned())), Err(TooBusy));
    }

    #[test]
    fn weak_passwords_are_refused() {
        let check = |password: &str| check_password(password, "Ana Silva");
        assert_eq!(check("short"), Err(BadPassword::TooShort));
        assert_eq!(check(&"x y".repeat(43)), Err(BadPassword::TooLong));
        assert_eq!(check("ana silva"), Err(BadPassword::Name));
        assert_eq!(check("Ana Silva1999"), Err(BadPassword::Name));
        for common in [
            "password",
            "Password1",
            "p4ssw0rd",
            "12345678",
            "1234567890",
            "87654321",
            "aaaaaaaa",
            "abcdefgh",
            "qwertyuiop",
            "Qwerty123!",
            "letmein1",
            "iloveyou2",
            "dragon123",
            "monkeymonkey",
            "baseball",
            "football1",
        ] {
            assert_eq!(check(common), Err(BadPassword::Common), "{common}");
        }
        for good in ["a quiet ko threat", "hane at the head", "tr0ub4dor&3", "ладья ходит прямо"]
        {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        // Sixty-four and more characters are allowed, and none is cut off.
        assert_eq!(check(&"ladder ".repeat(18)), Ok(()));
    }
}

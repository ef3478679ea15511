//! `tengen play --server`: logging in, own games, and offers.

use std::io::{self, BufRead as _, Write};

use serde_json::{Value, json};
use tengen_clock::TimeControl;
use tengen_front::workspace::guest_file;
use tengen_host::Dirs;
use tengen_remote::api::{Api, ApiFailure};
use tengen_remote::{GameLink, GuestFile, ServerAddress};
use tengen_rules::{Color, Size};
use tengen_wire::{Offer, OwnGame, PhaseName};

use crate::failure::Failure;

/// What the server calls this program in the list of tokens.
const LABEL: &str = "tengen play";

const HELP: &str = "Type a number to play there, \"new\" with a size and a clock to offer a game \
    (new 9 5m+3x30s), \"refresh\", or \"quit\".";

/// What a user wants at a server.
#[derive(Debug)]
pub(super) struct Visit<'a> {
    pub(super) server: &'a ServerAddress,
    pub(super) name: Option<&'a str>,
}

/// A line of the list.
enum Choice {
    Game(String),
    Offer(String),
}

impl Visit<'_> {
    /// Logs in if need be, and has the user choose a game; `None` to leave.
    pub(super) fn choose(&self, out: &mut dyn Write) -> Result<Option<GameLink>, Failure> {
        let tokens = tokens();
        let Some(api) = self.log_in(&tokens, out)? else { return Ok(None) };
        loop {
            let choices = list(&api, out)?;
            match choose(&api, &choices, out)? {
                Answer::Play(id) => return Ok(Some(self.server.game(&id))),
                Answer::Again => (),
                Answer::Leave => return Ok(None),
            }
        }
    }

    /// Forgets who the user is, here and on the server.
    pub(super) fn log_out(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let tokens = tokens();
        let token = tokens.account_token(self.server).map_err(Failure::Tokens)?;
        let Some(token) = token else {
            writeln!(out, "You are not logged in at {}.", self.server)?;
            return Ok(());
        };
        let ended = Api::new(self.server.clone(), &token).log_out();
        tokens.forget(self.server).map_err(Failure::Tokens)?;
        match ended {
            Err(failure) if failure.code() != Some("unauthorized") => {
                writeln!(
                    out,
                    "This machine has forgotten you, but the server was not told: {failure}"
                )?;
            }
            _ => writeln!(out, "You are logged out at {}.", self.server)?,
        }
        Ok(())
    }

    fn log_in(&self, tokens: &GuestFile, out: &mut dyn Write) -> Result<Option<Api>, Failure> {
        if let Some(token) = tokens.account_token(self.server).map_err(Failure::Tokens)? {
            let api = Api::new(self.server.clone(), &token);
            match api.account() {
                Ok(account) => {
                    writeln!(out, "Logged in as {} at {}.", account.name, self.server)?;
                    return Ok(Some(api));
                }
                Err(failure) if failure.code() == Some("unauthorized") => {
                    writeln!(out, "You are not logged in any more.")?;
                }
                Err(failure) => return Err(Failure::Api(failure)),
            }
        }
        loop {
            let name = match self.name {
                Some(name) => name.to_owned(),
                None => match ask("Name: ", out)? {
                    Some(name) => name,
                    None => return Ok(None),
                },
            };
            let Some(password) = tengen_tui::read_password("Password: ", out)? else {
                return Ok(None);
            };
            match Api::log_in(self.server, &name, &password, LABEL) {
                Ok(created) => {
                    tokens.keep_account(self.server, &created.token).map_err(Failure::Tokens)?;
                    writeln!(out, "Logged in as {} at {}.", created.account.name, self.server)?;
                    return Ok(Some(Api::new(self.server.clone(), &created.token)));
                }
                Err(failure) if failure.code() == Some("wrong_password") && self.name.is_none() => {
                    writeln!(out, "{failure}")?;
                }
                Err(failure) => return Err(Failure::Api(failure)),
            }
        }
    }
}

/// Asks what to do with the list that was shown.
fn choose(api: &Api, choices: &[Choice], out: &mut dyn Write) -> Result<Answer, Failure> {
    let Some(line) = ask("> ", out)? else { return Ok(Answer::Leave) };
    let mut words = line.split_whitespace();
    let done = match (words.next(), line.trim().parse::<usize>()) {
        (None | Some("refresh"), _) => return Ok(Answer::Again),
        (Some("quit" | "q" | "exit"), _) => return Ok(Answer::Leave),
        (Some("new"), _) => match new_offer(words) {
            Ok(offer) => api.offer(&offer),
            Err(word) => {
                writeln!(out, "{word:?} is neither a size nor a clock. {HELP}")?;
                return Ok(Answer::Again);
            }
        },
        (_, Ok(number)) => match choices.get(number.wrapping_sub(1)) {
            Some(Choice::Game(id)) => Ok(id.clone()),
            Some(Choice::Offer(id)) => api.accept(id),
            None => {
                writeln!(out, "There is no number {number} in the list. {HELP}")?;
                return Ok(Answer::Again);
            }
        },
        (Some(word), _) => {
            writeln!(out, "Unknown command {word:?}. {HELP}")?;
            return Ok(Answer::Again);
        }
    };
    match done {
        Ok(id) => Ok(Answer::Play(id)),
        // The offer may be taken, so the list is shown again.
        Err(failure) if matches!(failure, ApiFailure::Refused { .. }) => {
            writeln!(out, "{failure}")?;
            Ok(Answer::Again)
        }
        Err(failure) => Err(Failure::Api(failure)),
    }
}

enum Answer {
    Play(String),
    Again,
    Leave,
}

/// The tokens of the user; without a home folder, none are kept.
fn tokens() -> GuestFile {
    guest_file(Dirs::find().ok().as_ref())
}

fn ask(prompt: &str, out: &mut dyn Write) -> Result<Option<String>, Failure> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = String::new();
    let n_bytes = io::stdin().lock().read_line(&mut line)?;
    Ok((n_bytes > 0).then(|| line.trim().to_owned()))
}

fn list(api: &Api, out: &mut dyn Write) -> Result<Vec<Choice>, Failure> {
    let games = api.games().map_err(Failure::Api)?;
    let offers = api.offers().map_err(Failure::Api)?;
    let games: Vec<&OwnGame> = games.iter().filter(|it| it.phase != PhaseName::Over).collect();
    let offers: Vec<&Offer> = offers.iter().filter(|it| !it.own).collect();
    let mut choices = Vec::new();
    if !games.is_empty() {
        writeln!(out, "Your games:")?;
    }
    for game in games {
        choices.push(Choice::Game(game.id.clone()));
        writeln!(out, "{:>3}  {}", choices.len(), game_line(game))?;
    }
    writeln!(out, "{}", if offers.is_empty() { "No one offers a game." } else { "Offers:" })?;
    for offer in offers {
        choices.push(Choice::Offer(offer.id.clone()));
        writeln!(out, "{:>3}  {}", choices.len(), offer_line(offer))?;
    }
    writeln!(out, "{HELP}")?;
    Ok(choices)
}

fn game_line(game: &OwnGame) -> String {
    let opponent = match game.opponent.as_str() {
        "" => "waiting for an opponent".to_owned(),
        name => format!("against {name}"),
    };
    let turn = if game.is_own_turn() { ", your turn" } else { "" };
    format!("{opponent}, {}, {} moves{turn}", game.size, game.n_moves)
}

fn offer_line(offer: &Offer) -> String {
    let name = if offer.from.is_empty() { "someone" } else { &offer.from };
    let color = match offer.color {
        Some(Color::Black) => ", you are Black",
        Some(Color::White) => ", you are White",
        None => "",
    };
    let clock = if offer.clock == "none" { "no clock" } else { &offer.clock };
    format!("{name}: {}, {}, {clock}{color}", offer.size, offer.rules)
}

/// What is offered by a size and a clock, or the word that is neither.
fn new_offer<'a>(words: impl Iterator<Item = &'a str>) -> Result<Value, &'a str> {
    let mut offer = json!({"visibility": "listed"});
    for word in words {
        if word.parse::<Size>().is_ok() {
            offer["size"] = word.into();
        } else if word.parse::<TimeControl>().is_ok() {
            offer["clock"] = word.into();
        } else {
            return Err(word);
        }
    }
    Ok(offer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offer_is_a_size_and_a_clock() {
        let read = |text: &'static str| new_offer(text.split_whitespace()).unwrap().to_string();
        assert_eq!(read(""), r#"{"visibility":"listed"}"#);
        let both = r#"{"visibility":"listed","clock":"5m+3x30s","size":"9"}"#;
        assert_eq!(read("5m+3x30s 9"), both);
        assert_eq!(new_offer("9 soon".split_whitespace()).unwrap_err(), "soon");
    }
}

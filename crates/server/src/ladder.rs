//! The ladder of the club: who stands where, challenges, and their games.
//!
//! Places and limits are those of `tengen-ratings`; here are the people, the
//! games of this server, and what came of them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_ratings::{Challenge, LadderRules, NoChallenge, PlayerId};
use tengen_rules::{Color, Ruleset, Size};

use crate::id::{GameId, PersonId};
use crate::room::{NewGame, Opponent, Placement};
use crate::wire::Visibility;

/// The most players of the ladder.
const MAX_PLAYERS: usize = 500;

/// How many results are kept to be shown.
const MAX_RESULTS: usize = 100;

/// The time of a player in a game of the ladder.
const CLOCK: &str = "20m+3x30s";

/// The ladder of the club.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// Everybody who ever was on it; the number is the place in this list.
    pub people: Vec<LadderPlayer>,
    /// Who stands where, the first place first.
    pub places: Vec<u32>,
    /// The challenges that are open.
    pub challenges: Vec<LadderGame>,
    /// The last games of two players, which keep them from another one.
    pub recent: Vec<LadderGame>,
    /// What came of the last challenges, the last one first.
    pub results: Vec<LadderResult>,
}

/// Somebody on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderPlayer {
    /// Who.
    pub guest: PersonId,
    /// The name.
    pub name: String,
}

/// A challenge with its game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct LadderGame {
    /// Who wants to move up.
    pub challenger: u32,
    /// Whose place is at stake.
    pub challenged: u32,
    /// When it was made, or ended, in milliseconds since 1970.
    pub at: u64,
    /// The game on this server, once it is made.
    pub game: Option<GameId>,
}

/// What came of a challenge.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct LadderResult {
    /// Who played, and which game.
    pub game: LadderGame,
    /// Who won; nobody if the game had no winner.
    pub winner: Option<u32>,
}

/// Why something cannot be done on the ladder; nothing has changed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum LadderRefusal {
    /// A name is needed.
    NoName,
    /// The person is not on the ladder.
    NotOnLadder,
    /// There are too many players.
    Full,
    /// The rules of the ladder forbid it.
    Rules(NoChallenge),
}

impl From<NoChallenge> for LadderRefusal {
    fn from(reason: NoChallenge) -> LadderRefusal {
        LadderRefusal::Rules(reason)
    }
}

impl LadderRefusal {
    /// The sentence for people.
    pub const fn text(self) -> &'static str {
        match self {
            LadderRefusal::NoName => "Enter your name.",
            LadderRefusal::Full => "The ladder is full.",
            LadderRefusal::NotOnLadder | LadderRefusal::Rules(NoChallenge::NotOnLadder(_)) => {
                "That person is not on the ladder."
            }
            LadderRefusal::Rules(NoChallenge::NotAbove) => {
                "You can only challenge players above you."
            }
            LadderRefusal::Rules(NoChallenge::OutOfReach { .. }) => {
                "That player is too far above: you can challenge up to three places above yours."
            }
            LadderRefusal::Rules(NoChallenge::Busy(_)) => {
                "One of you has an open challenge. Play that game first."
            }
            LadderRefusal::Rules(NoChallenge::TooSoon { .. }) => {
                "You two have played within a week. Challenge someone else, or wait."
            }
            LadderRefusal::Rules(NoChallenge::NotOpen(_) | NoChallenge::NotPart(_)) => {
                "There is no such challenge."
            }
        }
    }
}

impl Ladder {
    /// The number of a person.
    pub fn number_of(&self, guest: PersonId) -> Option<u32> {
        self.people.iter().position(|it| it.guest == guest).map(|it| it as u32)
    }

    /// The name of a player, by the number.
    pub fn name_of(&self, player: u32) -> &str {
        self.people.get(player as usize).map_or("", |it| it.name.as_str())
    }

    fn rules(&self) -> tengen_ratings::Ladder {
        let players: Vec<PlayerId> =
            self.places.iter().map(|it| PlayerId(u64::from(*it))).collect();
        let challenge = |it: &LadderGame| Challenge {
            challenger: PlayerId(it.challenger.into()),
            challenged: PlayerId(it.challenged.into()),
            at: Duration::from_millis(it.at),
        };
        let open: Vec<Challenge> = self.challenges.iter().map(challenge).collect();
        let recent: Vec<Challenge> = self.recent.iter().map(challenge).collect();
        tengen_ratings::Ladder::from_parts(LadderRules::USUAL, &players, &open, &recent)
    }

    /// Takes what the rules have made of it.
    fn take(&mut self, rules: &tengen_ratings::Ladder) {
        self.places = rules.players().iter().map(|it| it.0 as u32).collect();
        let is_open = |it: &LadderGame| {
            rules.challenges().iter().any(|open| open.challenger.0 == u64::from(it.challenger))
        };
        self.challenges.retain(is_open);
        let game = |it: &Challenge| LadderGame {
            challenger: it.challenger.0 as u32,
            challenged: it.challenged.0 as u32,
            at: crate::wire::millis(it.at),
            game: None,
        };
        self.recent = rules.recent().iter().map(game).collect();
    }

    /// Puts a person at the last place, or gives one who is there another name.
    ///
    /// # Errors
    ///
    /// Returns [`LadderRefusal`] without a name, or if there are too many.
    pub fn join(&mut self, guest: PersonId, name: String) -> Result<(), LadderRefusal> {
        if name.is_empty() {
            return Err(LadderRefusal::NoName);
        }
        let number = match self.number_of(guest) {
            Some(number) => number,
            None if self.people.len() >= MAX_PLAYERS => return Err(LadderRefusal::Full),
            None => {
                self.people.push(LadderPlayer { guest, name: name.clone() });
                self.people.len() as u32 - 1
            }
        };
        self.people[number as usize].name = name;
        let mut rules = self.rules();
        rules.join(PlayerId(number.into()));
        self.take(&rules);
        Ok(())
    }

    /// Removes a person from the ladder, with the challenges.
    ///
    /// # Errors
    ///
    /// Returns [`LadderRefusal`] if the person is not there.
    pub fn leave(&mut self, guest: PersonId) -> Result<(), LadderRefusal> {
        let number = self.number_of(guest).ok_or(LadderRefusal::NotOnLadder)?;
        let mut rules = self.rules();
        rules.leave(PlayerId(number.into()));
        self.take(&rules);
        Ok(())
    }

    /// Challenges a player above; the game is made afterwards.
    ///
    /// # Errors
    ///
    /// Returns [`LadderRefusal`] if the rules forbid it.
    pub fn challenge(
        &mut self,
        guest: PersonId,
        to: u32,
        now: Duration,
    ) -> Result<(), LadderRefusal> {
        let from = self.number_of(guest).ok_or(LadderRefusal::NotOnLadder)?;
        self.rules().check(PlayerId(from.into()), PlayerId(to.into()), now)?;
        let at = crate::wire::millis(now);
        self.challenges.push(LadderGame { challenger: from, challenged: to, at, game: None });
        Ok(())
    }

    /// Whom a person may challenge now.
    pub fn reachable(&self, guest: PersonId, now: Duration) -> Vec<u32> {
        let Some(number) = self.number_of(guest) else { return Vec::new() };
        let found = self.rules().reachable(PlayerId(number.into()), now);
        found.iter().map(|it| it.0 as u32).collect()
    }

    /// Notes which game of the server a challenge has, unless it has one.
    pub fn set_game(&mut self, challenger: u32, game: GameId) {
        let found = self.challenges.iter_mut().find(|it| it.challenger == challenger);
        if let Some(challenge) = found {
            challenge.game.get_or_insert(game);
        }
    }

    /// Notes how the game of a challenge has ended; who wins from below moves
    /// up. A game without a winner leaves all as it was.
    pub fn note_end(&mut self, game: GameId, winner: Option<Color>, now: Duration) {
        let found = self.challenges.iter().find(|it| it.game == Some(game)).copied();
        let Some(challenge) = found else { return };
        let winner = winner.map(|it| match it {
            Color::White => challenge.challenged,
            Color::Black => challenge.challenger,
        });
        let challenger = PlayerId(challenge.challenger.into());
        let mut rules = self.rules();
        let done = match winner {
            Some(winner) => rules.settle(challenger, PlayerId(winner.into()), now),
            None => rules.withdraw(challenger),
        };
        if done.is_ok() {
            self.take(&rules);
            let at = crate::wire::millis(now);
            let game = LadderGame { at, ..challenge };
            self.results.insert(0, LadderResult { game, winner });
            self.results.truncate(MAX_RESULTS);
        }
    }

    /// What the game of a challenge is made like: the challenger has Black.
    pub fn game_of(&self, challenge: &LadderGame) -> Option<NewGame> {
        let player = |number: u32| self.people.get(number as usize);
        let (black, white) = (player(challenge.challenger)?, player(challenge.challenged)?);
        Some(NewGame {
            guest: black.guest,
            name: black.name.clone(),
            color: Color::Black,
            opponent: Opponent::Link,
            second: Some((white.guest, white.name.clone())),
            size: Size::NINETEEN,
            ruleset: Ruleset::JAPANESE,
            komi: None,
            handicap: 0,
            placement: Placement::Fixed,
            clock: CLOCK.to_owned(),
            visibility: Visibility::Listed,
            is_rated: false,
        })
    }
}

#[cfg(test)]
mod tests;

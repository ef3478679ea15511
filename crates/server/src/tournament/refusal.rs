//! Why something cannot be done in a tournament, as a sentence.

use super::MAX_PLAYERS;

/// Why something cannot be done in a tournament; nothing has changed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TournamentRefusal {
    /// Only the director may do it.
    OnlyDirector,
    /// A name is needed.
    NoName,
    /// The player has entered already.
    Entered,
    /// The tournament has begun.
    TooLate,
    /// There are too many players.
    Full,
    /// There is no such player.
    NoPlayer,
    /// There is no such table.
    NoTable,
    /// The tournament is over, or all rounds are played.
    Over,
    /// Some games have no result.
    GamesGoOn,
    /// Too few players are there.
    TooFew,
}

impl TournamentRefusal {
    /// The sentence for people.
    pub fn text(self) -> String {
        match self {
            TournamentRefusal::OnlyDirector => "Only the director can do that.".to_owned(),
            TournamentRefusal::NoName => "Enter your name.".to_owned(),
            TournamentRefusal::Entered => "You have entered already.".to_owned(),
            TournamentRefusal::TooLate => {
                "This tournament has begun and takes no more players.".to_owned()
            }
            TournamentRefusal::Full => {
                format!("This tournament is full: it has {MAX_PLAYERS} players.")
            }
            TournamentRefusal::NoPlayer => "There is no such player.".to_owned(),
            TournamentRefusal::NoTable => "There is no such game in this tournament.".to_owned(),
            TournamentRefusal::Over => "All rounds have been played.".to_owned(),
            TournamentRefusal::GamesGoOn => {
                "Some games have no result yet. Wait for them, or decide them.".to_owned()
            }
            TournamentRefusal::TooFew => "At least two players must be there.".to_owned(),
        }
    }
}

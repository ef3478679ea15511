//! What a bot tells of itself.

use std::time::Duration;

use tengen_rules::Color;
use tengen_wire::{Account, Offer, OwnGame};

/// Something that has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// The server knows the bot.
    Connected(Account),
    /// The server is away; the bot tries again.
    Lost {
        /// Why.
        reason: String,
    },
    /// The server is back.
    Back,
    /// The server asks to be asked less often.
    Slowed(Duration),
    /// The bot has offered a game.
    Offered {
        /// The id of the offer.
        id: String,
    },
    /// The bot has accepted an offer.
    Accepted(Box<Offer>),
    /// A game was begun, or is gone on with.
    Playing(Box<OwnGame>),
    /// An engine has failed and is started again.
    EngineFailed {
        /// The game.
        game: String,
        /// Why.
        reason: String,
        /// Whether the bot gives the game up.
        gives_up: bool,
    },
    /// The server has refused a move of the engine.
    MoveRefused {
        /// The game.
        game: String,
        /// The move.
        mv: String,
        /// Why, in the words of the server.
        reason: String,
    },
    /// The game is over, or not there any more.
    Ended {
        /// The game.
        game: String,
        /// The color of the bot.
        color: Option<Color>,
        /// The result as a sentence, empty if there is none.
        result: String,
    },
    /// The bot accepts no more games, and waits for these to end.
    Leaving {
        /// How many are played.
        n_games: usize,
    },
}

//! Ratings in memory.

use std::collections::BTreeMap;

use tengen_ratings::{Category, PlayerRatings};
use tengen_rules::{ByColor, Color};

use super::{Kept, MemoryStore};
use crate::id::{GameId, PersonId};
use crate::store::rating::replay;
use crate::store::{RatedGame, RatedPlayer, RatingStore, Reply};

/// Players, their ratings, and the history of games.
#[derive(Debug, Default)]
pub(super) struct Ratings {
    players: BTreeMap<PersonId, RatedPlayer>,
    now: BTreeMap<PersonId, PlayerRatings>,
    games: Vec<RatedGame>,
}

impl RatingStore for MemoryStore {
    fn join_ratings(&self, player: RatedPlayer) -> Reply<bool> {
        self.write(|kept| Ok(kept.ratings.join(player)))
    }

    fn ratings(&self, person: PersonId) -> Reply<Option<PlayerRatings>> {
        self.read(|kept: &Kept| kept.ratings.now.get(&person).cloned())
    }

    fn rated_game(&self, game: GameId) -> Reply<Option<RatedGame>> {
        self.read(|kept| kept.ratings.games.iter().find(|it| it.game == game).cloned())
    }

    fn rated_games_of(&self, person: PersonId, max: usize) -> Reply<Vec<RatedGame>> {
        self.read(|kept| {
            let has_played =
                |it: &&RatedGame| it.players.iter().any(|(_, player)| player.person == person);
            kept.ratings.games.iter().rev().filter(has_played).take(max).cloned().collect()
        })
    }

    fn strongest(&self, max: usize) -> Reply<Vec<(PersonId, PlayerRatings)>> {
        self.read(|kept| {
            let value = |ratings: &PlayerRatings| {
                ratings
                    .stored()
                    .find(|(it, _)| *it == Category::OVERALL)
                    .map_or(0.0, |(_, it)| it.rating.value)
            };
            let mut all: Vec<_> =
                kept.ratings.now.iter().map(|(it, all)| (*it, all.clone())).collect();
            all.sort_by(|one, other| value(&other.1).total_cmp(&value(&one.1)));
            all.truncate(max);
            all
        })
    }

    fn annul(&self, game: GameId, is_annulled: bool) -> Reply<bool> {
        self.write(|kept| {
            let found = kept.ratings.games.iter_mut().find(|it| it.game == game);
            let is_there = found.map(|it| it.is_annulled = is_annulled).is_some();
            kept.ratings.recompute();
            Ok(is_there)
        })
    }

    fn recompute_ratings(&self) -> Reply<usize> {
        self.write(|kept| {
            kept.ratings.recompute();
            Ok(kept.ratings.games.len())
        })
    }
}

impl Ratings {
    fn join(&mut self, player: RatedPlayer) -> bool {
        let is_new = !self.players.contains_key(&player.person);
        if is_new {
            self.now.insert(player.person, player.ratings());
            self.players.insert(player.person, player);
        }
        is_new
    }

    fn recompute(&mut self) {
        let players: Vec<RatedPlayer> = self.players.values().copied().collect();
        self.now = replay(&players, &mut self.games);
    }

    /// Rates a game that has just ended.
    pub(super) fn finish(&mut self, mut game: RatedGame) {
        for color in Color::ALL {
            self.join(game.players[color]);
            // Who has joined before has started differently.
            game.players[color] = self.players[&game.players[color].person];
        }
        game.at = game.at.max(self.games.last().map_or(0, |it| it.at));
        let before = ByColor::from_fn(|color| self.now[&game.players[color].person].clone());
        let after = game.rate(before.as_ref());
        for (color, after) in [(Color::Black, after.black), (Color::White, after.white)] {
            self.now.insert(game.players[color].person, after);
        }
        self.games.push(game);
    }
}

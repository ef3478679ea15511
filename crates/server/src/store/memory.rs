//! A store that forgets everything with the program, for tests.

mod account;
mod document;
mod rating;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{
    Asked, DocumentKind, Expiry, FinishedAfter, Guest, Listing, Reply, ReviewRequest, ReviewStage,
    Store, StoreError, StoredChange, StoredDocument, StoredGame, StoredReview, StoredSgf,
};
use crate::id::{DocumentId, GameId, PersonId};
use crate::wire::{ChatLine, PhaseName, Visibility};

/// A store in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    guests: BTreeMap<PersonId, Guest>,
    games: BTreeMap<GameId, StoredGame>,
    chat: BTreeMap<(GameId, u64), ChatLine>,
    reviews: BTreeMap<GameId, StoredReview>,
    accounts: account::Accounts,
    ratings: rating::Ratings,
    documents: BTreeMap<(DocumentKind, DocumentId), StoredDocument>,
    is_closed: bool,
    /// Whether writes fail, as on a full disk.
    is_full: bool,
}

impl MemoryStore {
    /// Lets writes fail from now on, or work again.
    pub fn set_full(&self, is_full: bool) {
        self.kept().is_full = is_full;
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Kept) -> Result<T, StoreError>,
    ) -> Reply<T> {
        let mut kept = self.kept();
        let result = if kept.is_closed {
            Err(StoreError::Closed)
        } else if kept.is_full {
            Err(StoreError::Failed("database or disk is full".to_owned()))
        } else {
            write(&mut kept)
        };
        Box::pin(std::future::ready(result))
    }

    fn read<T: Send + 'static>(&self, read: impl FnOnce(&Kept) -> T) -> Reply<T> {
        let kept = self.kept();
        let result = if kept.is_closed { Err(StoreError::Closed) } else { Ok(read(&kept)) };
        Box::pin(std::future::ready(result))
    }
}

impl Store for MemoryStore {
    fn put_guest(&self, guest: Guest) -> Reply<()> {
        self.write(|kept| {
            kept.guests.insert(guest.id, guest);
            Ok(())
        })
    }

    fn guest(&self, id: PersonId) -> Reply<Option<Guest>> {
        self.read(|kept| kept.guests.get(&id).cloned())
    }

    fn create(&self, game: StoredGame) -> Reply<()> {
        self.write(|kept| {
            if kept.games.contains_key(&game.listing.id) {
                return Err(StoreError::Conflict);
            }
            kept.games.insert(game.listing.id, game);
            Ok(())
        })
    }

    fn append(&self, change: StoredChange) -> Reply<()> {
        self.write(|kept| {
            let game = kept.games.get_mut(&change.listing.id).ok_or(StoreError::Conflict)?;
            if game.version != change.before {
                return Err(StoreError::Conflict);
            }
            game.version = change.version;
            game.room = change.room;
            game.listing = change.listing;
            match change.sgf {
                StoredSgf::Same => (),
                StoredSgf::Line(line) => game.sgf.extend([line.as_str(), "\n"]),
                StoredSgf::Whole(sgf) => game.sgf = sgf,
            }
            if let Some(rated) = change.rated {
                kept.ratings.finish(*rated);
            }
            Ok(())
        })
    }

    fn load(&self, id: GameId) -> Reply<Option<StoredGame>> {
        self.read(|kept| kept.games.get(&id).cloned())
    }

    fn games_of(&self, guest: PersonId, max: usize) -> Reply<Vec<Listing>> {
        self.read(|kept| {
            kept.list(max, |it| it.guests.iter().any(|(_, seat)| *seat == Some(guest)))
        })
    }

    fn listed(&self, max: usize) -> Reply<Vec<Listing>> {
        self.read(|kept| {
            kept.list(max, |it| it.visibility == Visibility::Listed && it.phase != PhaseName::Over)
        })
    }

    fn finished(&self, after: FinishedAfter, max: usize) -> Reply<Vec<Listing>> {
        self.read(|kept| {
            let place = |it: &Listing| (it.changed_at, Some(it.id));
            let listings = kept.games.values().map(|it| &it.listing);
            let is_after = |it: &&Listing| {
                it.phase == PhaseName::Over && place(it) > (after.changed_at, after.id)
            };
            let mut found: Vec<Listing> = listings.filter(is_after).cloned().collect();
            found.sort_by_key(place);
            found.truncate(max);
            found
        })
    }

    fn last_results(&self, max: usize) -> Reply<Vec<Listing>> {
        self.read(|kept| {
            kept.list(max, |it| it.visibility == Visibility::Listed && it.phase == PhaseName::Over)
        })
    }

    fn running(&self) -> Reply<Vec<GameId>> {
        self.read(|kept| {
            let mut ids: Vec<GameId> = kept
                .games
                .values()
                .filter(|it| it.listing.is_clocked)
                .map(|it| it.listing.id)
                .collect();
            ids.sort();
            ids
        })
    }

    fn say(&self, game: GameId, line: ChatLine) -> Reply<()> {
        self.write(|kept| {
            kept.chat.insert((game, line.id), line);
            Ok(())
        })
    }

    fn chat(&self, game: GameId, max: usize) -> Reply<Vec<ChatLine>> {
        self.read(|kept| {
            let lines = kept.chat.range((game, 0)..=(game, u64::MAX)).map(|(_, line)| line.clone());
            let mut lines: Vec<ChatLine> = lines.rev().take(max).collect();
            lines.reverse();
            lines
        })
    }

    fn ask_review(&self, request: ReviewRequest) -> Reply<Asked> {
        self.write(|kept| Ok(kept.ask_review(&request)))
    }

    fn review(&self, game: GameId) -> Reply<Option<StoredReview>> {
        self.read(|kept| kept.reviews.get(&game).cloned())
    }

    fn reviews_waiting(&self) -> Reply<Vec<GameId>> {
        self.read(|kept| {
            let waiting = kept.reviews.iter().filter(|(_, it)| it.stage == ReviewStage::Waiting);
            let mut waiting: Vec<_> = waiting.map(|(&game, it)| (it.asked_at, game)).collect();
            waiting.sort();
            waiting.into_iter().map(|(_, game)| game).collect()
        })
    }

    fn keep_review(&self, game: GameId, stage: ReviewStage, sgf: String) -> Reply<()> {
        self.write(|kept| {
            let review = kept.reviews.get_mut(&game);
            let waiting = review.filter(|it| it.stage == ReviewStage::Waiting);
            let review = waiting.ok_or(StoreError::Conflict)?;
            (review.stage, review.sgf) = (stage, sgf);
            Ok(())
        })
    }

    fn purge(&self, expiry: Expiry) -> Reply<usize> {
        self.write(|kept| {
            let n_before = kept.games.len();
            kept.games.retain(|_, game| !expiry.removes(&game.listing));
            let n_removed = n_before - kept.games.len();
            let games = &kept.games;
            kept.chat.retain(|(game, _), line| line.at >= expiry.chat && games.contains_key(game));
            let plays = |guest: PersonId| {
                let seats = games.values().flat_map(|it| it.listing.guests.iter());
                seats.into_iter().any(|(_, seat)| *seat == Some(guest))
            };
            kept.guests.retain(|&id, guest| guest.seen_at >= expiry.guests || plays(id));
            Ok(n_removed)
        })
    }

    fn backup(&self, _file: PathBuf) -> Reply<()> {
        self.read(|_| ())
    }

    fn close(&self) -> Reply<()> {
        self.write(|kept| {
            kept.is_closed = true;
            Ok(())
        })
    }
}

impl Kept {
    fn ask_review(&mut self, request: &ReviewRequest) -> Asked {
        let before = self.reviews.get(&request.game).filter(|it| it.stage != ReviewStage::Failed);
        if before.is_some() {
            return Asked::There;
        }
        let own = || self.reviews.iter().filter(|(_, it)| it.guest == request.guest);
        if let Some((&game, _)) = own().find(|(_, it)| it.stage == ReviewStage::Waiting) {
            return Asked::OneAtATime(game);
        }
        let n_lately = own().filter(|(_, it)| it.asked_at > request.counts_from()).count();
        if n_lately >= request.max_in_a_day {
            return Asked::Enough;
        }
        let sgf = self.reviews.remove(&request.game).map(|it| it.sgf).unwrap_or_default();
        let &ReviewRequest { game, guest, asked_at, .. } = request;
        let review = StoredReview { guest, asked_at, stage: ReviewStage::Waiting, sgf };
        self.reviews.insert(game, review);
        Asked::Queued
    }

    fn list(&self, max: usize, is_wanted: impl Fn(&Listing) -> bool) -> Vec<Listing> {
        let listings = self.games.values().map(|it| &it.listing);
        let mut found: Vec<Listing> = listings.filter(|it| is_wanted(it)).cloned().collect();
        found.sort_by_key(|it| (std::cmp::Reverse(it.changed_at), it.id));
        found.truncate(max);
        found
    }
}

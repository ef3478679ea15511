//! A store that forgets everything with the program, for tests.

mod account;
mod document;
mod rating;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{
    Asked, DocumentKind, Expiry, FinishedAfter, Guest, Listing, MAX_TRIES, NodeId, Renewal, Reply,
    ReviewRequest, ReviewStage, Store, StoreError, StoredChange, StoredDocument, StoredGame,
    StoredReview, StoredSgf, Taken,
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
    /// The nodes that have reviews, and how often those were tried.
    reviewers: BTreeMap<GameId, (Option<NodeId>, u32)>,
    owners: BTreeMap<GameId, NodeId>,
    /// When the leases of nodes are over.
    leases: BTreeMap<NodeId, Instant>,
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
            if (game.version, game.epoch) != (change.before, change.epoch) {
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

    fn take(&self, id: GameId, node: NodeId) -> Reply<Taken> {
        self.write(|kept| {
            if let Some(owner) = kept.other_owner(id, node) {
                return Ok(Taken::Elsewhere(owner));
            }
            let Some(game) = kept.games.get_mut(&id) else { return Ok(Taken::Nowhere) };
            game.epoch += 1;
            kept.owners.insert(id, node);
            Ok(Taken::Here(Box::new(game.clone())))
        })
    }

    fn release(&self, id: GameId, epoch: u64) -> Reply<()> {
        self.write(|kept| {
            if kept.games.get(&id).is_some_and(|it| it.epoch == epoch) {
                kept.owners.remove(&id);
            }
            Ok(())
        })
    }

    fn renew(&self, node: NodeId, lease: Duration) -> Reply<Renewal> {
        self.write(|kept| {
            let was_over = !kept.is_alive(node);
            kept.leases.insert(node, Instant::now() + lease);
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok(Renewal { now, was_over })
        })
    }

    fn leave(&self, node: NodeId) -> Reply<()> {
        self.write(|kept| {
            kept.leases.remove(&node);
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

    fn running(&self, node: NodeId) -> Reply<Vec<GameId>> {
        self.read(|kept| {
            let mut ids: Vec<GameId> = kept
                .games
                .values()
                .filter(|it| it.listing.is_clocked)
                .filter(|it| kept.other_owner(it.listing.id, node).is_none())
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

    fn take_review(&self, node: NodeId) -> Reply<Option<GameId>> {
        self.write(|kept| Ok(kept.take_review(node)))
    }

    fn keep_review(&self, game: GameId, stage: ReviewStage, sgf: String) -> Reply<()> {
        self.write(|kept| {
            let review = kept.reviews.get_mut(&game);
            let waiting = review.filter(|it| it.stage == ReviewStage::Waiting);
            let review = waiting.ok_or(StoreError::Conflict)?;
            (review.stage, review.sgf) = (stage, sgf);
            kept.reviewers.entry(game).or_default().1 = 0;
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
        self.reviewers.remove(&game);
        Asked::Queued
    }

    fn take_review(&mut self, node: NodeId) -> Option<GameId> {
        let reviewer = |game: GameId| self.reviewers.get(&game).copied().unwrap_or_default();
        let is_free = |game: GameId| match reviewer(game).0 {
            Some(other) => other == node || !self.is_alive(other),
            None => true,
        };
        let waiting = self.reviews.iter().filter(|(_, it)| it.stage == ReviewStage::Waiting);
        let mut free: Vec<(u64, GameId)> = waiting
            .filter(|(game, _)| is_free(**game))
            .map(|(&game, it)| (it.asked_at, game))
            .collect();
        free.sort();
        let (given_up, free): (Vec<GameId>, Vec<GameId>) =
            free.into_iter().map(|(_, it)| it).partition(|it| reviewer(*it).1 >= MAX_TRIES);
        for game in given_up {
            if let Some(review) = self.reviews.get_mut(&game) {
                review.stage = ReviewStage::Failed;
            }
        }
        let game = *free.first()?;
        let (reviewer, n_tries) = self.reviewers.entry(game).or_default();
        *reviewer = Some(node);
        *n_tries += 1;
        Some(game)
    }

    fn is_alive(&self, node: NodeId) -> bool {
        self.leases.get(&node).is_some_and(|it| *it > Instant::now())
    }

    /// The node that has a game, if it is another one whose lease is not over.
    fn other_owner(&self, game: GameId, node: NodeId) -> Option<NodeId> {
        let owner = self.owners.get(&game).copied();
        owner.filter(|&it| it != node && self.is_alive(it))
    }

    fn list(&self, max: usize, is_wanted: impl Fn(&Listing) -> bool) -> Vec<Listing> {
        let listings = self.games.values().map(|it| &it.listing);
        let mut found: Vec<Listing> = listings.filter(|it| is_wanted(it)).cloned().collect();
        found.sort_by_key(|it| (std::cmp::Reverse(it.changed_at), it.id));
        found.truncate(max);
        found
    }
}

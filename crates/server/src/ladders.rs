//! The club's ladder as it is stored, with games of this server.

use std::sync::Arc;

use crate::documents::{Documents, NotChanged};
use crate::games::Games;
use crate::id::{DocumentId, GameId, PersonId};
use crate::ladder::{Ladder, LadderRefusal};
use crate::store::{DocumentKind, DocumentListing, Store, StoreError};
use crate::time::ServerClock;
use crate::tournaments::{make, outcome_of};

const KIND: DocumentKind = DocumentKind::Ladder;

/// There is one ladder, with this id.
const ID: &str = "cccccccc";

/// The club's ladder.
#[derive(Debug)]
pub(crate) struct Ladders {
    documents: Documents,
    store: Arc<dyn Store>,
    games: Arc<Games>,
    clock: ServerClock,
    /// Games are made by one request at a time, so that none is made twice.
    making: tokio::sync::Mutex<()>,
}

/// Why the ladder was not changed.
pub(crate) type NoLadder = NotChanged<LadderRefusal>;

impl Ladders {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        games: Arc<Games>,
        clock: ServerClock,
    ) -> Arc<Ladders> {
        let documents = Documents::new(Arc::clone(&store), clock);
        let making = tokio::sync::Mutex::default();
        Arc::new(Ladders { documents, store, games, clock, making })
    }

    fn id() -> DocumentId {
        ID.parse().expect("the id has eight letters of the alphabet of ids")
    }

    /// Changes the ladder, which begins with the first change.
    pub(crate) async fn change(
        &self,
        by: PersonId,
        change: impl Fn(&mut Ladder) -> Result<(), LadderRefusal>,
    ) -> Result<(), NoLadder> {
        let changed = self.documents.change(KIND, Ladders::id(), &change).await;
        if changed != Err(NotChanged::NotThere) {
            return changed;
        }
        let title = "Ladder".to_owned();
        let id = Ladders::id();
        let listing =
            DocumentListing { kind: KIND, id, owner: by, title, is_listed: true, changed_at: 0 };
        match self.documents.create(listing, &Ladder::default()).await {
            Ok(()) | Err(StoreError::Conflict) => (),
            Err(error) => return Err(error.into()),
        }
        self.documents.change(KIND, Ladders::id(), &change).await
    }

    async fn read(&self) -> Result<Ladder, StoreError> {
        let read = self.documents.read(KIND, Ladders::id()).await?;
        Ok(read.map(|it| it.content).unwrap_or_default())
    }

    /// The ladder as it is now: games that are missing are made, and those that
    /// are over count.
    pub(crate) async fn now(&self) -> Result<Ladder, NoLadder> {
        let _one_at_a_time = self.making.lock().await;
        let ladder = self.read().await?;
        let mut made: Vec<(u32, GameId)> = Vec::new();
        let mut ended = Vec::new();
        for challenge in &ladder.challenges {
            if let Some(game) = challenge.game {
                let outcome = outcome_of(&*self.store, game).await?;
                ended.extend(outcome.map(|it| (game, it.winner())));
            } else {
                let Some(terms) = ladder.game_of(challenge) else { continue };
                let game = make(&self.games, terms).await;
                made.extend(game.map(|it| (challenge.challenger, it)));
            }
        }
        if made.is_empty() && ended.is_empty() {
            return Ok(ladder);
        }
        let now = self.clock.now();
        let changed = self.documents.change(KIND, Ladders::id(), |ladder: &mut Ladder| {
            for &(challenger, game) in &made {
                ladder.set_game(challenger, game);
            }
            for &(game, winner) in &ended {
                ladder.note_end(game, winner, now);
            }
            Ok(())
        });
        changed.await?;
        Ok(self.read().await?)
    }
}

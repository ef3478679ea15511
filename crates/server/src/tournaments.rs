//! All tournaments: read, changed, written, with games of this server.
//!
//! Games are made after the round is written, and their results are taken from
//! the store, so a crash at any moment loses nothing: what is missing is done
//! when the tournament is looked at next.

use std::sync::Arc;

use tengen_record::{Margin, Outcome};
use tengen_rules::Color;

use crate::documents::{Document, Documents, NotChanged};
use crate::games::{CreateError, Games};
use crate::id::{DocumentId, GameId};
use crate::store::{DocumentKind, DocumentListing, Store, StoreError};
use crate::time::ServerClock;
use crate::tournament::{Ending, Table, Tournament, TournamentRefusal};
use crate::wire::PhaseName;

const KIND: DocumentKind = DocumentKind::Tournament;

/// All tournaments of this server.
#[derive(Debug)]
pub(crate) struct Tournaments {
    documents: Documents,
    store: Arc<dyn Store>,
    games: Arc<Games>,
    /// Games are made by one request at a time, so that none is made twice.
    making: tokio::sync::Mutex<()>,
}

/// Why a tournament was not changed.
pub(crate) type NoTournament = NotChanged<TournamentRefusal>;

impl Tournaments {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        games: Arc<Games>,
        clock: ServerClock,
    ) -> Arc<Tournaments> {
        let documents = Documents::new(Arc::clone(&store), clock);
        Arc::new(Tournaments { documents, store, games, making: tokio::sync::Mutex::default() })
    }

    /// Keeps a new tournament, and returns its id.
    pub(crate) async fn create(
        &self,
        tournament: &Tournament,
        is_listed: bool,
    ) -> Result<DocumentId, StoreError> {
        loop {
            let id = DocumentId::random();
            let listing = DocumentListing {
                kind: KIND,
                id,
                owner: tournament.director,
                title: tournament.title.clone(),
                is_listed,
                changed_at: 0,
            };
            match self.documents.create(listing, tournament).await {
                Ok(()) => return Ok(id),
                Err(StoreError::Conflict) => (),
                Err(error) => return Err(error),
            }
        }
    }

    /// Changes a tournament.
    pub(crate) async fn change(
        &self,
        id: DocumentId,
        change: impl Fn(&mut Tournament) -> Result<(), TournamentRefusal>,
    ) -> Result<(), NoTournament> {
        self.documents.change(KIND, id, change).await
    }

    async fn read(&self, id: DocumentId) -> Result<Document<Tournament>, NoTournament> {
        self.documents.read(KIND, id).await?.ok_or(NotChanged::NotThere)
    }

    /// A tournament as it is now: games that are missing are made, and results
    /// are taken from games that are over.
    pub(crate) async fn now(&self, id: DocumentId) -> Result<Document<Tournament>, NoTournament> {
        let _one_at_a_time = self.making.lock().await;
        let found = self.read(id).await?;
        let mut made: Vec<(usize, usize, GameId)> = Vec::new();
        let mut ended: Vec<(GameId, Ending)> = Vec::new();
        for (round, idx, table) in found.content.open_tables() {
            if let Some(game) = table.game {
                let outcome = outcome_of(&*self.store, game).await?;
                ended.extend(outcome.and_then(ending).map(|it| (game, it)));
            } else {
                let game = self.make(&found.content, table).await;
                made.extend(game.map(|it| (round, idx, it)));
            }
        }
        if made.is_empty() && ended.is_empty() {
            return Ok(found);
        }
        self.change(id, |tournament| {
            for &(round, idx, game) in &made {
                tournament.set_game(round, idx, game);
            }
            for &(game, ending) in &ended {
                tournament.note_end(game, ending);
            }
            Ok(())
        })
        .await?;
        self.read(id).await
    }

    async fn make(&self, tournament: &Tournament, table: &Table) -> Option<GameId> {
        make(&self.games, tournament.game_of(table)?).await
    }
}

/// Makes a game, if that is possible now.
pub(crate) async fn make(games: &Games, terms: crate::room::NewGame) -> Option<GameId> {
    match games.create(terms).await {
        Ok(game) => Some(game),
        Err(CreateError::BadSetup(reason)) => {
            tracing::error!(?reason, "a game cannot be made");
            None
        }
        Err(CreateError::Store(error)) => {
            tracing::error!(%error, "a game was not stored");
            None
        }
    }
}

/// How a game has ended, if it has.
pub(crate) async fn outcome_of(
    store: &dyn Store,
    game: GameId,
) -> Result<Option<Outcome>, StoreError> {
    let stored = store.load(game).await?;
    let over = stored.filter(|it| it.listing.phase == PhaseName::Over);
    Ok(over.map(|it| it.listing.result.and_then(|it| it.parse().ok()).unwrap_or(Outcome::Unknown)))
}

/// What a game counts; one without a winner is for the director.
const fn ending(outcome: Outcome) -> Option<Ending> {
    Some(match outcome {
        Outcome::Win(Color::Black, Margin::Forfeit) => Ending::BlackForfeit,
        Outcome::Win(Color::White, Margin::Forfeit) => Ending::WhiteForfeit,
        Outcome::Win(Color::Black, _) => Ending::Black,
        Outcome::Win(Color::White, _) => Ending::White,
        Outcome::Draw => Ending::Draw,
        Outcome::Void | Outcome::Unknown => return None,
    })
}

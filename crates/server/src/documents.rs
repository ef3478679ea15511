//! Documents that are read, changed and written as a whole.
//!
//! A change is written only if nobody else has written meanwhile; otherwise it
//! is made again, on what is stored now.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::id::DocumentId;
use crate::store::{
    DocumentChange, DocumentKind, DocumentListing, Store, StoreError, StoredDocument, StoredText,
};
use crate::time::ServerClock;
use crate::wire;

/// How often a change is tried again if somebody else was faster.
const MAX_TRIES: usize = 8;

/// Reads and changes documents.
#[derive(Clone, Debug)]
pub(crate) struct Documents {
    store: Arc<dyn Store>,
    clock: ServerClock,
}

/// A document that was read.
#[derive(Clone, Debug)]
pub(crate) struct Document<T> {
    pub(crate) version: u64,
    pub(crate) content: T,
    listing: DocumentListing,
}

/// Why a document was not changed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NotChanged<E> {
    NotThere,
    Refused(E),
    Store(StoreError),
}

impl<E> From<StoreError> for NotChanged<E> {
    fn from(error: StoreError) -> NotChanged<E> {
        NotChanged::Store(error)
    }
}

impl Documents {
    pub(crate) fn new(store: Arc<dyn Store>, clock: ServerClock) -> Documents {
        Documents { store, clock }
    }

    /// Keeps a new document; refuses an id that is taken.
    pub(crate) async fn create(
        &self,
        listing: DocumentListing,
        content: &impl Serialize,
    ) -> Result<(), StoreError> {
        let changed_at = wire::millis(self.clock.now());
        let listing = DocumentListing { changed_at, ..listing };
        let stored =
            StoredDocument { version: 1, body: to_body(content)?, lines: Vec::new(), listing };
        self.store.create_document(stored).await
    }

    /// A document as it is stored.
    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        kind: DocumentKind,
        id: DocumentId,
    ) -> Result<Option<Document<T>>, StoreError> {
        let Some(stored) = self.store.document(kind, id).await? else { return Ok(None) };
        let content = serde_json::from_str(&stored.body).map_err(|error| {
            StoreError::Failed(format!("the {} {id} is damaged: {error}", kind.as_str()))
        })?;
        Ok(Some(Document { version: stored.version, content, listing: stored.listing }))
    }

    /// Changes a document.
    pub(crate) async fn change<T, E>(
        &self,
        kind: DocumentKind,
        id: DocumentId,
        change: impl Fn(&mut T) -> Result<(), E>,
    ) -> Result<(), NotChanged<E>>
    where
        T: Serialize + DeserializeOwned + Clone + PartialEq,
    {
        for _ in 0..MAX_TRIES {
            let read = self.read::<T>(kind, id).await?;
            let Document { version, mut content, listing } = read.ok_or(NotChanged::NotThere)?;
            let before = content.clone();
            change(&mut content).map_err(NotChanged::Refused)?;
            if content == before {
                return Ok(());
            }
            let changed_at = wire::millis(self.clock.now());
            let listing = DocumentListing { changed_at, ..listing };
            let text = StoredText::Whole(to_body(&content)?);
            let change = DocumentChange { before: version, text, listing };
            match self.store.append_document(change).await {
                Err(StoreError::Conflict) => (),
                written => return Ok(written?),
            }
        }
        Err(NotChanged::Store(StoreError::Conflict))
    }
}

fn to_body(content: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(content).map_err(|error| StoreError::Failed(error.to_string()))
}

//! Documents in memory.

use super::MemoryStore;
use crate::id::{DocumentId, PersonId};
use crate::store::{
    DocumentChange, DocumentKind, DocumentListing, DocumentStore, Reply, StoreError,
    StoredDocument, StoredText,
};

impl DocumentStore for MemoryStore {
    fn create_document(&self, document: StoredDocument) -> Reply<()> {
        self.write(|kept| {
            let key = (document.listing.kind, document.listing.id);
            if kept.documents.contains_key(&key) {
                return Err(StoreError::Conflict);
            }
            kept.documents.insert(key, document);
            Ok(())
        })
    }

    fn append_document(&self, change: DocumentChange) -> Reply<()> {
        self.write(|kept| {
            let key = (change.listing.kind, change.listing.id);
            let document = kept.documents.get_mut(&key);
            let document = document.filter(|it| it.version == change.before);
            let document = document.ok_or(StoreError::Conflict)?;
            document.version += 1;
            document.listing = change.listing;
            match change.text {
                StoredText::Line(line) => document.lines.push(line),
                StoredText::Whole(body) => {
                    document.body = body;
                    document.lines.clear();
                }
            }
            Ok(())
        })
    }

    fn document(&self, kind: DocumentKind, id: DocumentId) -> Reply<Option<StoredDocument>> {
        self.read(|kept| kept.documents.get(&(kind, id)).cloned())
    }

    fn documents(
        &self,
        kind: DocumentKind,
        owner: Option<PersonId>,
        max: usize,
    ) -> Reply<Vec<DocumentListing>> {
        self.read(|kept| {
            let listings = kept.documents.values().map(|it| &it.listing);
            let is_wanted = |it: &&DocumentListing| {
                it.kind == kind && owner.map_or(it.is_listed, |owner| it.owner == owner)
            };
            let mut found: Vec<DocumentListing> = listings.filter(is_wanted).cloned().collect();
            found.sort_by_key(|it| (std::cmp::Reverse(it.changed_at), it.id));
            found.truncate(max);
            found
        })
    }
}

//! Documents: what people make together beside games, such as studies.
//!
//! A document is a text with lines behind it, and a version that grows with
//! each change. Its owner in memory knows what the text means; the store knows
//! what lists show.

use super::Reply;
use crate::id::{DocumentId, PersonId};

/// Keeps documents.
pub trait DocumentStore {
    /// Adds a document; refuses an id that is taken.
    fn create_document(&self, document: StoredDocument) -> Reply<()>;

    /// Adds a change to a document.
    ///
    /// It is refused with [`StoreError::Conflict`](super::StoreError::Conflict) unless the document has the
    /// version before it.
    fn append_document(&self, change: DocumentChange) -> Reply<()>;

    /// A document with all changes.
    fn document(&self, kind: DocumentKind, id: DocumentId) -> Reply<Option<StoredDocument>>;

    /// The documents that everybody can find, or those of their owner, the last
    /// one first.
    fn documents(
        &self,
        kind: DocumentKind,
        owner: Option<PersonId>,
        max: usize,
    ) -> Reply<Vec<DocumentListing>>;
}

/// A document as it is stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredDocument {
    /// Its version.
    pub version: u64,
    /// The document as a whole, as of some version.
    pub body: String,
    /// What has changed since, in order.
    pub lines: Vec<String>,
    /// What lists show.
    pub listing: DocumentListing,
}

/// A change of a document.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DocumentChange {
    /// The version before it; the one after it is one more.
    pub before: u64,
    /// What is written.
    pub text: StoredText,
    /// What lists show.
    pub listing: DocumentListing,
}

/// What is written of a change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StoredText {
    /// A line is appended.
    Line(String),
    /// This replaces everything before.
    Whole(String),
}

/// What lists show of a document.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DocumentListing {
    /// What it is.
    pub kind: DocumentKind,
    /// Which document.
    pub id: DocumentId,
    /// Who made it.
    pub owner: PersonId,
    /// What it is about.
    pub title: String,
    /// Whether everybody can find it.
    pub is_listed: bool,
    /// The time of the last change, in milliseconds since 1970.
    pub changed_at: u64,
}

/// What a document is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum DocumentKind {
    /// A board that people look at and edit together.
    Study,
    /// A tournament with its rounds.
    Tournament,
    /// The ladder of a club.
    Ladder,
    /// What moderators were told, and what they did.
    Moderation,
}

impl DocumentKind {
    /// The word that is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            DocumentKind::Study => "study",
            DocumentKind::Tournament => "tournament",
            DocumentKind::Ladder => "ladder",
            DocumentKind::Moderation => "moderation",
        }
    }

    /// The kind with this word.
    pub fn find(word: &str) -> Option<DocumentKind> {
        let all = [
            DocumentKind::Study,
            DocumentKind::Tournament,
            DocumentKind::Ladder,
            DocumentKind::Moderation,
        ];
        all.into_iter().find(|it| it.as_str() == word)
    }
}

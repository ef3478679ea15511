//! Documents, with the lines behind them.

use deadpool_postgres::Object;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::account::{execute, query};
use super::row::{bytes, count, get, guest, number, text, unreadable};
use crate::id::{DocumentId, PersonId};
use crate::store::{
    DocumentChange, DocumentKind, DocumentListing, DocumentStore, Reply, StoreError,
    StoredDocument, StoredText,
};

impl DocumentStore for PostgresStore {
    fn create_document(&self, document: StoredDocument) -> Reply<()> {
        self.run(|it| create(it, document))
    }

    fn append_document(&self, change: DocumentChange) -> Reply<()> {
        self.run(|it| append(it, change))
    }

    fn document(&self, kind: DocumentKind, id: DocumentId) -> Reply<Option<StoredDocument>> {
        self.run(move |it| load(it, kind, id))
    }

    fn documents(
        &self,
        kind: DocumentKind,
        owner: Option<PersonId>,
        max: usize,
    ) -> Reply<Vec<DocumentListing>> {
        self.run(move |it| list(it, kind, owner, max))
    }
}

async fn create(client: Object, document: StoredDocument) -> Result<(), StoreError> {
    let sql = "INSERT INTO documents (kind, id, version, body, owner, title, is_listed, changed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (kind, id) DO NOTHING";
    let listing = &document.listing;
    let (version, owner) = (number(document.version), bytes(listing.owner));
    let changed_at = number(listing.changed_at);
    let values: [&(dyn ToSql + Sync); 8] = [
        &listing.kind.as_str(),
        &listing.id.as_str(),
        &version,
        &document.body,
        &owner,
        &listing.title,
        &listing.is_listed,
        &changed_at,
    ];
    match execute(&client, sql, &values).await? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

/// One statement: the fence, the new row, and the line behind it.
async fn append(client: Object, change: DocumentChange) -> Result<(), StoreError> {
    let sql = "WITH fenced AS (
            UPDATE documents SET version = $4, title = $5, is_listed = $6, changed_at = $7,
                body = coalesce($8::text, body)
            WHERE kind = $1 AND id = $2 AND version = $3 RETURNING kind, id
        ), replaced AS (
            DELETE FROM document_lines USING fenced WHERE document_lines.kind = fenced.kind
                AND document_lines.id = fenced.id AND $8::text IS NOT NULL
        ), added AS (
            INSERT INTO document_lines (kind, id, version, line)
            SELECT kind, id, $4, $9::text FROM fenced WHERE $9::text IS NOT NULL
        )
        SELECT count(*) FROM fenced";
    let listing = &change.listing;
    let (before, after) = (number(change.before), number(change.before + 1));
    let changed_at = number(listing.changed_at);
    let (whole, line) = match change.text {
        StoredText::Line(line) => (None, Some(line)),
        StoredText::Whole(body) => (Some(body), None),
    };
    let values: [&(dyn ToSql + Sync); 9] = [
        &listing.kind.as_str(),
        &listing.id.as_str(),
        &before,
        &after,
        &listing.title,
        &listing.is_listed,
        &changed_at,
        &whole,
        &line,
    ];
    let rows = query(&client, sql, &values).await?;
    let is_done = rows.first().map_or(Ok(0), |row| count(row, 0))? > 0;
    if is_done { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Reads a document as of one moment, since it is one statement.
async fn load(
    client: Object,
    kind: DocumentKind,
    id: DocumentId,
) -> Result<Option<StoredDocument>, StoreError> {
    let sql = "SELECT kind, id, owner, title, is_listed, changed_at, version, body,
            ARRAY(SELECT line FROM document_lines AS lines
                WHERE lines.kind = documents.kind AND lines.id = documents.id
                ORDER BY lines.version)
        FROM documents WHERE kind = $1 AND id = $2";
    let rows = query(&client, sql, &[&kind.as_str(), &id.as_str()]).await?;
    let document = rows.first().map(|row| {
        Ok(StoredDocument {
            listing: listing(row)?,
            version: count(row, 6)?,
            body: get(row, 7)?,
            lines: get(row, 8)?,
        })
    });
    document.transpose()
}

async fn list(
    client: Object,
    kind: DocumentKind,
    owner: Option<PersonId>,
    max: usize,
) -> Result<Vec<DocumentListing>, StoreError> {
    let is_wanted = if owner.is_some() { "owner = $3" } else { "is_listed" };
    let sql = format!(
        "SELECT kind, id, owner, title, is_listed, changed_at FROM documents
        WHERE kind = $1 AND {is_wanted} ORDER BY changed_at DESC, id COLLATE \"C\" LIMIT $2"
    );
    let (word, max, owner) = (kind.as_str(), number(max as u64), owner.map(bytes));
    let mut values: Vec<&(dyn ToSql + Sync)> = vec![&word, &max];
    values.extend(owner.as_ref().map(|it| it as &(dyn ToSql + Sync)));
    query(&client, &sql, &values).await?.iter().map(listing).collect()
}

fn listing(row: &Row) -> Result<DocumentListing, StoreError> {
    let kind: &str = get(row, 0)?;
    let unknown = || unreadable(format!("{kind} is no kind of document"));
    Ok(DocumentListing {
        kind: DocumentKind::find(kind).ok_or_else(unknown)?,
        id: text(row, 1)?,
        owner: guest(row, 2)?,
        title: get(row, 3)?,
        is_listed: get(row, 4)?,
        changed_at: count(row, 5)?,
    })
}

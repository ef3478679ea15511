//! Documents, with the lines behind them.

use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, params};

use super::write::{execute, number};
use super::{SqliteStore, WriteKind};
use crate::id::{DocumentId, PersonId};
use crate::store::{
    DocumentChange, DocumentKind, DocumentListing, DocumentStore, Reply, StoreError,
    StoredDocument, StoredText,
};

impl DocumentStore for SqliteStore {
    fn create_document(&self, document: StoredDocument) -> Reply<()> {
        self.write(WriteKind::Change, move |it| create(it, &document))
    }

    fn append_document(&self, change: DocumentChange) -> Reply<()> {
        self.write(WriteKind::Change, move |it| append(it, &change))
    }

    fn document(&self, kind: DocumentKind, id: DocumentId) -> Reply<Option<StoredDocument>> {
        self.read(move |it| load(it, kind, id))
    }

    fn documents(
        &self,
        kind: DocumentKind,
        owner: Option<PersonId>,
        max: usize,
    ) -> Reply<Vec<DocumentListing>> {
        self.read(move |it| list(it, kind, owner, max))
    }
}

fn create(writer: &Connection, document: &StoredDocument) -> Result<(), StoreError> {
    let listing = &document.listing;
    if version(writer, listing)?.is_some() {
        return Err(StoreError::Conflict);
    }
    let sql = "INSERT INTO documents (kind, id, version, body, owner, title, is_listed, changed_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    execute(
        writer,
        sql,
        params![
            listing.kind.as_str(),
            listing.id.as_str(),
            number(document.version),
            document.body,
            listing.owner.as_bytes(),
            listing.title,
            listing.is_listed,
            number(listing.changed_at),
        ],
    )?;
    Ok(())
}

fn version(writer: &Connection, listing: &DocumentListing) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT version FROM documents WHERE kind = ?1 AND id = ?2";
    let mut statement = writer.prepare_cached(sql)?;
    let key = params![listing.kind.as_str(), listing.id.as_str()];
    Ok(statement.query_row(key, |row| row.get(0)).optional()?)
}

fn append(writer: &Connection, change: &DocumentChange) -> Result<(), StoreError> {
    let listing = &change.listing;
    if version(writer, listing)? != Some(number(change.before)) {
        return Err(StoreError::Conflict);
    }
    let (kind, id) = (listing.kind.as_str(), listing.id.as_str());
    let after = number(change.before + 1);
    match &change.text {
        StoredText::Line(line) => {
            let sql =
                "INSERT INTO document_lines (kind, id, version, line) VALUES (?1, ?2, ?3, ?4)";
            execute(writer, sql, params![kind, id, after, line])?;
        }
        StoredText::Whole(body) => {
            let sql = "DELETE FROM document_lines WHERE kind = ?1 AND id = ?2";
            execute(writer, sql, params![kind, id])?;
            let sql = "UPDATE documents SET body = ?3 WHERE kind = ?1 AND id = ?2";
            execute(writer, sql, params![kind, id, body])?;
        }
    }
    let sql = "UPDATE documents SET version = ?3, title = ?4, is_listed = ?5, changed_at = ?6
        WHERE kind = ?1 AND id = ?2";
    let at = number(listing.changed_at);
    execute(writer, sql, params![kind, id, after, listing.title, listing.is_listed, at])?;
    Ok(())
}

fn load(
    reader: &Connection,
    kind: DocumentKind,
    id: DocumentId,
) -> rusqlite::Result<Option<StoredDocument>> {
    // Both statements must see the same moment.
    let transaction = reader.unchecked_transaction()?;
    let sql = "SELECT kind, id, owner, title, is_listed, changed_at, version, body
        FROM documents WHERE kind = ?1 AND id = ?2";
    let found = transaction
        .prepare_cached(sql)?
        .query_row(params![kind.as_str(), id.as_str()], |row| {
            Ok(StoredDocument {
                listing: listing(row)?,
                version: row.get::<_, i64>(6)?.unsigned_abs(),
                body: row.get(7)?,
                lines: Vec::new(),
            })
        })
        .optional()?;
    let Some(mut document) = found else { return Ok(None) };
    let sql = "SELECT line FROM document_lines WHERE kind = ?1 AND id = ?2 ORDER BY version";
    let mut statement = transaction.prepare_cached(sql)?;
    let lines = statement.query_map(params![kind.as_str(), id.as_str()], |row| row.get(0))?;
    document.lines = lines.collect::<rusqlite::Result<_>>()?;
    Ok(Some(document))
}

fn list(
    reader: &Connection,
    kind: DocumentKind,
    owner: Option<PersonId>,
    max: usize,
) -> rusqlite::Result<Vec<DocumentListing>> {
    let is_wanted = if owner.is_some() { "owner = ?3" } else { "is_listed" };
    let sql = format!(
        "SELECT kind, id, owner, title, is_listed, changed_at FROM documents
        WHERE kind = ?1 AND {is_wanted} ORDER BY changed_at DESC, id LIMIT ?2"
    );
    let max = i64::try_from(max).unwrap_or(i64::MAX);
    let word = kind.as_str();
    let owner = owner.map(|it| it.as_bytes().to_vec());
    let mut values: Vec<&dyn ToSql> = vec![&word, &max];
    values.extend(owner.as_ref().map(|it| it as &dyn ToSql));
    let mut statement = reader.prepare_cached(&sql)?;
    let found = statement.query_map(values.as_slice(), listing)?;
    found.collect()
}

fn listing(row: &Row<'_>) -> rusqlite::Result<DocumentListing> {
    let bad = |idx: usize, name: &str| {
        rusqlite::Error::InvalidColumnType(idx, name.to_owned(), rusqlite::types::Type::Text)
    };
    Ok(DocumentListing {
        kind: DocumentKind::find(&row.get::<_, String>(0)?).ok_or_else(|| bad(0, "kind"))?,
        id: row.get::<_, String>(1)?.parse().map_err(|_| bad(1, "id"))?,
        owner: PersonId::from_bytes(row.get(2)?),
        title: row.get(3)?,
        is_listed: row.get(4)?,
        changed_at: row.get::<_, i64>(5)?.unsigned_abs(),
    })
}

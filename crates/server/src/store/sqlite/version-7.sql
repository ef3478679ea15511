-- What people make together beside games: studies, tournaments, the ladder.
CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    owner BLOB NOT NULL,
    title TEXT NOT NULL,
    is_listed INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX documents_listed ON documents (kind, changed_at) WHERE is_listed;
CREATE INDEX documents_by_owner ON documents (owner, kind, changed_at);

-- What has changed since the document was last written as a whole.
CREATE TABLE document_lines (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (kind, id, version)
) WITHOUT ROWID;

CREATE INDEX games_last_results ON games (changed_at) WHERE is_listed AND is_over;

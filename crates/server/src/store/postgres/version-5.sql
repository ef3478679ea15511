-- What people make together beside games: studies, tournaments, the ladder.
CREATE TABLE documents (
    kind text NOT NULL,
    id text NOT NULL,
    version bigint NOT NULL,
    body text NOT NULL,
    owner bytea NOT NULL,
    title text NOT NULL,
    is_listed boolean NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX documents_listed ON documents (kind, changed_at) WHERE is_listed;
CREATE INDEX documents_by_owner ON documents (owner, kind, changed_at);

-- What has changed since the document was last written as a whole.
CREATE TABLE document_lines (
    kind text NOT NULL,
    id text NOT NULL,
    version bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (kind, id, version)
);

CREATE INDEX games_last_results ON games (changed_at) WHERE is_listed AND is_over;

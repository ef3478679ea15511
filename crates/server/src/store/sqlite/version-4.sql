CREATE TABLE accounts (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    -- Names that look the same have the same key.
    key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    password TEXT,
    is_locked INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE login_sessions (
    id BLOB PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    browser TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX login_sessions_by_account ON login_sessions (account, seen_at);

CREATE TABLE recovery_codes (
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    code BLOB NOT NULL,
    PRIMARY KEY (account, code)
) WITHOUT ROWID;

-- Links that work once: invitations have a role, the others an account.
CREATE TABLE one_time_links (
    id BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    role TEXT,
    account BLOB REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX one_time_links_by_account ON one_time_links (account, purpose);

CREATE TABLE api_tokens (
    id BLOB PRIMARY KEY,
    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    -- Words with spaces between them.
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
) WITHOUT ROWID;
CREATE INDEX api_tokens_by_account ON api_tokens (account, created_at);

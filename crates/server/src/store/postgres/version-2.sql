CREATE TABLE accounts (
    id bytea PRIMARY KEY,
    name text NOT NULL,
    -- Names that look the same have the same key.
    key text NOT NULL UNIQUE,
    role text NOT NULL,
    password text,
    is_locked boolean NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE login_sessions (
    id bytea PRIMARY KEY,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    browser text NOT NULL
);
CREATE INDEX login_sessions_by_account ON login_sessions (account, seen_at);

CREATE TABLE recovery_codes (
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    code bytea NOT NULL,
    PRIMARY KEY (account, code)
);

-- Links that work once: invitations have a role, the others an account.
CREATE TABLE one_time_links (
    id bytea PRIMARY KEY,
    purpose text NOT NULL,
    role text,
    account bytea REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at bigint NOT NULL
);
CREATE INDEX one_time_links_by_account ON one_time_links (account, purpose);

CREATE TABLE api_tokens (
    id bytea PRIMARY KEY,
    account bytea NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label text NOT NULL,
    -- Words with spaces between them.
    scopes text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint
);
CREATE INDEX api_tokens_by_account ON api_tokens (account, created_at);

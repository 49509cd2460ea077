import { SqlMigration } from './sql-migration.js';

// Emails are stored in lower case, so that a plain UNIQUE treats Bob@ and bob@ as one.
const USERS = `
  CREATE TABLE users (
    id            uuid           NOT NULL,
    email         text           NOT NULL,
    username      text,
    name          text,
    password_hash text           NOT NULL,
    status        text           NOT NULL,
    role          text           NOT NULL,
    account_id    uuid,
    created_at    timestamptz(3) NOT NULL,
    updated_at    timestamptz(3) NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_email_key UNIQUE (email),
    CONSTRAINT users_email_lower_check CHECK (email = lower(email COLLATE "C")),
    CONSTRAINT users_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT users_name_check CHECK (char_length(name) BETWEEN 1 AND 255),
    CONSTRAINT users_username_check CHECK (char_length(username) BETWEEN 1 AND 64 AND position('@' IN username) = 0),
    CONSTRAINT users_status_check CHECK (status IN ('pending', 'active', 'suspended')),
    CONSTRAINT users_role_check CHECK (role IN ('admin', 'owner', 'member', 'user')),
    CONSTRAINT users_role_account_check CHECK ((role IN ('owner', 'member')) = (account_id IS NOT NULL))
  )
`;

const USER_INDEXES = [
  `CREATE UNIQUE INDEX users_username_key ON users (lower(username COLLATE "C"))`,
  `CREATE UNIQUE INDEX users_owner_key ON users (account_id) WHERE role = 'owner'`,
  `CREATE INDEX users_account_idx ON users (account_id, id) WHERE account_id IS NOT NULL`,
  `CREATE INDEX users_admin_idx ON users (id) WHERE role = 'admin'`,
];

const SESSIONS = `
  CREATE TABLE sessions (
    id                  uuid           NOT NULL,
    user_id             uuid           NOT NULL,
    status              text           NOT NULL,
    generation          integer        NOT NULL,
    created_at          timestamptz(3) NOT NULL,
    rotated_at          timestamptz(3) NOT NULL,
    last_used_at        timestamptz(3) NOT NULL,
    expires_at          timestamptz(3) NOT NULL,
    absolute_expires_at timestamptz(3) NOT NULL,
    address             text,
    agent               text,
    ended_at            timestamptz(3),
    end_reason          text,
    CONSTRAINT sessions_pkey PRIMARY KEY (id),
    CONSTRAINT sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT sessions_status_check CHECK (status IN ('active', 'ended')),
    CONSTRAINT sessions_generation_check CHECK (generation > 0),
    CONSTRAINT sessions_expiry_check CHECK (expires_at <= absolute_expires_at),
    CONSTRAINT sessions_end_reason_check
      CHECK (end_reason IN ('logout', 'reuse', 'password_changed', 'account_closed')),
    CONSTRAINT sessions_ended_check
      CHECK ((status = 'ended') = (ended_at IS NOT NULL) AND (status = 'ended') = (end_reason IS NOT NULL))
  ) WITH (fillfactor = 80)
`;

const API_KEYS = `
  CREATE TABLE api_keys (
    id           uuid           NOT NULL,
    kind         text           NOT NULL,
    account_id   uuid,
    name         text           NOT NULL,
    digest       text           NOT NULL,
    last_four    text           NOT NULL,
    status       text           NOT NULL,
    created_at   timestamptz(3) NOT NULL,
    expires_at   timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at   timestamptz(3),
    CONSTRAINT api_keys_pkey PRIMARY KEY (id),
    CONSTRAINT api_keys_digest_key UNIQUE (digest),
    CONSTRAINT api_keys_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT api_keys_kind_check CHECK (kind IN ('account', 'platform')),
    CONSTRAINT api_keys_kind_account_check CHECK ((kind = 'account') = (account_id IS NOT NULL)),
    CONSTRAINT api_keys_name_check CHECK (char_length(name) BETWEEN 1 AND 255),
    CONSTRAINT api_keys_last_four_check CHECK (char_length(last_four) = 4),
    CONSTRAINT api_keys_status_check CHECK (status IN ('active', 'revoked')),
    CONSTRAINT api_keys_revoked_check CHECK ((status = 'revoked') = (revoked_at IS NOT NULL))
  )
`;

// No foreign keys: entries outlive their subjects.
const AUDIT = `
  CREATE TABLE audit_entries (
    id           uuid           NOT NULL,
    actor        text           NOT NULL,
    action       text           NOT NULL,
    subject_kind text           NOT NULL,
    subject_id   uuid           NOT NULL,
    address      text,
    agent        text,
    details      jsonb          NOT NULL,
    occurred_at  timestamptz(3) NOT NULL,
    CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
  )
`;

// The shape that rate-limiter-flexible expects. Its counts may be lost in a crash, so they are not written to the WAL.
const RATE_LIMITS = `
  CREATE UNLOGGED TABLE rate_limits (
    key    varchar(255) NOT NULL,
    points integer      NOT NULL DEFAULT 0,
    expire bigint,
    CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
  )
`;

const OTHER_INDEXES = [
  `CREATE INDEX sessions_user_idx ON sessions (user_id, id)`,
  `CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)`,
  `CREATE INDEX api_keys_account_idx ON api_keys (account_id, id)`,
];

export class Identity0000000000002 extends SqlMigration {
  readonly apply = [USERS, ...USER_INDEXES, SESSIONS, API_KEYS, AUDIT, RATE_LIMITS, ...OTHER_INDEXES];
  readonly revert = [`DROP TABLE rate_limits, audit_entries, api_keys, sessions, users`];
}

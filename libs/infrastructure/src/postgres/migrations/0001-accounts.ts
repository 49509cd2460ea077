import { SqlMigration } from './sql-migration.js';

// Checks lower case for ASCII only (C collation): the server's Unicode tables may be newer than those of Node.js.
const ACCOUNTS = `
  CREATE TABLE accounts (
    id         uuid           NOT NULL,
    email      text           NOT NULL,
    name       text           NOT NULL,
    type       text           NOT NULL,
    status     text           NOT NULL,
    currency   text           NOT NULL,
    timezone   text           NOT NULL,
    language   text           NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    closed_at  timestamptz(3),
    CONSTRAINT accounts_pkey PRIMARY KEY (id),
    CONSTRAINT accounts_email_key UNIQUE (email),
    CONSTRAINT accounts_email_lower_check CHECK (email = lower(email COLLATE "C")),
    CONSTRAINT accounts_name_check CHECK (char_length(name) BETWEEN 1 AND 255),
    CONSTRAINT accounts_type_check CHECK (type IN ('individual', 'business')),
    CONSTRAINT accounts_status_check CHECK (status IN ('pending', 'active', 'suspended', 'closed')),
    CONSTRAINT accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT accounts_closed_at_check CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
    CONSTRAINT accounts_updated_at_check CHECK (updated_at >= created_at)
  )
`;

export class Accounts0000000000001 extends SqlMigration {
  readonly apply = [ACCOUNTS, `CREATE INDEX accounts_created_at_idx ON accounts (created_at)`];
  readonly revert = [`DROP TABLE accounts`];
}

import { SqlMigration } from './sql-migration.js';

const BOOKS = `
  CREATE TABLE books (
    account_id uuid           NOT NULL,
    currency   text           NOT NULL,
    state      text           NOT NULL,
    used       boolean        NOT NULL,
    available  bigint         NOT NULL,
    held       bigint         NOT NULL,
    incoming   bigint         NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT books_pkey PRIMARY KEY (account_id),
    CONSTRAINT books_currency_key UNIQUE (account_id, currency),
    CONSTRAINT books_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT books_state_check CHECK (state IN ('open', 'frozen', 'closed')),
    CONSTRAINT books_available_check CHECK (available >= 0),
    CONSTRAINT books_held_check CHECK (held >= 0),
    CONSTRAINT books_incoming_check CHECK (incoming >= 0),
    CONSTRAINT books_unused_check CHECK (used OR (available = 0 AND held = 0 AND incoming = 0)),
    CONSTRAINT books_closed_check CHECK (state <> 'closed' OR (held = 0 AND incoming = 0))
  ) WITH (fillfactor = 50)
`;

// The currency is part of the foreign key, so that a transaction has the currency of its balance.
const TRANSACTIONS = `
  CREATE TABLE transactions (
    account_id     uuid           NOT NULL,
    id             uuid           NOT NULL,
    type           text           NOT NULL,
    amount         bigint         NOT NULL,
    currency       text           NOT NULL,
    status         text           NOT NULL,
    reference      text,
    metadata       json           NOT NULL,
    refund_of      uuid,
    failure_reason text,
    created_at     timestamptz(3) NOT NULL,
    updated_at     timestamptz(3) NOT NULL,
    ended_at       timestamptz(3),
    CONSTRAINT transactions_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT transactions_book_fkey FOREIGN KEY (account_id, currency) REFERENCES books (account_id, currency),
    CONSTRAINT transactions_refund_fkey FOREIGN KEY (account_id, refund_of) REFERENCES transactions (account_id, id),
    CONSTRAINT transactions_type_check CHECK (type IN ('payment', 'credit', 'refund')),
    CONSTRAINT transactions_amount_check CHECK (amount BETWEEN 1 AND 1000000000000),
    CONSTRAINT transactions_status_check CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
    CONSTRAINT transactions_ended_check CHECK ((status = 'pending') = (ended_at IS NULL)),
    CONSTRAINT transactions_refund_check CHECK (refund_of IS NULL OR type = 'refund'),
    CONSTRAINT transactions_failure_check CHECK (failure_reason IS NULL OR status = 'failed'),
    CONSTRAINT transactions_reference_check CHECK (char_length(reference) BETWEEN 1 AND 255)
  )
`;

const INDEXES = [
  `CREATE INDEX transactions_id_idx ON transactions (id)`,
  `CREATE INDEX transactions_due_idx ON transactions (id) WHERE status = 'pending'`,
  // Partial: most transactions are succeeded payments, which would only enlarge these indexes.
  `CREATE INDEX transactions_status_idx ON transactions (account_id, status, id) WHERE status <> 'succeeded'`,
  `CREATE INDEX transactions_type_idx ON transactions (account_id, type, id) WHERE type <> 'payment'`,
  `CREATE INDEX transactions_refund_idx ON transactions (account_id, refund_of) WHERE refund_of IS NOT NULL`,
];

const ENTRIES = `
  CREATE TABLE entries (
    account_id     uuid           NOT NULL,
    transaction_id uuid           NOT NULL,
    line           text           NOT NULL,
    currency       text           NOT NULL,
    amount         bigint         NOT NULL,
    posted_at      timestamptz(3) NOT NULL,
    CONSTRAINT entries_pkey PRIMARY KEY (account_id, transaction_id, line),
    CONSTRAINT entries_transaction_fkey
      FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, id),
    CONSTRAINT entries_line_check CHECK (line IN ('account', 'clearing')),
    CONSTRAINT entries_amount_check CHECK (amount <> 0)
  )
`;

const ENTRIES_ARE_FINAL = [
  `CREATE FUNCTION refuse_change_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       RAISE EXCEPTION 'Entries are never changed.' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER entries_are_final BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_entries()`,
];

// References books, not accounts: a SQL transaction that adds an event holds the lock on the balance, but another that
// waits for the balance may hold the lock on the account.
const EVENTS = `
  CREATE TABLE events (
    account_id   uuid           NOT NULL,
    id           uuid           NOT NULL,
    type         text           NOT NULL,
    subject_kind text           NOT NULL,
    subject_id   uuid           NOT NULL,
    data         jsonb          NOT NULL,
    occurred_at  timestamptz(3) NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT events_book_fkey FOREIGN KEY (account_id) REFERENCES books (account_id)
  )
`;

export class Ledger0000000000003 extends SqlMigration {
  readonly apply = [BOOKS, TRANSACTIONS, ...INDEXES, ENTRIES, ...ENTRIES_ARE_FINAL, EVENTS];
  readonly revert = [
    `DROP TABLE events, entries, transactions, books`,
    `DROP FUNCTION refuse_change_of_entries()`,
  ];
}

import { SqlMigration } from './sql-migration.js';

// Without foreign keys: a mail of a user without an account has none, and a deleted user's mails stay until they expire.
const MAILS = `
  CREATE TABLE mails (
    account_id      uuid           NOT NULL,
    id              uuid           NOT NULL,
    kind            text           NOT NULL,
    subject_id      uuid           NOT NULL,
    status          text           NOT NULL,
    due_at          timestamptz(3) NOT NULL,
    next_attempt_at timestamptz(3),
    claimed_until   timestamptz(3),
    attempts        integer        NOT NULL,
    last_error      text,
    sent_at         timestamptz(3),
    created_at      timestamptz(3) NOT NULL,
    CONSTRAINT mails_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT mails_kind_check CHECK (
      kind IN ('payment_request', 'receipt', 'refund', 'password_reset', 'account_closed')
    ),
    CONSTRAINT mails_status_check CHECK (status IN ('pending', 'sent', 'skipped', 'failed')),
    CONSTRAINT mails_next_attempt_check CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
    CONSTRAINT mails_claimed_check CHECK (claimed_until IS NULL OR status = 'pending'),
    CONSTRAINT mails_attempts_check CHECK (attempts >= 0),
    CONSTRAINT mails_last_error_check CHECK (last_error ~ '^[a-z0-9_]{1,40}$'),
    CONSTRAINT mails_sent_check CHECK ((status = 'sent') = (sent_at IS NOT NULL))
  )
`;

const INDEXES = [
  `CREATE INDEX mails_due_idx ON mails (next_attempt_at, id) WHERE status = 'pending'`,
  `CREATE INDEX mails_subject_idx ON mails (account_id, subject_id, due_at)`,
  `CREATE INDEX mails_payments_idx ON mails (account_id, due_at) WHERE kind = 'payment_request'`,
  `CREATE INDEX mails_created_at_idx ON mails (created_at)`,
];

/** The outbox of mails. It has neither addresses nor texts: the worker derives them from the ids. */
export class Mails0000000000024 extends SqlMigration {
  readonly apply = [MAILS, ...INDEXES];
  readonly revert = [`DROP TABLE mails`];
}

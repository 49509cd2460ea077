import { SqlMigration } from './sql-migration.js';

const PAYMENT_REQUESTS = `
  CREATE TABLE payment_requests (
    account_id      uuid           NOT NULL,
    id              uuid           NOT NULL,
    page_digest     text           NOT NULL,
    amount          bigint         NOT NULL,
    currency        text           NOT NULL,
    status          text           NOT NULL,
    customer_email  text           NOT NULL,
    reference       text,
    metadata        json           NOT NULL,
    expires_at      timestamptz(3) NOT NULL,
    declines        integer        NOT NULL,
    attempts        integer        NOT NULL,
    charging        boolean        NOT NULL,
    created_at      timestamptz(3) NOT NULL,
    updated_at      timestamptz(3) NOT NULL,
    transaction_id  uuid,
    canceled_at     timestamptz(3),
    cancel_reason   text,
    subscription_id uuid,
    CONSTRAINT payment_requests_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT payment_requests_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT payment_requests_transaction_fkey
      FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, id),
    CONSTRAINT payment_requests_transaction_key UNIQUE (account_id, transaction_id),
    CONSTRAINT payment_requests_amount_check CHECK (amount BETWEEN 1 AND 1000000000000),
    CONSTRAINT payment_requests_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT payment_requests_status_check CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
    CONSTRAINT payment_requests_paid_check CHECK ((status = 'succeeded') = (transaction_id IS NOT NULL)),
    CONSTRAINT payment_requests_canceled_check CHECK ((status = 'canceled') = (canceled_at IS NOT NULL)),
    CONSTRAINT payment_requests_reason_check CHECK (
      (status = 'canceled') = (cancel_reason IS NOT NULL)
      AND cancel_reason IN ('requested', 'expired', 'account_closed')
    ),
    CONSTRAINT payment_requests_declines_check CHECK (declines BETWEEN 0 AND 5 AND (status = 'failed') = (declines = 5)),
    CONSTRAINT payment_requests_attempts_check CHECK (attempts >= declines AND (attempts > 0 OR NOT charging)),
    CONSTRAINT payment_requests_charging_check CHECK (NOT charging OR status IN ('pending', 'canceled')),
    CONSTRAINT payment_requests_reference_check CHECK (char_length(reference) BETWEEN 1 AND 255)
  )
`;

const ATTEMPTS = `
  CREATE TABLE payment_attempts (
    account_id         uuid           NOT NULL,
    payment_request_id uuid           NOT NULL,
    number             integer        NOT NULL,
    status             text           NOT NULL,
    brand              text           NOT NULL,
    last4              text           NOT NULL,
    decline_reason     text,
    started_at         timestamptz(3) NOT NULL,
    ended_at           timestamptz(3),
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (account_id, payment_request_id, number),
    CONSTRAINT payment_attempts_request_fkey
      FOREIGN KEY (account_id, payment_request_id) REFERENCES payment_requests (account_id, id),
    CONSTRAINT payment_attempts_number_check CHECK (number >= 1),
    CONSTRAINT payment_attempts_status_check CHECK (
      status IN ('started', 'approved', 'declined', 'failed', 'voided', 'reversing', 'reversed')
    ),
    CONSTRAINT payment_attempts_ended_check CHECK ((status IN ('started', 'reversing')) = (ended_at IS NULL)),
    CONSTRAINT payment_attempts_reason_check CHECK ((status = 'declined') = (decline_reason IS NOT NULL)),
    -- Four digits and no more: a whole card number cannot be kept here even by mistake.
    CONSTRAINT payment_attempts_last4_check CHECK (last4 ~ '^[0-9]{4}$')
  )
`;

const INDEXES = [
  `CREATE INDEX payment_requests_page_idx ON payment_requests (page_digest)`,
  `CREATE INDEX payment_requests_id_idx ON payment_requests (id)`,
  `CREATE INDEX payment_requests_status_idx ON payment_requests (account_id, status, id)`,
  `CREATE INDEX payment_requests_due_idx ON payment_requests (expires_at, id) WHERE status = 'pending'`,
  // A request has at most one open attempt.
  `CREATE UNIQUE INDEX payment_attempts_open_key ON payment_attempts (account_id, payment_request_id)
     WHERE ended_at IS NULL`,
  `CREATE INDEX payment_attempts_unended_idx ON payment_attempts (started_at) WHERE ended_at IS NULL`,
];

// The sandbox simulates an external system, so it has no foreign keys.
const SANDBOX_CHARGES = `
  CREATE TABLE sandbox_charges (
    key         text           NOT NULL,
    amount      bigint,
    currency    text,
    outcome     text           NOT NULL,
    reason      text,
    created_at  timestamptz(3) NOT NULL,
    reversed_at timestamptz(3),
    CONSTRAINT sandbox_charges_pkey PRIMARY KEY (key),
    CONSTRAINT sandbox_charges_outcome_check CHECK (outcome IN ('approved', 'declined', 'failed', 'voided')),
    CONSTRAINT sandbox_charges_amount_check CHECK ((outcome = 'voided') = (amount IS NULL)),
    CONSTRAINT sandbox_charges_reversed_check CHECK (reversed_at IS NULL OR outcome = 'approved')
  )
`;

export class Payments0000000000004 extends SqlMigration {
  readonly apply = [PAYMENT_REQUESTS, ATTEMPTS, ...INDEXES, SANDBOX_CHARGES];
  readonly revert = [`DROP TABLE sandbox_charges, payment_attempts, payment_requests`];
}

import { SqlMigration } from './sql-migration.js';

// The first request of a subscription is inserted after it, so its foreign key is deferred to the commit.
const SUBSCRIPTIONS = `
  CREATE TABLE subscriptions (
    account_id        uuid           NOT NULL,
    id                uuid           NOT NULL,
    customer_email    text           NOT NULL,
    amount            bigint         NOT NULL,
    currency          text           NOT NULL,
    "interval"        text           NOT NULL,
    reference         text,
    metadata          json           NOT NULL,
    status            text           NOT NULL,
    anchor_at         timestamptz(3) NOT NULL,
    anchor_period     integer        NOT NULL,
    period_number     integer        NOT NULL,
    period_start_at   timestamptz(3) NOT NULL,
    period_end_at     timestamptz(3) NOT NULL,
    window_number     integer        NOT NULL,
    window_end_at     timestamptz(3) NOT NULL,
    due_at            timestamptz(3) NOT NULL,
    paid_at           timestamptz(3),
    latest_payment_id uuid           NOT NULL,
    created_at        timestamptz(3) NOT NULL,
    updated_at        timestamptz(3) NOT NULL,
    canceled_at       timestamptz(3),
    CONSTRAINT subscriptions_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT subscriptions_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT subscriptions_payment_fkey
      FOREIGN KEY (account_id, latest_payment_id) REFERENCES payment_requests (account_id, id)
      DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT subscriptions_amount_check CHECK (amount BETWEEN 1 AND 1000000000000),
    CONSTRAINT subscriptions_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT subscriptions_interval_check CHECK ("interval" IN ('day', 'week', 'month', 'year')),
    CONSTRAINT subscriptions_status_check CHECK (status IN ('active', 'past_due', 'paused', 'canceled')),
    CONSTRAINT subscriptions_canceled_check CHECK ((status = 'canceled') = (canceled_at IS NOT NULL)),
    CONSTRAINT subscriptions_period_check CHECK (
      anchor_period BETWEEN 1 AND period_number AND period_start_at < period_end_at
    ),
    CONSTRAINT subscriptions_window_check CHECK (window_number >= 1 AND window_end_at <= period_end_at),
    CONSTRAINT subscriptions_reference_check CHECK (char_length(reference) BETWEEN 1 AND 255)
  )
`;

// The primary key ensures that no period is billed twice.
const BILLS = `
  CREATE TABLE subscription_bills (
    account_id      uuid    NOT NULL,
    subscription_id uuid    NOT NULL,
    period_number   integer NOT NULL,
    window_number   integer NOT NULL,
    payment_id      uuid    NOT NULL,
    CONSTRAINT subscription_bills_pkey PRIMARY KEY (account_id, subscription_id, period_number, window_number),
    CONSTRAINT subscription_bills_payment_key UNIQUE (account_id, payment_id),
    CONSTRAINT subscription_bills_subscription_fkey
      FOREIGN KEY (account_id, subscription_id) REFERENCES subscriptions (account_id, id),
    CONSTRAINT subscription_bills_payment_fkey
      FOREIGN KEY (account_id, payment_id) REFERENCES payment_requests (account_id, id)
  )
`;

const INDEXES = [
  `CREATE INDEX subscriptions_id_idx ON subscriptions (id)`,
  `CREATE INDEX subscriptions_status_idx ON subscriptions (account_id, status, id)`,
  `CREATE INDEX subscriptions_due_idx ON subscriptions (due_at, id) WHERE status IN ('active', 'past_due')`,
];

const REQUESTS_REFER = `
  ALTER TABLE payment_requests ADD CONSTRAINT payment_requests_subscription_fkey
    FOREIGN KEY (account_id, subscription_id) REFERENCES subscriptions (account_id, id)
`;

export class Subscriptions0000000000005 extends SqlMigration {
  readonly apply = [SUBSCRIPTIONS, BILLS, ...INDEXES, REQUESTS_REFER];
  readonly revert = [
    `ALTER TABLE payment_requests DROP CONSTRAINT payment_requests_subscription_fkey`,
    `DROP TABLE subscription_bills, subscriptions`,
  ];
}

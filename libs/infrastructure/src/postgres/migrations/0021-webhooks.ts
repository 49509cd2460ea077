import { SqlMigration } from './sql-migration.js';

const ENDPOINTS = `
  CREATE TABLE webhook_endpoints (
    id                         uuid           NOT NULL,
    account_id                 uuid,
    url                        text           NOT NULL,
    events                     text[]         NOT NULL,
    description                text,
    status                     text           NOT NULL,
    secret                     text           NOT NULL,
    previous_secret            text,
    previous_secret_expires_at timestamptz(3),
    failing_since              timestamptz(3),
    created_at                 timestamptz(3) NOT NULL,
    updated_at                 timestamptz(3) NOT NULL,
    CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_endpoints_status_check CHECK (status IN ('enabled', 'disabled')),
    CONSTRAINT webhook_endpoints_url_check CHECK (url ~ '^https?://' AND char_length(url) <= 2048),
    CONSTRAINT webhook_endpoints_events_check CHECK (cardinality(events) >= 1),
    CONSTRAINT webhook_endpoints_previous_secret_check CHECK (
      (previous_secret IS NULL) = (previous_secret_expires_at IS NULL)
    )
  )
`;

// Without foreign keys: the deliveries of a deleted endpoint stay until they expire, and a test is not stored as an event.
const DELIVERIES = `
  CREATE TABLE webhook_deliveries (
    account_id      uuid           NOT NULL,
    id              uuid           NOT NULL,
    endpoint_id     uuid           NOT NULL,
    event_id        uuid           NOT NULL,
    event_type      text           NOT NULL,
    status          text           NOT NULL,
    next_attempt_at timestamptz(3),
    claimed_until   timestamptz(3),
    failures        integer        NOT NULL,
    attempts        jsonb          NOT NULL,
    created_at      timestamptz(3) NOT NULL,
    CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT webhook_deliveries_next_attempt_check CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
    CONSTRAINT webhook_deliveries_claimed_check CHECK (claimed_until IS NULL OR status = 'pending'),
    CONSTRAINT webhook_deliveries_failures_check CHECK (failures >= 0),
    CONSTRAINT webhook_deliveries_attempts_check CHECK (jsonb_typeof(attempts) = 'array')
  )
`;

const INDEXES = [
  `CREATE INDEX webhook_endpoints_account_idx ON webhook_endpoints (account_id, id)`,
  // For the condition on `failures`, see partial-index-hints.ts.
  `CREATE INDEX webhook_deliveries_id_idx ON webhook_deliveries (id) WHERE failures > -1`,
  `CREATE INDEX webhook_deliveries_endpoint_idx ON webhook_deliveries (endpoint_id, id)`,
  `CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (endpoint_id, id) WHERE status = 'failed'`,
  `CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (endpoint_id, next_attempt_at, id)
     WHERE status = 'pending'`,
  `CREATE INDEX webhook_deliveries_claimed_idx ON webhook_deliveries (endpoint_id, claimed_until)
     WHERE claimed_until IS NOT NULL`,
  `CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at)`,
];

export class Webhooks0000000000021 extends SqlMigration {
  readonly apply = [ENDPOINTS, DELIVERIES, ...INDEXES];
  readonly revert = [`DROP TABLE webhook_deliveries, webhook_endpoints`];
}

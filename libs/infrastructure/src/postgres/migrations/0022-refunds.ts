import { SqlMigration } from './sql-migration.js';

const REFUNDS = `
  CREATE TABLE refunds (
    account_id     uuid           NOT NULL,
    id             uuid           NOT NULL,
    payment_id     uuid           NOT NULL,
    amount         bigint         NOT NULL,
    currency       text           NOT NULL,
    status         text           NOT NULL,
    reason         text,
    failure_reason text,
    transaction_id uuid           NOT NULL,
    created_at     timestamptz(3) NOT NULL,
    updated_at     timestamptz(3) NOT NULL,
    CONSTRAINT refunds_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT refunds_payment_fkey
      FOREIGN KEY (account_id, payment_id) REFERENCES payment_requests (account_id, id),
    CONSTRAINT refunds_transaction_fkey
      FOREIGN KEY (account_id, transaction_id) REFERENCES transactions (account_id, id),
    CONSTRAINT refunds_amount_check CHECK (amount BETWEEN 1 AND 1000000000000),
    CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT refunds_failure_check CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
    CONSTRAINT refunds_reason_check CHECK (char_length(reason) BETWEEN 1 AND 255)
  )
`;

const INDEXES = [
  // For the conditions on `amount`, see partial-index-hints.ts.
  `CREATE INDEX refunds_id_idx ON refunds (id) WHERE amount > 0`,
  `CREATE INDEX refunds_payment_idx ON refunds (account_id, payment_id, id)`,
  `CREATE INDEX refunds_account_pending_idx ON refunds (account_id) WHERE status = 'pending'`,
  `CREATE INDEX refunds_pending_idx ON refunds (created_at, id) WHERE status = 'pending' AND amount > -1`,
];

// Existing rows have the defaults; a check of them would read the whole table under a lock.
const COLUMNS = [
  `ALTER TABLE payment_requests ADD COLUMN refunded_amount bigint NOT NULL DEFAULT 0,
     ADD CONSTRAINT payment_requests_refunded_check CHECK (
       refunded_amount BETWEEN 0 AND amount AND (refunded_amount = 0 OR status = 'succeeded')) NOT VALID`,
  `ALTER TABLE transactions ADD COLUMN refund_id uuid,
     ADD CONSTRAINT transactions_refund_id_check CHECK (
       refund_id IS NULL OR (type = 'payment' AND transfer_id IS NULL)) NOT VALID`,
  `CREATE UNIQUE INDEX transactions_refund_id_idx ON transactions (account_id, refund_id)
     WHERE refund_id IS NOT NULL`,
];

const SANDBOX = [
  `ALTER TABLE sandbox_charges ADD COLUMN refunds_fail boolean NOT NULL DEFAULT false`,
  `CREATE TABLE sandbox_refunds (
     key        text           NOT NULL,
     charge_key text           NOT NULL,
     amount     bigint         NOT NULL,
     currency   text           NOT NULL,
     outcome    text           NOT NULL,
     reason     text,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (key),
     CONSTRAINT sandbox_refunds_outcome_check CHECK (outcome IN ('succeeded', 'failed')),
     CONSTRAINT sandbox_refunds_reason_check CHECK ((outcome = 'failed') = (reason IS NOT NULL))
   )`,
];

/** Money that goes back to the customers of payment requests. */
export class Refunds0000000000022 extends SqlMigration {
  readonly apply = [REFUNDS, ...INDEXES, ...COLUMNS, ...SANDBOX];
  readonly revert = [
    `DROP TABLE refunds, sandbox_refunds`,
    `ALTER TABLE sandbox_charges DROP COLUMN refunds_fail`,
    `ALTER TABLE transactions DROP COLUMN refund_id`,
    `ALTER TABLE payment_requests DROP COLUMN refunded_amount`,
  ];
}

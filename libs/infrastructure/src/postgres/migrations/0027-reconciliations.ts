import { SqlMigration } from './sql-migration.js';

const RECONCILIATIONS = `
  CREATE TABLE reconciliations (
    account_id        uuid           NOT NULL,
    id                uuid           NOT NULL,
    currency          text           NOT NULL,
    format            text           NOT NULL,
    status            text           NOT NULL,
    period_from       date           NOT NULL,
    period_to         date           NOT NULL,
    tolerance_days    integer        NOT NULL,
    matched           integer        NOT NULL,
    amount_differs    integer        NOT NULL,
    missing_in_florin integer        NOT NULL,
    missing_in_file   integer        NOT NULL,
    created_at        timestamptz(3) NOT NULL,
    CONSTRAINT reconciliations_pkey PRIMARY KEY (account_id, id),
    CONSTRAINT reconciliations_format_check CHECK (format IN ('csv', 'camt053')),
    CONSTRAINT reconciliations_status_check CHECK (status = 'completed'),
    CONSTRAINT reconciliations_period_check CHECK (period_from <= period_to),
    CONSTRAINT reconciliations_tolerance_check CHECK (tolerance_days BETWEEN 0 AND 31),
    CONSTRAINT reconciliations_counts_check CHECK (
      least(matched, amount_differs, missing_in_florin, missing_in_file) >= 0
    )
  )
`;

// No foreign key to transactions, which would be checked for every line; transactions are never deleted.
const LINES = `
  CREATE TABLE reconciliation_lines (
    account_id          uuid    NOT NULL,
    reconciliation_id   uuid    NOT NULL,
    id                  uuid    NOT NULL,
    result              text    NOT NULL,
    file_line           integer,
    file_reference      text,
    file_amount         bigint,
    file_date           date,
    file_description    text,
    transaction_id      uuid,
    posted_reference    text,
    posted_amount       bigint,
    posted_date         date,
    CONSTRAINT reconciliation_lines_pkey PRIMARY KEY (account_id, reconciliation_id, id),
    CONSTRAINT reconciliation_lines_reconciliation_fkey FOREIGN KEY (account_id, reconciliation_id)
      REFERENCES reconciliations (account_id, id) ON DELETE CASCADE,
    CONSTRAINT reconciliation_lines_file_check CHECK (
      num_nulls(file_line, file_amount, file_date) = CASE result WHEN 'missing_in_file' THEN 3 ELSE 0 END
    ),
    CONSTRAINT reconciliation_lines_posted_check CHECK (
      num_nulls(transaction_id, posted_amount, posted_date)
        = CASE result WHEN 'missing_in_florin' THEN 3 ELSE 0 END
    ),
    CONSTRAINT reconciliation_lines_result_check CHECK (
      CASE result
        WHEN 'matched' THEN file_amount = posted_amount
        WHEN 'amount_differs' THEN file_amount <> posted_amount
        ELSE result IN ('missing_in_florin', 'missing_in_file')
      END
    )
  )
`;

const INDEXES = [
  // For the condition on `matched`, see partial-index-hints.ts.
  `CREATE INDEX reconciliations_id_idx ON reconciliations (id) WHERE matched > -1`,
  `CREATE INDEX reconciliation_lines_result_idx
     ON reconciliation_lines (account_id, reconciliation_id, result, id)`,
];

/** Files of banks and processors, compared with what Florin posted. */
export class Reconciliations0000000000027 extends SqlMigration {
  readonly apply = [RECONCILIATIONS, LINES, ...INDEXES];
  readonly revert = [`DROP TABLE reconciliation_lines, reconciliations`];
}

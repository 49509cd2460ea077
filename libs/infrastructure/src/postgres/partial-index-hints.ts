import { Raw } from 'typeorm';

// True for every row. The planner uses a partial index over all accounts only for statements that repeat its condition, so
// it never reads the list of one account from such an index.

export const BY_ID_HINT = 'amount > 0';
export const BY_STATUS_HINT = 'amount > -1';
export const BY_REFERENCE_HINT = 'amount > -2';
/** For transactions. */
export const BY_TRANSFER_HINT = 'amount > -2';
export const EVENTS_BY_ID_HINT = `occurred_at > '-infinity'`;
export const DELIVERIES_BY_ID_HINT = 'failures > -1';
export const RECONCILIATIONS_BY_ID_HINT = 'matched > -1';

export const BY_ID = { amount: Raw((column) => `${column} > 0`) } as const;
export const BY_TRANSFER = { amount: Raw((column) => `${column} > -2`) } as const;

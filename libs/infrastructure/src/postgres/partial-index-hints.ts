import { Raw } from 'typeorm';

// Conditions that are true of every row of transactions, payment requests and subscriptions. The indexes over all accounts
// are partial with one of them, so the planner uses such an index only for statements that repeat it. Without them it
// would read the list of one account from an index over all accounts, past a million rows of others.

export const BY_ID_HINT = 'amount > 0';

export const BY_STATUS_HINT = 'amount > -1';

export const BY_REFERENCE_HINT = 'amount > -2';

/** `BY_ID_HINT` for TypeORM's `where`. */
export const BY_ID = { amount: Raw((column) => `${column} > 0`) } as const;

import { type Damage } from './damage.js';

const NEW_ACCOUNT = `
  INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
  VALUES ('01890000-0000-7000-8000-000000000001', 'new@example.com', 'New', 'business', 'active', 'EUR', 'UTC', 'en',
    now(), now())`;

export const ACCOUNTS: readonly Damage[] = [
  { description: 'an account has no balance', sql: NEW_ACCOUNT, codes: ['book_missing'] },
  {
    description: 'a balance without transactions is marked as used',
    sql: `${NEW_ACCOUNT}; INSERT INTO books (account_id, currency, state, used, available, held, incoming, updated_at)
      VALUES ('01890000-0000-7000-8000-000000000001', 'EUR', 'open', true, 0, 0, 0, now())`,
    codes: ['book_use_wrong'],
  },
  {
    description: 'a closed account is reopened',
    sql: `UPDATE accounts SET status = 'active', closed_at = NULL WHERE status = 'closed'`,
    codes: ['book_contradicts_account'],
  },
];

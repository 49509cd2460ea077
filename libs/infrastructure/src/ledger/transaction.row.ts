import { type AccountId, type Currency, idFromUuid, type Metadata, type TransactionId } from '@florin/kernel';
import type { Transaction, TransactionStatus, TransactionType } from '@florin/ledger';
import { safeInteger } from '../postgres/columns.js';
import { OVER_ALL_ACCOUNTS } from '../postgres/over-all-accounts.js';
import {
  idColumn,
  integerColumn,
  jsonColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../postgres/array-columns.js';
import {
  type GatheredColumns,
  instants,
  instantsOrNull,
  jsonOf,
  texts,
  words,
  wordsOrNull,
} from '../postgres/gathered-columns.js';
import { counted, type Prepared } from '../postgres/named-query.js';
import { run, type SqlClient } from './sql-client.js';

export interface TransactionRow {
  account_id: string;
  id: string;
  type: string;
  amount: string;
  currency: string;
  status: string;
  reference: string | null;
  metadata: Metadata;
  refund_of: string | null;
  failure_reason: string | null;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
}

export const GATHERED_TRANSACTIONS: GatheredColumns<TransactionRow> = {
  account_id: words,
  id: words,
  type: words,
  amount: words,
  currency: words,
  status: words,
  reference: texts,
  metadata: jsonOf(),
  refund_of: wordsOrNull,
  failure_reason: texts,
  created_at: instants,
  updated_at: instants,
  ended_at: instantsOrNull,
};

export const TRANSACTION_COLUMNS = Object.keys(GATHERED_TRANSACTIONS).join(', ');

export const transactionOf = (row: TransactionRow): Transaction => ({
  id: idFromUuid('txn', row.id),
  accountId: idFromUuid('acct', row.account_id),
  type: row.type as TransactionType,
  amount: safeInteger(row.amount),
  currency: row.currency as Currency,
  status: row.status as TransactionStatus,
  reference: row.reference ?? undefined,
  metadata: row.metadata,
  refundOf: row.refund_of === null ? undefined : idFromUuid('txn', row.refund_of),
  failureReason: row.failure_reason ?? undefined,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  endedAt: row.ended_at ?? undefined,
});

const ACCOUNTS = {
  name: 'transactions_accounts',
  text: `SELECT account_id, id FROM transactions WHERE id = ANY ($1::uuid[]) AND ${OVER_ALL_ACCOUNTS}`,
};

export interface PlacedTransaction {
  readonly accountId: AccountId;
  readonly id: TransactionId;
}

/** Where transactions belong that are known by their id alone. They never move, so this needs no lock. */
export async function placeTransactions(
  sql: SqlClient,
  ids: readonly TransactionId[],
): Promise<PlacedTransaction[]> {
  if (ids.length === 0) return [];
  const rows = await run<Pick<TransactionRow, 'account_id' | 'id'>>(sql, ACCOUNTS, [
    idColumn(ids, (id) => id),
  ]);
  return rows.map((row) => ({
    accountId: idFromUuid('acct', row.account_id),
    id: idFromUuid('txn', row.id),
  }));
}

const READ = {
  name: 'transactions_read',
  text: `SELECT ${TRANSACTION_COLUMNS} FROM unnest($1::uuid[], $2::uuid[]) AS needed (account_id, id)
    JOIN transactions USING (account_id, id)`,
};

export async function readTransactions(
  sql: SqlClient,
  placed: readonly PlacedTransaction[],
): Promise<Transaction[]> {
  if (placed.length === 0) return [];
  const accountIds = idColumn(placed, ({ accountId }) => accountId);
  const rows = await run<TransactionRow>(sql, READ, [accountIds, idColumn(placed, ({ id }) => id)]);
  return rows.map(transactionOf);
}

const REFUNDED = {
  name: 'transactions_refunded',
  text: `SELECT refund_of, sum(amount) AS refunded FROM transactions
    WHERE account_id = ANY ($1::uuid[]) AND refund_of = ANY ($2::uuid[]) AND status IN ('pending', 'succeeded')
    GROUP BY refund_of`,
};

export async function sumRefunds(
  sql: SqlClient,
  accountIds: readonly AccountId[],
  paymentIds: readonly TransactionId[],
): Promise<Map<TransactionId, number>> {
  if (paymentIds.length === 0) return new Map();
  const values = [idColumn(accountIds, (id) => id), idColumn(paymentIds, (id) => id)];
  const rows = await run<{ refund_of: string; refunded: string }>(sql, REFUNDED, values);
  return new Map(rows.map((row) => [idFromUuid('txn', row.refund_of), safeInteger(row.refunded)]));
}

const INSERT = {
  name: 'transactions_insert',
  text: `INSERT INTO transactions (account_id, id, type, amount, currency, status, reference, metadata, refund_of,
      created_at, updated_at)
    SELECT account_id, id, type, amount, currency, 'pending', reference, metadata, refund_of, created_at, created_at
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::json[], $8::uuid[],
      $9::timestamptz[]) AS new (account_id, id, type, amount, currency, reference, metadata, refund_of, created_at)`,
};

/** New transactions are pending, whatever else the same batch then does to them. */
export function insertionOfTransactions(added: readonly Transaction[]): Prepared[] {
  if (added.length === 0) return [];
  const values = [
    idColumn(added, ({ accountId }) => accountId),
    idColumn(added, ({ id }) => id),
    wordColumn(added, ({ type }) => type),
    integerColumn(added, ({ amount }) => amount),
    wordColumn(added, ({ currency }) => currency),
    textColumn(added, ({ reference }) => reference),
    jsonColumn(added, ({ metadata }) => metadata),
    idColumn(added, ({ refundOf }) => refundOf),
    timeColumn(added, ({ createdAt }) => createdAt),
  ];
  return [{ ...INSERT, values }];
}

const UPDATE = {
  name: 'transactions_update',
  text: counted(
    `UPDATE transactions SET status = new.status, reference = new.reference, metadata = new.metadata,
      failure_reason = new.failure_reason, updated_at = new.updated_at, ended_at = new.ended_at
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::json[], $6::text[], $7::timestamptz[],
      $8::timestamptz[]) AS new (account_id, id, status, reference, metadata, failure_reason, updated_at, ended_at)
    WHERE transactions.account_id = new.account_id AND transactions.id = new.id`,
    9,
  ),
};

export function updateOfTransactions(changed: readonly Transaction[]): Prepared[] {
  if (changed.length === 0) return [];
  const values = [
    idColumn(changed, ({ accountId }) => accountId),
    idColumn(changed, ({ id }) => id),
    wordColumn(changed, ({ status }) => status),
    textColumn(changed, ({ reference }) => reference),
    jsonColumn(changed, ({ metadata }) => metadata),
    textColumn(changed, ({ failureReason }) => failureReason),
    timeColumn(changed, ({ updatedAt }) => updatedAt),
    timeColumn(changed, ({ endedAt }) => endedAt),
    changed.length,
  ];
  return [{ ...UPDATE, values }];
}

const END = {
  name: 'transactions_end',
  text: counted(
    `UPDATE transactions SET status = ended.status, updated_at = ended.updated_at, ended_at = ended.ended_at
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[])
      AS ended (account_id, id, status, updated_at, ended_at)
    WHERE transactions.account_id = ended.account_id AND transactions.id = ended.id`,
    6,
  ),
};

/** Keeps that they were canceled, and leaves alone what else is known of them. */
export const endingOfTransactions = (ended: readonly Transaction[]): Prepared[] => [
  {
    ...END,
    values: [
      idColumn(ended, ({ accountId }) => accountId),
      idColumn(ended, ({ id }) => id),
      wordColumn(ended, ({ status }) => status),
      timeColumn(ended, ({ updatedAt }) => updatedAt),
      timeColumn(ended, ({ endedAt }) => endedAt),
      ended.length,
    ],
  },
];

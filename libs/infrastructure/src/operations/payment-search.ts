import { parseEmail, parseId, uuidFromId } from '@florin/kernel';
import { pageDigestOf } from '../payments/derived-page-secrets.js';
import type { Snapshot } from './snapshot.js';

/** A row as stored: uuids for ids, and amounts as text. */
export type FoundRow = Readonly<Record<string, unknown>>;

/** Newest first; attempts and events in the order in which they happened. */
export interface FoundPayments {
  readonly requests: readonly FoundRow[];
  readonly attempts: readonly FoundRow[];
  readonly transactions: readonly FoundRow[];
  readonly subscriptions: readonly FoundRow[];
  readonly events: readonly FoundRow[];
  readonly hasMore: boolean;
}

/** The conditions for an id, a processor's charge key, the URL of a payment page, a customer's email or a reference. */
function searchFor(text: string) {
  // A charge key is the request's id and the number of the attempt.
  const idText = text.replace(/^(pay_[0-9a-z]+)\.[0-9]+$/, '$1');
  const id = parseId('pay', idText) ?? parseId('txn', idText) ?? parseId('sub', idText);
  if (id !== undefined) {
    return {
      values: [uuidFromId(id)],
      request: 'id = $1 OR transaction_id = $1 OR subscription_id = $1',
      transaction: 'id = $1 OR refund_of = $1',
      subscription: 'id = $1',
    };
  }
  const secret = /^https?:\/\/.*\/pay\/([\w-]+)/.exec(text)?.[1];
  if (secret !== undefined) {
    const values = [pageDigestOf(secret)];
    return { values, request: 'page_digest = $1', transaction: 'false', subscription: 'false' };
  }
  const request = 'customer_email = $1 OR reference = $2';
  const values = [parseEmail(text) ?? text, text];
  return { values, request, transaction: 'reference = $2', subscription: request };
}

/** For operators: most conditions have no index, so this reads whole tables. */
export async function searchPayments(
  snapshot: Snapshot,
  text: string,
  limit: number,
): Promise<FoundPayments> {
  const { values, request, transaction, subscription } = searchFor(text);
  const read = (columns: string, table: string, where: string): Promise<FoundRow[]> =>
    snapshot.query(
      `SELECT ${columns} FROM ${table} found WHERE ${where} ORDER BY id DESC LIMIT ${limit + 1}`,
      values,
    );
  const ofRequest = (column: string): string =>
    `(account_id, id) IN (SELECT account_id, ${column} FROM payment_requests WHERE ${request})`;
  const all = [
    await read(REQUEST, 'payment_requests', request),
    await read(TRANSACTION, 'transactions', `${transaction} OR ${ofRequest('transaction_id')}`),
    await read(SUBSCRIPTION, 'subscriptions', `${subscription} OR ${ofRequest('subscription_id')}`),
  ] as const;
  const [requests, transactions, subscriptions] = all.map((rows) => rows.slice(0, limit)) as [...typeof all];
  const readAbout = (sql: string, rows: readonly FoundRow[]): Promise<FoundRow[]> =>
    snapshot.query(sql, [rows.map(({ account_id }) => account_id), rows.map(uuidOf)]);
  return {
    requests,
    attempts: await readAbout(ATTEMPTS, requests),
    transactions,
    subscriptions,
    events: await readAbout(EVENTS, [...requests, ...transactions, ...subscriptions]),
    hasMore: all.some((rows) => rows.length > limit),
  };
}

const uuidOf = ({ payment_id, transaction_id, subscription_id }: FoundRow): unknown =>
  payment_id ?? transaction_id ?? subscription_id;

const ACCOUNT =
  'account_id, (SELECT name FROM accounts WHERE accounts.id = found.account_id) AS account_name';
const COMMON = 'amount, currency, status, reference';
const REQUEST = `id AS payment_id, ${ACCOUNT}, ${COMMON}, customer_email, created_at, expires_at, canceled_at,
  cancel_reason, transaction_id, subscription_id`;
const TRANSACTION = `id AS transaction_id, ${ACCOUNT}, type, ${COMMON}, created_at, ended_at, failure_reason,
  refund_of AS refunded_transaction_id`;
const SUBSCRIPTION = `id AS subscription_id, ${ACCOUNT}, "interval", ${COMMON}, customer_email, created_at,
  period_end_at, paid_at, canceled_at, latest_payment_id`;

const ATTEMPTS = `
  SELECT payment_request_id AS payment_id, started_at, brand, last4, status, decline_reason, ended_at
  FROM payment_attempts
  JOIN unnest($1::uuid[], $2::uuid[]) found (account_id, id)
    ON found.account_id = payment_attempts.account_id AND found.id = payment_request_id
  ORDER BY started_at, payment_request_id, number`;

const EVENTS = `
  SELECT subject_kind, subject_id, type, actor, occurred_at
  FROM events JOIN unnest($1::uuid[], $2::uuid[]) found (account_id, id)
    ON found.account_id = events.account_id AND found.id = subject_id
  ORDER BY events.id`;

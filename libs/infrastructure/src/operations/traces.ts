import { parseEmail, parseId, uuidFromId } from '@florin/kernel';
import { pageDigestOf } from '../payments/derived-page-secrets.js';
import type { Snapshot } from './snapshot.js';

/** What somebody who complains may have in hand. */
export type Clue =
  | { readonly kind: 'id'; readonly uuid: string }
  | { readonly kind: 'page'; readonly digest: string }
  /** A customer's email, or a reference: what was typed may be either. */
  | { readonly kind: 'words'; readonly email: string; readonly reference: string };

/** A row as it is kept: uuids for ids, and amounts as text. */
export type Trace = Readonly<Record<string, unknown>>;

/** Newest first. */
export interface Traces {
  readonly requests: readonly Trace[];
  /** Cards that were tried on these requests, in the order in which they were. */
  readonly attempts: readonly Trace[];
  readonly transactions: readonly Trace[];
  readonly subscriptions: readonly Trace[];
  /** What happened to all of these, in the order in which it did. */
  readonly events: readonly Trace[];
  /** Whether some of a kind were left out. */
  readonly hasMore: boolean;
}

const PREFIXES = ['pay', 'txn', 'sub'] as const;

/**
 * Reads what was typed or pasted: an id, the key of a charge, the address of a payment page, a customer's email or a
 * reference.
 */
export function clueOf(text: string): Clue {
  // A processor's statement names each card that was tried by the request's id and a number.
  const named = text.replace(/^(pay_[0-9a-z]+)\.[0-9]+$/, '$1');
  for (const prefix of PREFIXES) {
    const id = parseId(prefix, named);
    if (id !== undefined) return { kind: 'id', uuid: uuidFromId(id) };
  }
  const secret = /^https?:\/\/.*\/pay\/([\w-]+)/.exec(text)?.[1];
  if (secret !== undefined) return { kind: 'page', digest: pageDigestOf(secret) };
  return { kind: 'words', email: parseEmail(text) ?? text, reference: text };
}

/**
 * Payment requests, transactions and subscriptions that the clue is about, and what hangs together with them. There is
 * no index for most of it: this reads whole tables, which a service must not and an operator may.
 */
export async function findTraces(snapshot: Snapshot, clue: Clue, limit: number): Promise<Traces> {
  const { values, request, transaction, subscription } = conditionsOf(clue);
  const read = (columns: string, table: string, where: string): Promise<Trace[]> =>
    snapshot.query(
      `SELECT ${columns} FROM ${table} found WHERE ${where} ORDER BY id DESC LIMIT ${limit + 1}`,
      values,
    );
  const all = [
    await read(REQUEST, 'payment_requests', request),
    await read(TRANSACTION, 'transactions', transaction),
    await read(SUBSCRIPTION, 'subscriptions', subscription),
  ] as const;
  const [requests, transactions, subscriptions] = all.map((rows) => rows.slice(0, limit)) as [...typeof all];
  const about = (rows: readonly Trace[], ids: readonly unknown[]) => [
    rows.map(({ account_id }) => account_id),
    ids,
  ];
  const requestIds = requests.map(({ payment_id }) => payment_id);
  const ids = [
    ...requestIds,
    ...transactions.map(({ transaction_id }) => transaction_id),
    ...subscriptions.map(({ subscription_id }) => subscription_id),
  ];
  return {
    requests,
    attempts: await snapshot.query<Trace[]>(ATTEMPTS, about(requests, requestIds)),
    transactions,
    subscriptions,
    events: await snapshot.query<Trace[]>(
      EVENTS,
      about([...requests, ...transactions, ...subscriptions], ids),
    ),
    hasMore: all.some((rows) => rows.length > limit),
  };
}

const WHOSE = 'account_id, (SELECT name FROM accounts WHERE accounts.id = found.account_id) AS account_name';
const WHAT = 'amount, currency, status, reference';
const REQUEST = `id AS payment_id, ${WHOSE}, ${WHAT}, customer_email, created_at, expires_at, canceled_at,
  cancel_reason, transaction_id, subscription_id`;
const TRANSACTION = `id AS transaction_id, ${WHOSE}, type, ${WHAT}, created_at, ended_at, failure_reason,
  refund_of AS refunded_transaction_id`;
const SUBSCRIPTION = `id AS subscription_id, ${WHOSE}, "interval", ${WHAT}, customer_email, created_at,
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

interface Conditions {
  readonly values: readonly unknown[];
  readonly request: string;
  readonly transaction: string;
  readonly subscription: string;
}

function conditionsOf(clue: Clue): Conditions {
  switch (clue.kind) {
    case 'id':
      return {
        values: [clue.uuid],
        request: 'id = $1 OR transaction_id = $1 OR subscription_id = $1',
        transaction: `id = $1 OR refund_of = $1 OR (account_id, id) IN
          (SELECT account_id, transaction_id FROM payment_requests WHERE id = $1 OR subscription_id = $1)`,
        subscription: `id = $1 OR (account_id, id) IN
          (SELECT account_id, subscription_id FROM payment_requests WHERE id = $1 OR transaction_id = $1)`,
      };
    case 'page':
      return {
        values: [clue.digest],
        request: 'page_digest = $1',
        transaction: `(account_id, id) IN
          (SELECT account_id, transaction_id FROM payment_requests WHERE page_digest = $1)`,
        subscription: `(account_id, id) IN
          (SELECT account_id, subscription_id FROM payment_requests WHERE page_digest = $1)`,
      };
    case 'words':
      return {
        values: [clue.email, clue.reference],
        request: 'customer_email = $1 OR reference = $2',
        transaction: `reference = $2 OR (account_id, id) IN
          (SELECT account_id, transaction_id FROM payment_requests WHERE customer_email = $1 OR reference = $2)`,
        subscription: 'customer_email = $1 OR reference = $2',
      };
  }
}

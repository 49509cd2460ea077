import type { Creation, SentBatch } from '../actors/client.js';
import type { Database, Tables } from '../database.js';
import type { CardNetwork } from '../card-network.js';
import { refundKeyOf } from '../../../libs/payments/src/refund/refund.js';
import { isOpenAttempt } from '../stores/payment-stores.js';
import { imbalancesOf } from './ledger.js';

/** Checks after the last request and job. */
export function findingsAtEnd(
  { tables, locks }: Database,
  cardNetwork: CardNetwork,
  creations: readonly Creation[],
  batches: readonly SentBatch[],
): string[] {
  return [
    ...[...tables.accounts.keys()].flatMap((accountId) => imbalancesOf(tables, accountId)),
    ...clearingFindings(tables),
    ...[...tables.attempts.values()]
      .filter(({ status }) => isOpenAttempt(status))
      .map((attempt) => `an attempt on ${attempt.paymentRequestId} stays ${attempt.status}`),
    ...chargeFindings(tables, cardNetwork),
    ...refundFindings(tables, cardNetwork),
    ...creations.flatMap((creation) => creationFindings(tables, creation)),
    ...batches.flatMap((batch) => batchFindings(tables, batch)),
    ...(locks.isEmpty ? [] : ['a lock was not released']),
  ];
}

function clearingFindings({ entries }: Tables): string[] {
  const total = [...entries.values()].reduce((sum, { amount }) => sum + amount, 0);
  return total === 0 ? [] : [`debits and credits differ by ${total}`];
}

/** A paid request was charged once, with its amount; any other request was not charged. */
function chargeFindings({ requests }: Tables, cardNetwork: CardNetwork): string[] {
  return [...requests.values()].flatMap(({ id, status, amount }) => {
    const charged = cardNetwork.chargedAmounts(id).join(' and ');
    const expected = status === 'succeeded' ? String(amount) : '';
    return charged === expected ? [] : [`${id} is ${status}, and its customer paid ${charged || 'nothing'}`];
  });
}

/** Every refund has ended as at the card network, which has no other refunds. */
function refundFindings({ refunds }: Tables, cardNetwork: CardNetwork): string[] {
  const unknown = [...cardNetwork.refunds.keys()].filter((key) => !refunds.has(key));
  const wrong = [...refunds.values()].flatMap((refund) => {
    const sent = cardNetwork.refunds.get(refundKeyOf(refund));
    return sent?.outcome.kind === refund.status && sent.amount === refund.amount
      ? []
      : [`${refund.id} is ${refund.status}, and at the card network ${sent?.outcome.kind ?? 'unknown'}`];
  });
  return [...unknown.map((key) => `the customer got ${key}, which does not exist`), ...wrong];
}

/** An acknowledged creation exists once, an unacknowledged one at most once. */
function creationFindings(tables: Tables, { table, mark, ids }: Creation): string[] {
  const stored = idsWithMark(tables, table, mark);
  if (stored.length > 1) return [`${mark} exists ${stored.length} times: ${stored.join(', ')}`];
  const [acknowledged] = ids;
  // A user may have been deleted since.
  if (acknowledged === undefined || table === 'users' || stored[0] === acknowledged) return [];
  return [`${mark} was acknowledged as ${acknowledged} and is ${stored[0] ?? 'missing'}`];
}

/** Every answer is the same and is what is stored. An atomic batch is stored completely or not at all. */
function batchFindings({ transactions }: Tables, { mark, size, isAtomic, answers }: SentBatch): string[] {
  const stored = Array.from({ length: size }, (_, index) =>
    idsOf(transactions, ({ reference }) => reference === `${mark}.${index}`),
  );
  const twice = stored.filter((ids) => ids.length > 1);
  if (twice.length > 0) return [`${mark} stored transactions twice: ${twice.flat().join(', ')}`];
  if (answers.size > 1) return [`${mark} was answered differently: ${[...answers].join(' and ')}`];
  const ids = stored.flat();
  if (isAtomic && ids.length !== 0 && ids.length !== size)
    return [`the atomic batch ${mark} stored ${ids.length} of ${size} transactions`];
  const [answer] = answers;
  const acknowledged = answer?.split(' ').map((text) => (text.startsWith('txn_') ? [text] : []));
  return acknowledged === undefined || JSON.stringify(acknowledged) === JSON.stringify(stored)
    ? []
    : [`${mark} was answered with ${answer ?? ''} and stored ${ids.join(' ')}`];
}

function idsWithMark(tables: Tables, table: Creation['table'], mark: string): string[] {
  switch (table) {
    case 'transactions':
      return idsOf(tables.transactions, ({ reference }) => reference === mark);
    case 'transfers': {
      const sides = [...tables.transactions.values()].filter(({ reference }) => reference === mark);
      return [...new Set(sides.flatMap(({ transferId }) => transferId ?? []))];
    }
    case 'requests':
      return idsOf(
        tables.requests,
        ({ reference, subscriptionId }) => reference === mark && subscriptionId === undefined,
      );
    case 'refunds':
      return idsOf(tables.refunds, ({ reason }) => reason === mark);
    case 'subscriptions':
      return idsOf(tables.subscriptions, ({ reference }) => reference === mark);
    case 'apiKeys':
      return idsOf(tables.apiKeys, ({ name }) => name === mark);
    case 'users':
    case 'accounts':
      return idsOf(tables[table] as Tables['users'], ({ email }) => email === `${mark}@example.com`);
  }
}

const idsOf = <Item>(rows: ReadonlyMap<string, Item>, test: (item: Item) => boolean): string[] =>
  [...rows].filter(([, item]) => test(item)).map(([id]) => id);

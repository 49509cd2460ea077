import type { Creation } from '../actors/client.js';
import type { Database, Tables } from '../database.js';
import type { CardNetwork } from '../card-network.js';
import { isUnended } from '../stores/payment-stores.js';
import { imbalancesOf } from './ledger.js';

/** What must be true when everybody has gone home and nothing is left to do. */
export function findingsAtEnd(
  { tables, locks }: Database,
  cardNetwork: CardNetwork,
  creations: readonly Creation[],
): string[] {
  return [
    ...[...tables.accounts.keys()].flatMap((accountId) => imbalancesOf(tables, accountId)),
    ...clearingFindings(tables),
    ...[...tables.attempts.values()]
      .filter(({ status }) => isUnended(status))
      .map((attempt) => `an attempt on ${attempt.paymentRequestId} is ${attempt.status} for ever`),
    ...chargeFindings(tables, cardNetwork),
    ...creations.flatMap((creation) => creationFindings(tables, creation)),
    ...(locks.isEmpty ? [] : ['somebody has left a lock behind']),
  ];
}

function clearingFindings({ entries }: Tables): string[] {
  const total = [...entries.values()].reduce((sum, { amount }) => sum + amount, 0);
  return total === 0 ? [] : [`debits and credits differ by ${total}`];
}

/** A customer is out of pocket for a paid request, once and with its amount, and for no other. */
function chargeFindings({ requests }: Tables, cardNetwork: CardNetwork): string[] {
  return [...requests.values()].flatMap(({ id, status, amount }) => {
    const taken = cardNetwork.chargedAmounts(id).join(' and ');
    const expected = status === 'succeeded' ? String(amount) : '';
    return taken === expected ? [] : [`${id} is ${status}, and its customer paid ${taken || 'nothing'}`];
  });
}

/** What was answered is there once; what was not is there once at most. */
function creationFindings(tables: Tables, { table, mark, ids }: Creation): string[] {
  const made = madeUnder(tables, table, mark);
  if (made.length > 1) return [`${mark} exists ${made.length} times: ${made.join(', ')}`];
  const [answered] = ids;
  // A user may have been deleted since.
  if (answered === undefined || table === 'users' || made[0] === answered) return [];
  return [`${mark} was answered with ${answered}, and there is ${made[0] ?? 'nothing'}`];
}

function madeUnder(tables: Tables, table: Creation['table'], mark: string): string[] {
  switch (table) {
    case 'transactions':
      return idsOf(tables.transactions, ({ reference }) => reference === mark);
    case 'requests':
      return idsOf(
        tables.requests,
        ({ reference, subscriptionId }) => reference === mark && subscriptionId === undefined,
      );
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

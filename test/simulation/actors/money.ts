import type { TransactionId } from '@florin/kernel';
import type { NewTransaction } from '@florin/ledger';
import { UNWRITABLE } from '../stores/ledger-stores.js';
import type { Client } from './client.js';
import { type Town, USD } from './town.js';

/** What clients do with money, by the name under which chance picks it. */
export const MONEY_ACTS = {
  pay: (client: Client, town: Town) => create(client, town, 'payment'),
  payAll,
  payWithoutKey,
  credit: (client: Client, town: Town) => create(client, town, 'credit'),
  refund,
  settle,
  cancel,
  amend,
} as const;

async function create(client: Client, town: Town, type: 'payment' | 'credit'): Promise<void> {
  const { chance, faults } = client.world;
  const household = town.any(town.households);
  if (household === undefined) return;
  const amount = type === 'payment' ? chance.between(100, 900) : chance.between(50, 600);
  const cannotBeWritten = faults.happens('a value cannot be written');
  await transact(
    client,
    town,
    { accountId: household.id, type, amount, refundOf: undefined },
    cannotBeWritten,
  );
}

/** All that is there, or a little more than that. */
async function payAll(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  const book = household && client.world.database.tables.books.get(household.id);
  if (book === undefined) return;
  const amount = book.available + client.world.chance.below(2);
  if (amount > 0)
    await transact(client, town, { accountId: book.accountId, type: 'payment', amount, refundOf: undefined });
}

/** Asked once, without a key, so that nothing but the service's own care keeps it from being done twice. */
async function payWithoutKey(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household === undefined) return;
  const creation = client.newCreation('transactions');
  const input = { accountId: household.id, type: 'payment', amount: 40, currency: USD } as const;
  const answer = await client.ask(
    `payment 40 of ${household.id} (${creation.mark}, no key)`,
    ({ ledger }) => {
      const wish = { ...input, reference: creation.mark, metadata: {}, refundOf: undefined };
      return ledger.create({ input: wish, once: undefined });
    },
  );
  if (answer.kind === 'done' && !answer.value.replayed) client.remember(creation, answer.value.thing.id);
}

async function refund(client: Client, town: Town): Promise<void> {
  const { chance, database } = client.world;
  const known = town.any(town.transactions);
  if (known === undefined) return;
  const paid = database.tables.transactions.get(known.id)?.amount ?? 100;
  const amount = Math.max(1, Math.floor(paid * chance.pick([0.3, 0.5, 0.7, 1])) + chance.below(2));
  await transact(client, town, { accountId: known.accountId, type: 'refund', amount, refundOf: known.id });
}

type Wish = Pick<NewTransaction, 'accountId' | 'type' | 'amount' | 'refundOf'>;

async function transact(client: Client, town: Town, wish: Wish, cannotBeWritten = false): Promise<void> {
  const { accountId, type, amount } = wish;
  const what = `${type} ${amount} of ${accountId}`;
  const id = await client.create(what, 'transactions', accountId, ({ ledger }, once, mark) => {
    const reference = cannotBeWritten ? UNWRITABLE : mark;
    return ledger.create({ input: { ...wish, currency: USD, reference, metadata: {} }, once });
  });
  if (id !== undefined) town.transactions.push({ id: id as TransactionId, accountId });
}

/** Whether the caller names the account, as its own people do, or only the transaction, as an admin does. */
function targetOf(client: Client, town: Town) {
  const known = town.any(town.transactions);
  if (known === undefined) return undefined;
  const accountId = client.world.chance.happens(0.5) ? known.accountId : undefined;
  return { transactionId: known.id, accountId };
}

async function settle(client: Client, town: Town): Promise<void> {
  const target = targetOf(client, town);
  if (target === undefined) return;
  const status = client.world.chance.pick(['succeeded', 'succeeded', 'failed'] as const);
  const settlement = { status, failureReason: undefined };
  const answer = await client.insist(`settle ${target.transactionId} as ${status}`, ({ ledger }) =>
    ledger.settle({ ...target, settlement }),
  );
  if (answer.kind === 'done') requireEnded(client, answer.value.id, status);
}

async function cancel(client: Client, town: Town): Promise<void> {
  const target = targetOf(client, town);
  if (target === undefined) return;
  const what = `cancel ${target.transactionId}`;
  const answer = await client.insist(what, ({ ledger }) => ledger.cancel(target));
  if (answer.kind === 'done') requireEnded(client, answer.value.id, 'canceled');
}

/** An end that was answered is the end: nobody can have changed it since. */
function requireEnded(client: Client, id: TransactionId, status: string): void {
  const kept = client.world.database.tables.transactions.get(id)?.status;
  if (kept !== status)
    client.world.report(`${client.name} was told that ${id} is ${status}; it is ${kept ?? 'gone'}`);
}

async function amend(client: Client, town: Town): Promise<void> {
  const target = targetOf(client, town);
  if (target === undefined) return;
  const amendment = { metadata: { by: client.name } };
  const answer = await client.insist(`amend ${target.transactionId}`, ({ ledger }) =>
    ledger.amend({ ...target, amendment }),
  );
  if (answer.kind === 'done') client.requireCommitted('transactions', answer.value);
}

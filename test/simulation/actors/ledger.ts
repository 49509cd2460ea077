import type { TransactionId } from '@florin/kernel';
import type { NewTransaction } from '@florin/ledger';
import { UNWRITABLE } from '../stores/ledger-stores.js';
import type { Client } from './client.js';
import { type KnownResources, USD } from './known-resources.js';

export const LEDGER_ACTIONS = {
  pay: (client: Client, resources: KnownResources) => create(client, resources, 'payment'),
  payAll,
  payWithoutKey,
  credit: (client: Client, resources: KnownResources) => create(client, resources, 'credit'),
  refund,
  settle,
  cancel,
  amend,
} as const;

async function create(client: Client, resources: KnownResources, type: 'payment' | 'credit'): Promise<void> {
  const { random, faults } = client.world;
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const amount = type === 'payment' ? random.between(100, 900) : random.between(50, 600);
  const isUnwritable = faults.happens('a value cannot be written');
  const settle = random.happens(0.25);
  await transact(client, resources, { accountId: account.id, type, amount, settle }, isUnwritable);
}

/** The whole available balance, or one cent more. */
async function payAll(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  const balance = account && client.world.database.tables.balances.get(account.id);
  if (balance === undefined) return;
  const amount = balance.available + client.world.random.below(2);
  if (amount > 0)
    await transact(client, resources, { accountId: balance.accountId, type: 'payment', amount });
}

/** One request without an idempotency key: only the service itself can prevent a second transaction. */
async function payWithoutKey(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const creation = client.newCreation('transactions');
  const input = { accountId: account.id, type: 'payment', amount: 40, currency: USD } as const;
  const result = await client.send(`payment 40 of ${account.id} (${creation.mark}, no key)`, ({ ledger }) =>
    ledger.create({ ...input, reference: creation.mark }),
  );
  if (result.kind === 'done') client.recordId(creation, result.value.id);
}

async function refund(client: Client, resources: KnownResources): Promise<void> {
  const { random, database } = client.world;
  const known = resources.pickRecent(resources.transactions);
  if (known === undefined) return;
  const paid = database.tables.transactions.get(known.id)?.amount ?? 100;
  const amount = Math.max(1, Math.floor(paid * random.pick([0.3, 0.5, 0.7, 1])) + random.below(2));
  await transact(client, resources, {
    accountId: known.accountId,
    type: 'refund',
    amount,
    refundOf: known.id,
  });
}

type RequestedTransaction = Pick<NewTransaction, 'accountId' | 'type' | 'amount' | 'refundOf' | 'settle'>;

async function transact(
  client: Client,
  resources: KnownResources,
  transaction: RequestedTransaction,
  isUnwritable = false,
): Promise<void> {
  const { accountId, type, amount, settle: isSettled } = transaction;
  const what = `${isSettled === true ? 'settled ' : ''}${type} ${amount} of ${accountId}`;
  const id = await client.create(what, 'transactions', accountId, ({ ledger }, idempotentRequest, mark) => {
    const reference = isUnwritable ? UNWRITABLE : mark;
    return ledger.createIdempotent({ ...transaction, currency: USD, reference }, idempotentRequest);
  });
  if (id !== undefined) resources.transactions.push({ id: id as TransactionId, accountId });
}

/** With the account, as its users send it, or only the transaction id, as an admin does. */
function targetOf(client: Client, resources: KnownResources) {
  const known = resources.pickRecent(resources.transactions);
  if (known === undefined) return undefined;
  const accountId = client.world.random.happens(0.5) ? known.accountId : undefined;
  return { transactionId: known.id, accountId };
}

async function settle(client: Client, resources: KnownResources): Promise<void> {
  const target = targetOf(client, resources);
  if (target === undefined) return;
  const status = client.world.random.pick(['succeeded', 'succeeded', 'failed'] as const);
  const result = await client.sendWithRetry(`settle ${target.transactionId} as ${status}`, ({ ledger }) =>
    ledger.settle({ ...target, settlement: { status } }),
  );
  if (result.kind === 'done') requireEnded(client, result.value.id, status);
}

async function cancel(client: Client, resources: KnownResources): Promise<void> {
  const target = targetOf(client, resources);
  if (target === undefined) return;
  const what = `cancel ${target.transactionId}`;
  const result = await client.sendWithRetry(what, ({ ledger }) => ledger.cancel(target));
  if (result.kind === 'done') requireEnded(client, result.value.id, 'canceled');
}

/** An acknowledged final status cannot change later. */
function requireEnded(client: Client, id: TransactionId, status: string): void {
  const stored = client.world.database.tables.transactions.get(id)?.status;
  if (stored !== status)
    client.world.report(
      `${id} was acknowledged as ${status} to ${client.name} and is ${stored ?? 'missing'}`,
    );
}

async function amend(client: Client, resources: KnownResources): Promise<void> {
  const target = targetOf(client, resources);
  if (target === undefined) return;
  const amendment = { metadata: { by: client.name } };
  const result = await client.sendWithRetry(`amend ${target.transactionId}`, ({ ledger }) =>
    ledger.amend({ ...target, amendment }),
  );
  if (result.kind === 'done') client.requireCommitted('transactions', result.value);
}

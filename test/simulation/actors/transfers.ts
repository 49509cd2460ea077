import type { TransactionId, TransferId } from '@florin/kernel';
import type { NewTransaction } from '@florin/ledger';
import type { Client } from './client.js';
import { type KnownResources, USD } from './known-resources.js';

export const TRANSFER_ACTIONS = { transfer, transferBothWays, settle, cancel, batch } as const;

async function transfer(client: Client, resources: KnownResources): Promise<void> {
  const [from, to] = pickTwo(client, resources);
  if (from === undefined || to === undefined) return;
  const { random } = client.world;
  const input = {
    fromAccountId: from.id,
    toAccountId: to.id,
    amount: random.between(50, 900),
    currency: USD,
    settle: random.happens(0.4),
  };
  const what = `${input.settle ? 'settled ' : ''}transfer ${input.amount} from ${from.id} to ${to.id}`;
  const id = await client.create(what, 'transfers', from.id, ({ ledger }, idempotentRequest, reference) =>
    ledger.createTransfer({ ...input, reference }, idempotentRequest),
  );
  if (id === undefined) return;
  resources.transfers.push(id as TransferId);
  // Other actors try to end or refund its sides alone.
  for (const side of sidesOf(client, id)) resources.transactions.push(side);
}

/** Each balance is locked by a transfer that also needs the other one. */
async function transferBothWays(client: Client, resources: KnownResources): Promise<void> {
  await Promise.all([transfer(client, resources), transfer(client, resources)]);
}

function pickTwo({ world }: Client, { accounts }: KnownResources) {
  const from = accounts.length === 0 ? undefined : world.random.pick(accounts);
  const others = accounts.filter((account) => account !== from);
  return [from, others.length === 0 ? undefined : world.random.pick(others)] as const;
}

const sidesOf = ({ world }: Client, id: string) =>
  [...world.database.tables.transactions.values()].filter(({ transferId }) => transferId === id);

/** By the source, as its users send it, or by an admin. */
function targetOf(client: Client, resources: KnownResources) {
  const transferId = resources.pickRecent(resources.transfers);
  if (transferId === undefined) return undefined;
  const source = sidesOf(client, transferId).find(({ type }) => type === 'payment');
  return { transferId, accountId: client.world.random.happens(0.5) ? source?.accountId : undefined };
}

async function settle(client: Client, resources: KnownResources): Promise<void> {
  const target = targetOf(client, resources);
  if (target === undefined) return;
  const status = client.world.random.pick(['succeeded', 'succeeded', 'failed'] as const);
  const what = `settle ${target.transferId} as ${status}`;
  const result = await client.sendWithRetry(what, ({ ledger }) =>
    ledger.settleTransfer({ ...target, settlement: { status } }),
  );
  if (result.kind === 'done') requireEnded(client, target.transferId, status);
}

async function cancel(client: Client, resources: KnownResources): Promise<void> {
  const target = targetOf(client, resources);
  if (target === undefined) return;
  const what = `cancel ${target.transferId}`;
  const result = await client.sendWithRetry(what, ({ ledger }) => ledger.cancelTransfer(target));
  if (result.kind === 'done') requireEnded(client, target.transferId, 'canceled');
}

/** An acknowledged final status of both sides cannot change later. */
function requireEnded(client: Client, id: TransferId, status: string): void {
  const stored = sidesOf(client, id).map((side) => side.status);
  if (stored.length !== 2 || stored.some((one) => one !== status))
    client.world.report(
      `${id} was acknowledged as ${status} to ${client.name} and its sides are ${stored.join(' and ')}`,
    );
}

/** Credits and payments of two accounts, some of which exceed the balance. */
async function batch(client: Client, resources: KnownResources): Promise<void> {
  const { random } = client.world;
  const [account, other] = pickTwo(client, resources);
  if (account === undefined) return;
  const accounts = other === undefined ? [account] : [account, account, other];
  const inputs = Array.from({ length: random.between(1, 6) }, (): NewTransaction => ({
    accountId: random.pick(accounts).id,
    type: random.pick(['payment', 'payment', 'credit'] as const),
    amount: random.between(50, 900),
    currency: USD,
    settle: random.happens(0.3),
  }));
  const ids: readonly TransactionId[] = await client.createBatch(account.id, inputs, random.happens(0.5));
  for (const id of ids) {
    const stored = client.world.database.tables.transactions.get(id);
    if (stored !== undefined) resources.transactions.push(stored);
  }
}

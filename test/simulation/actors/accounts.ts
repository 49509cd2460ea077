import type { Actor } from '@florin/accounts';
import type { AccountId } from '@florin/kernel';
import type { Client } from './client.js';
import { type KnownAccount, type KnownResources, USD } from './known-resources.js';

const OPERATOR: Actor = { name: 'operator', address: undefined, agent: undefined };

export const ACCOUNT_ACTIONS = { suspend, rename, changeCurrency, close } as const;

/** Opens an account with its owner and balance, and funds it with a settled credit. */
export async function openFundedAccount(client: Client, resources: KnownResources): Promise<void> {
  const password = 'the first password';
  let email = '';
  const id = await client.create('open an account', 'accounts', undefined, (api, idempotentRequest, mark) => {
    email = `${mark}@example.com`;
    const input = { email, name: mark, type: 'business', password } as const;
    return api.openAccount.execute(OPERATOR, input, idempotentRequest);
  });
  if (id === undefined) return;
  const accountId = id as AccountId;
  const account = { id: accountId };
  resources.accounts.push(account);
  resources.users.push({ account, isOwner: true, email, password });
  const funds = await client.create(
    `fund ${id}`,
    'transactions',
    accountId,
    ({ ledger }, idempotentRequest, reference) => {
      const input = { accountId, type: 'credit', amount: 2_000, currency: USD, reference } as const;
      return ledger.createIdempotent(input, idempotentRequest);
    },
  );
  if (funds === undefined) return;
  await client.sendWithRetry(`settle ${funds}`, ({ ledger }) =>
    ledger.settle({ transactionId: funds as never, accountId, settlement: { status: 'succeeded' } }),
  );
}

async function suspend(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const status = client.world.random.pick(['suspended', 'active', 'active', 'pending'] as const);
  const result = await client.sendWithRetry(`set ${account.id} to ${status}`, ({ setAccountStatus }) =>
    setAccountStatus.execute(OPERATOR, account.id, status),
  );
  if (result.kind === 'done') client.requireCommitted('accounts', result.value);
}

async function rename(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const name = `renamed by ${client.name}`;
  const result = await client.sendWithRetry(`rename ${account.id}`, ({ updateAccount }) =>
    updateAccount.execute(OPERATOR, account.id, { name }),
  );
  if (result.kind === 'done') client.requireCommitted('accounts', result.value);
}

async function changeCurrency(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const currency = client.world.random.pick(['EUR', 'USD']);
  await client.sendWithRetry(`change the currency of ${account.id} to ${currency}`, ({ updateAccount }) =>
    updateAccount.execute(OPERATOR, account.id, { settings: { currency } }),
  );
}

async function close(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account !== undefined) await closeKnownAccount(client, account);
}

export async function closeKnownAccount(client: Client, account: KnownAccount): Promise<void> {
  const result = await client.sendWithRetry(`close ${account.id}`, ({ closeAccount }) =>
    closeAccount.execute(OPERATOR, account.id),
  );
  if (result.kind === 'done') client.requireCommitted('accounts', result.value);
}

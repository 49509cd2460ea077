import type { Actor } from '@florin/accounts';
import type { AccountId } from '@florin/kernel';
import type { Client } from './client.js';
import { type Household, type Town, USD } from './town.js';

const CLERK: Actor = { name: 'a clerk', address: undefined, agent: undefined };

/** What becomes of accounts as a whole. */
export const ACCOUNT_ACTS = { suspend, rename, changeCurrency, close } as const;

/** Opens an account, its owner and its book, and puts something on it to begin with. */
export async function openHousehold(client: Client, town: Town): Promise<void> {
  const password = 'the first password';
  let email = '';
  const id = await client.create('open an account', 'accounts', undefined, (api, once, mark) => {
    email = `${mark}@example.com`;
    const input = { email, name: mark, type: 'business', password } as const;
    return api.openAccount.execute(CLERK, input, once);
  });
  if (id === undefined) return;
  const accountId = id as AccountId;
  const household = { id: accountId };
  town.households.push(household);
  town.people.push({ household, isOwner: true, email, password });
  const funds = await client.create(
    `fund ${id}`,
    'transactions',
    accountId,
    ({ ledger }, once, reference) => {
      const input = {
        accountId,
        type: 'credit',
        amount: 2_000,
        currency: USD,
        reference,
        metadata: {},
      } as const;
      return ledger.create({ input: { ...input, refundOf: undefined }, once });
    },
  );
  if (funds === undefined) return;
  const settlement = { status: 'succeeded', failureReason: undefined } as const;
  await client.insist(`settle ${funds}`, ({ ledger }) =>
    ledger.settle({ transactionId: funds as never, accountId, settlement }),
  );
}

async function suspend(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household === undefined) return;
  const status = client.world.chance.pick(['suspended', 'active', 'active', 'pending'] as const);
  const answer = await client.insist(`set ${household.id} to ${status}`, ({ setAccountStatus }) =>
    setAccountStatus.execute(CLERK, household.id, status),
  );
  if (answer.kind === 'done') client.requireCommitted('accounts', answer.value);
}

async function rename(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household === undefined) return;
  const name = `renamed by ${client.name}`;
  const answer = await client.insist(`rename ${household.id}`, ({ updateAccount }) =>
    updateAccount.execute(CLERK, household.id, { name }),
  );
  if (answer.kind === 'done') client.requireCommitted('accounts', answer.value);
}

async function changeCurrency(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household === undefined) return;
  const currency = client.world.chance.pick(['EUR', 'USD']);
  await client.insist(`count ${household.id} in ${currency}`, ({ updateAccount }) =>
    updateAccount.execute(CLERK, household.id, { settings: { currency } }),
  );
}

async function close(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household !== undefined) await closeHousehold(client, household);
}

export async function closeHousehold(client: Client, household: Household): Promise<void> {
  const answer = await client.insist(`close ${household.id}`, ({ closeAccount }) =>
    closeAccount.execute(CLERK, household.id),
  );
  if (answer.kind === 'done') client.requireCommitted('accounts', answer.value);
}

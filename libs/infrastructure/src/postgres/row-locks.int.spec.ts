import { beforeAll, describe, expect, it } from '@jest/globals';
import { OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { anApiKey, aSession } from '@florin/identity/testing';
import { idFromUuid, type Prefix, SYSTEM_ACTOR } from '@florin/kernel';
import { CreatePaymentRequest, CreateSubscription } from '@florin/payments';
import {
  aNewSubscription,
  SequentialIds,
  PlainPageSecrets,
  SteppedClock,
} from '@florin/payments/testing/subscriptions';
import type { DataSource, EntityManager } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { isLockAwaited } from '../../../../test/support/lock-waits.js';
import { until } from '../../../../test/support/until.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { TypeOrmAccountRepository } from '../accounts/typeorm-account.repository.js';
import { identityStores } from '../identity/identity-stores.js';
import { paymentsStores, paymentsUnitOfWork } from '../payments/payments-stores.js';
import { inSqlTransaction } from './sql-transaction.js';

const ids = new SequentialIds();
const clock = new SteppedClock();
let dataSource: DataSource;

/** An account with an owner, a session, an API key, a subscription and its payment request. */
beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const opened = await opening.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('The account was replayed.');
  const accountId = opened.value.id;
  const userId = await only('user', 'users');
  await inSqlTransaction(dataSource, async (manager) => {
    const { sessions, apiKeys } = identityStores(manager);
    await sessions.add(aSession({ id: ids.next('sess'), userId }));
    await apiKeys.add(anApiKey({ id: ids.next('key'), kind: 'account', accountId }));
  });
  const unitOfWork = paymentsUnitOfWork(dataSource, ids);
  const issue = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
  await new CreateSubscription(unitOfWork, issue, clock).execute(aNewSubscription({ accountId }));
});

async function only<Kind extends Prefix>(prefix: Kind, table: string) {
  const rows = await dataSource.query<{ id: string }[]>(`SELECT id FROM ${table}`);
  expect(rows).toHaveLength(1);
  return idFromUuid(prefix, rows[0]!.id);
}

const account = () => only('acct', 'accounts');

describe('the row lock of', () => {
  const payments = (manager: EntityManager) => paymentsStores(manager, ids, SYSTEM_ACTOR);

  // Aggregates are saved as a whole: without the lock, the second of two concurrent writers would undo the first.
  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['an account', async (to) => new TypeOrmAccountRepository(to).lock(await account())],
    ['a user', async (to) => identityStores(to).users.lock(await only('user', 'users'))],
    ['a session', async (to) => identityStores(to).sessions.lock(await only('sess', 'sessions'))],
    ['a key', async (to) => identityStores(to).apiKeys.lock(await only('key', 'api_keys'))],
    [
      'a payment request',
      async (to) => payments(to).requests.lock(await only('pay', 'payment_requests'), await account()),
    ],
    [
      'a subscription',
      async (to) => payments(to).subscriptions.lock(await only('sub', 'subscriptions'), await account()),
    ],
  ])('%s is held until the commit, and the next one waits for it', async (_, lock) => {
    const order: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = (name: string, end: Promise<void>) =>
      inSqlTransaction(dataSource, async (manager) => {
        expect(await lock(manager)).toBeDefined();
        order.push(`${name} locked`);
        await end;
        order.push(`${name} committed`);
      });
    const first = hold('the first', released);
    await until('the first locked', () => order.length === 1);
    const second = hold('the second', Promise.resolve());
    await until('the second waits', () => isLockAwaited(dataSource)).finally(release);
    await Promise.all([first, second]);
    expect(order).toEqual([
      'the first locked',
      'the first committed',
      'the second locked',
      'the second committed',
    ]);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount, SetAccountStatus } from '@florin/accounts';
import {
  aNewAccount,
  anActor,
  SequentialIds,
  PlainOwnerPasswords,
  SteppedClock,
} from '@florin/accounts/testing';
import type { AccountId } from '@florin/kernel';
import type { Payee, PaymentsUnitOfWork } from '@florin/payments';
import { openDatabase } from '../../../../test/support/open-database.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { accountsUnitOfWork } from './accounts-stores.js';

const ids = new SequentialIds();
const clock = new SteppedClock();

/** A SQL transaction that holds a shared lock on the account until `end` is called. */
function startHolder(unitOfWork: PaymentsUnitOfWork, accountId: AccountId) {
  const held = Promise.withResolvers<Payee | undefined>();
  const released = Promise.withResolvers<undefined>();
  const done = unitOfWork.run(async ({ payees }) => {
    held.resolve(await payees.lockShared(accountId));
    await released.promise;
  });
  done.catch((error: unknown) => {
    held.reject(error);
  });
  const end = () => {
    released.resolve(undefined);
  };
  return { held: held.promise, done, end };
}

describe('the advisory lock of an account', () => {
  let accountId: AccountId;
  let unitOfWork: PaymentsUnitOfWork;
  let accounts: ReturnType<typeof accountsUnitOfWork>;

  beforeEach(async () => {
    const { dataSource } = await openDatabase();
    unitOfWork = paymentsUnitOfWork(dataSource, ids);
    accounts = accountsUnitOfWork(dataSource, ids);
    const opening = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
    const opened = await opening.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
    if (opened.replayed) throw new Error('The account was replayed.');
    accountId = opened.value.id;
  });

  /** Each holder ends only after the next one has the lock or waits for it, so that the lock is always in use. */
  async function holdInTurnsDuring(change: Promise<unknown>): Promise<Payee | undefined> {
    const progress = { isDone: false };
    const markDone = () => (progress.isDone = true);
    change.then(markDone, markDone);
    let holder = startHolder(unitOfWork, accountId);
    for (;;) {
      const payee = await holder.held;
      if (progress.isDone) {
        holder.end();
        await holder.done;
        return payee;
      }
      const next = startHolder(unitOfWork, accountId);
      await Promise.race([next.held, delay(100)]);
      holder.end();
      holder = next;
    }
  }

  it.each([
    [
      'suspended',
      () => new SetAccountStatus(accounts, clock).execute(anActor(), accountId, 'suspended'),
      'inactive',
    ],
    ['closed', () => new CloseAccount(accounts, clock).execute(anActor(), accountId), 'closed'],
  ] as const)(
    'does not keep an account from being %s while shared locks follow each other without a gap',
    async (status, change, payeeStatus) => {
      const first = startHolder(unitOfWork, accountId);
      await first.held;
      const changing = change();
      const [last, changed] = await Promise.all([
        holdInTurnsDuring(changing),
        changing,
        delay(200).then(first.end),
      ]);
      expect(changed).toMatchObject({ status });
      expect(last).toMatchObject({ status: payeeStatus });
    },
    20_000,
  );

  it('is granted to several shared holders at once', async () => {
    const holders = [1, 2, 3].map(() => startHolder(unitOfWork, accountId));
    await Promise.all(holders.map(({ held }) => held));
    for (const { end } of holders) end();
    await Promise.all(holders.map(({ done }) => done));
  });

  it('can be taken twice by the same SQL transaction while an exclusive lock is waiting', async () => {
    const held = Promise.withResolvers<undefined>();
    const again = Promise.withResolvers<undefined>();
    const holding = unitOfWork.run(async ({ payees }) => {
      await payees.lockShared(accountId);
      held.resolve(undefined);
      await again.promise;
      return payees.lockShared(accountId);
    });
    await held.promise;
    const suspending = new SetAccountStatus(accounts, clock).execute(anActor(), accountId, 'suspended');
    await delay(200);
    again.resolve(undefined);
    expect(await holding).toMatchObject({ status: 'active' });
    expect(await suspending).toMatchObject({ status: 'suspended' });
  });
});

import { describe, expect, it } from '@jest/globals';
import { OpenAccount, UpdateAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import type { AccountId, EventId } from '@florin/kernel';
import { CreatePaymentRequest } from '@florin/payments';
import { aNewRequest, PlainPageSecrets } from '@florin/payments/testing/paying';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../accounts/accounts-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { SystemClock } from '../system/system-clock.js';
import { SystemIds } from '../system/system-ids.js';
import { PostgresEventReader } from './postgres-readers.js';

/** A process of the service, with a source of ids of its own. */
function processOn(dataSource: DataSource) {
  const [clock, ids] = [new SystemClock(), new SystemIds()];
  const accounts = accountsUnitOfWork(dataSource, ids);
  const payments = paymentsUnitOfWork(dataSource, ids);
  return {
    payments,
    requests: new CreatePaymentRequest(payments, new PlainPageSecrets(), clock),
    open: new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock),
    update: new UpdateAccount(accounts, clock),
  };
}

async function openAccount({ open }: ReturnType<typeof processOn>): Promise<AccountId> {
  const opened = await open.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('It is new.');
  return opened.thing.id;
}

describe('whoever reads on from the newest event it has seen', () => {
  it('misses none of one who tells first and commits last', async () => {
    const { dataSource } = await openDatabase();
    const florin = processOn(dataSource);
    const accountId = await openAccount(florin);
    const events = new PostgresEventReader(dataSource);
    const [told, commit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const slow = florin.payments.run(async (stores) => {
      const request = await florin.requests.within(stores, aNewRequest({ accountId }));
      told.resolve(undefined);
      await commit.promise;
      return request;
    });
    await told.promise;
    const quick = florin.requests.execute(aNewRequest({ accountId }));
    const seen = (await events.list(accountId, { limit: 100 })).items;
    commit.resolve(undefined);
    const [late, made] = await Promise.all([slow, quick]);
    const then = (await events.list(accountId, { limit: 100, before: seen[0]!.id })).items;
    const subjects = then.map(({ subjectId }) => subjectId);
    expect(subjects).toEqual([made.replayed ? undefined : made.thing.id, late.id]);
  });

  it('misses none of many, told by two processes at once', async () => {
    const { dataSource } = await openDatabase();
    const [one, other] = [processOn(dataSource), processOn(dataSource)];
    const accountId = await openAccount(one);
    const events = new PostgresEventReader(dataSource);
    const over = new AbortController();
    const writing = Promise.all(
      [one, other, one, other].map(async ({ requests, update }) => {
        for (let count = 0; count < 25; count += 1) {
          await requests.execute(aNewRequest({ accountId }));
          await update.execute(anActor(), accountId, { name: `Name ${count} ${Math.random()}` });
        }
      }),
    ).finally(() => {
      over.abort();
    });
    const seen: EventId[] = [];
    for (let isLast = false; !isLast;) {
      isLast = over.signal.aborted;
      const newest = seen.at(-1);
      const page = await events.list(accountId, { limit: 100, ...(newest && { before: newest }) });
      seen.push(...page.items.map(({ id }) => id).toReversed());
    }
    await writing;
    const [{ count }] = await dataSource.query<[{ count: string }]>(
      'SELECT count(*) FROM events WHERE account_id = (SELECT account_id FROM books)',
    );
    expect(seen).toHaveLength(Number(count));
    expect(seen).toHaveLength(201);
  }, 60_000);
});

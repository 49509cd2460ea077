import { describe, expect, it } from '@jest/globals';
import { OpenAccount, UpdateAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, type EventId, addMilliseconds, SYSTEM_ACTOR, uuidFromId } from '@florin/kernel';
import { TestIds } from '@florin/ledger/testing';
import { CreatePaymentRequest } from '@florin/payments';
import { aNewRequest, PlainPageSecrets } from '@florin/payments/testing/paying';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { until } from '../../../../test/support/until.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { SystemClock, SystemIds } from '@florin/kernel/memory';
import { appendEvents } from './event-outbox.js';
import { LedgerBalances } from './ledger-balances.js';
import { PostgresEventReader } from './postgres-readers.js';

/** A process of the service, with a source of ids of its own. */
function processOn(dataSource: DataSource) {
  const [clock, ids] = [new SystemClock(), new SystemIds()];
  const accounts = accountsUnitOfWork(dataSource, ids);
  const payments = paymentsUnitOfWork(dataSource, ids);
  return {
    ids,
    payments,
    requests: new CreatePaymentRequest(payments, new PlainPageSecrets(), clock),
    open: new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock),
    update: new UpdateAccount(accounts, clock),
  };
}

async function openAccount({ open }: ReturnType<typeof processOn>): Promise<AccountId> {
  const opened = await open.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('It is new.');
  return opened.value.id;
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Until it has done all that it may do while somebody else is at work: it is through, or waits for him. */
async function untilDoneOrWaiting(dataSource: DataSource, work: Promise<unknown>): Promise<void> {
  const progress = { isThrough: false };
  void work.finally(() => (progress.isThrough = true));
  const isWaiting = async () => (await dataSource.query<unknown[]>(WAITING)).length > 0;
  await until('it is through or waits', async () => progress.isThrough || (await isWaiting()));
}

describe('whoever reads on from the newest event it has seen', () => {
  it('misses none of one who tells first and commits last', async () => {
    const { dataSource } = await openDatabase();
    const florin = processOn(dataSource);
    const accountId = await openAccount(florin);
    const events = new PostgresEventReader(dataSource);
    const [told, commit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const slow = florin.payments.run(async (stores) => {
      const request = await florin.requests.executeWithin(stores, aNewRequest({ accountId }));
      told.resolve(undefined);
      await commit.promise;
      return request;
    });
    await told.promise;
    const quick = florin.requests.execute(aNewRequest({ accountId }));
    await untilDoneOrWaiting(dataSource, quick);
    const seen = (await events.list(accountId, { limit: 100 })).items;
    commit.resolve(undefined);
    const [late, made] = await Promise.all([slow, quick]);
    const then = (await events.list(accountId, { limit: 100, before: seen[0]!.id })).items;
    const subjects = then.map(({ subjectId }) => subjectId);
    expect(subjects).toEqual([made.replayed ? undefined : made.value.id, late.id]);
  });

  it('misses none of one who began to tell while another had the book, and had not told yet', async () => {
    const { dataSource } = await openDatabase();
    const florin = processOn(dataSource);
    const accountId = await openAccount(florin);
    const events = new PostgresEventReader(dataSource);
    const [held, tell] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = inSqlTransaction(dataSource, async (manager) => {
      await new LedgerBalances(manager, florin.ids, SYSTEM_ACTOR).lock(accountId);
      held.resolve(undefined);
      await tell.promise;
      const told = { type: 'test.told', accountId, subjectId: accountId, data: {}, occurredAt: new Date() };
      await appendEvents(manager, florin.ids, [told], SYSTEM_ACTOR);
    });
    await held.promise;
    // A name is changed without the book, until it is told.
    const renaming = florin.update.execute(anActor(), accountId, { name: 'Another' });
    await untilDoneOrWaiting(dataSource, renaming);
    tell.resolve(undefined);
    await first;
    await renaming;
    // What was to be seen first comes first: whoever has seen the first of them finds the other behind it.
    const told = (await events.list(accountId, { limit: 100 })).items.map(({ type }) => type);
    expect(told).toEqual(['account.updated', 'test.told', 'account.opened']);
  });

  it('finds what one who waited for the book has made behind what was told meanwhile, by a clock that is ahead', async () => {
    const { dataSource } = await openDatabase();
    const florin = processOn(dataSource);
    const accountId = await openAccount(florin);
    const ahead = new TestIds({ now: () => addMilliseconds(new Date(), 5_000) });
    const [held, tell] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = inSqlTransaction(dataSource, async (manager) => {
      await new LedgerBalances(manager, ahead, SYSTEM_ACTOR).lock(accountId);
      held.resolve(undefined);
      await tell.promise;
      const told = { type: 'test.told', accountId, subjectId: accountId, data: {}, occurredAt: new Date() };
      await appendEvents(manager, ahead, [told], SYSTEM_ACTOR);
    });
    await held.promise;
    const making = florin.requests.execute(aNewRequest({ accountId }));
    await untilDoneOrWaiting(dataSource, making);
    tell.resolve(undefined);
    await first;
    const made = await making;
    const [newest, before] = (await new PostgresEventReader(dataSource).list(accountId, { limit: 2 })).items;
    expect([newest?.type, before?.type]).toEqual(['payment_request.created', 'test.told']);
    expect(!made.replayed && uuidFromId(made.value.id) > uuidFromId(before!.id)).toBe(true);
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
  });
});

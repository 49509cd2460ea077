import { beforeAll, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount, SetAccountStatus, UpdateAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, SYSTEM_ACTOR, uuidFromId } from '@florin/kernel';
import { SystemClock, SystemIds } from '@florin/kernel/memory';
import { Ledger } from '@florin/ledger';
import { newTransaction, SUCCESS } from '@florin/ledger/testing';
import {
  CancelSubscription,
  ConcludeAttempt,
  CreatePaymentRequest,
  CreateSubscription,
  PayPaymentRequest,
} from '@florin/payments';
import { aCard, aNewRequest, PlainPageSecrets } from '@florin/payments/testing/paying';
import { aNewSubscription } from '@florin/payments/testing/subscriptions';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { createDataSource } from '../data-source.js';
import { chainStoredEvents } from '../operations/chain-stored-events.js';
import { inSnapshot } from '../operations/snapshot.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { SandboxProcessor } from '../payments/sandbox-processor.js';
import { TypeOrmPaymentRequestReader } from '../payments/typeorm-payment-request.reader.js';
import { TypeOrmSubscriptionReader } from '../payments/typeorm-subscription.reader.js';
import { connect } from '../postgres/data-source.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { checkEventLogs } from '../verification/event-log-checks.js';
import { CHAIN_START } from './event-chain.js';
import { appendEvents } from './event-outbox.js';
import { PostgresLedgerStore } from './postgres-ledger.store.js';
import { PostgresEventReader, PostgresLogHeadReader } from './postgres-readers.js';

/** A process of the service, with its own connections and ids. */
function createProcess(dataSource: DataSource) {
  const [clock, ids] = [new SystemClock(), new SystemIds()];
  const accounts = accountsUnitOfWork(dataSource, ids);
  const payments = paymentsUnitOfWork(dataSource, ids);
  const secrets = new PlainPageSecrets();
  const requests = new CreatePaymentRequest(payments, secrets, clock);
  const processor = new SandboxProcessor(dataSource);
  const conclude = new ConcludeAttempt(payments, processor, clock);
  const requestReader = new TypeOrmPaymentRequestReader(dataSource);
  return {
    ids,
    secrets,
    requests,
    ledger: new Ledger(new PostgresLedgerStore(dataSource), clock, ids),
    pay: new PayPaymentRequest(payments, requestReader, secrets, processor, conclude, clock),
    subscribe: new CreateSubscription(payments, requests, clock),
    cancelSubscription: new CancelSubscription(new TypeOrmSubscriptionReader(dataSource), payments, clock),
    open: new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock),
    update: new UpdateAccount(accounts, clock),
    setStatus: new SetAccountStatus(accounts, clock),
    close: new CloseAccount(accounts, clock),
  };
}

let url: string;
let dataSource: DataSource;
let florin: ReturnType<typeof createProcess>;

beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
  florin = createProcess(dataSource);
});

async function openAccount(funds = 0): Promise<AccountId> {
  const email = `${florin.ids.next('user')}@example.com`;
  const input = { ...aNewAccount(), email, password: 'correct horse' };
  const opened = await florin.open.execute(anActor(), input);
  if (opened.replayed) throw new Error('The account was replayed.');
  const { id } = opened.value;
  if (funds > 0) {
    const credit = newTransaction(id, { type: 'credit', amount: funds });
    const { id: transactionId } = await florin.ledger.create(credit);
    await florin.ledger.settle({ transactionId, accountId: id, settlement: SUCCESS });
  }
  return id;
}

const value = <Value>(outcome: { replayed: false; value: Value } | { replayed: true }): Value => {
  if (outcome.replayed) throw new Error('The request was replayed.');
  return outcome.value;
};

const head = (accountId: AccountId) => new PostgresLogHeadReader(dataSource).find(accountId);
const eventsOf = async (accountId: AccountId) =>
  (await new PostgresEventReader(dataSource).list(accountId, { limit: 100 })).items;
const check = () => inSnapshot(dataSource, checkEventLogs);
const brokenIn = async () => (await check()).checks.map(({ code, broken }) => [code, broken]);
const INTACT = [
  ['event_chain_broken', 0],
  ['log_head_wrong', 0],
];

/** The types of the account's events so far. Each has advanced the head. */
async function expectAdvanced(accountId: AccountId, before: number): Promise<string[]> {
  const events = await eventsOf(accountId);
  const [newest] = events;
  expect(newest?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await head(accountId)).toEqual({ accountId, eventId: newest?.id, hash: newest?.hash });
  expect(await brokenIn()).toEqual(INTACT);
  return events.slice(0, events.length - before).map(({ type }) => type);
}

describe('the event log of an account', () => {
  it('starts with the event that opens it', async () => {
    const accountId = await openAccount();
    expect(await expectAdvanced(accountId, 0)).toEqual(['account.opened']);
  });

  it('has no head for an unknown account, and 64 zeros without events', async () => {
    expect(await head(florin.ids.next('acct'))).toBeUndefined();
    const accountId = await openAccount();
    await dataSource.query('UPDATE books SET head_event_id = NULL, head_hash = $2 WHERE account_id = $1', [
      uuidFromId(accountId),
      CHAIN_START,
    ]);
    expect(await head(accountId)).toEqual({ accountId, eventId: undefined, hash: CHAIN_START });
    await dataSource.query('DELETE FROM events WHERE account_id = $1', [uuidFromId(accountId)]);
    expect(await brokenIn()).toEqual(INTACT);
  });

  it('is advanced by transactions that are created, amended, settled and canceled, also in one batch', async () => {
    const accountId = await openAccount(1_000);
    const before = (await eventsOf(accountId)).length;
    const [first, second] = await Promise.all([
      florin.ledger.create(newTransaction(accountId, { amount: 10 })),
      florin.ledger.create(newTransaction(accountId, { amount: 20 })),
    ]);
    const target = { transactionId: first.id, accountId };
    await Promise.all([
      florin.ledger.amend({ ...target, amendment: { reference: 'r' } }),
      florin.ledger.settle({ ...target, settlement: SUCCESS }),
      florin.ledger.cancel({ transactionId: second.id, accountId }),
    ]);
    await florin.ledger.amend({ ...target, amendment: { reference: 'again' } });
    expect(await expectAdvanced(accountId, before)).toHaveLength(6);
  });

  it('is advanced by changes of the account', async () => {
    const accountId = await openAccount(1_000);
    await florin.update.execute(anActor(), accountId, { name: 'Another' });
    await florin.setStatus.execute(anActor(), accountId, 'suspended');
    await florin.setStatus.execute(anActor(), accountId, 'active');
    for (const amount of [1, 2, 3]) await florin.ledger.create(newTransaction(accountId, { amount }));
    const before = (await eventsOf(accountId)).length;
    await florin.close.execute(anActor(), accountId);
    const types = await expectAdvanced(accountId, before);
    expect(types.filter((type) => type === 'transaction.canceled')).toHaveLength(3);
    expect(types).toContain('account.closed');
  });

  it('is advanced by payment requests and subscriptions', async () => {
    const accountId = await openAccount();
    const request = value(await florin.requests.execute(aNewRequest({ accountId })));
    await florin.pay.execute(florin.secrets.secretOf(request.id), aCard());
    const types = await expectAdvanced(accountId, 1);
    expect(types).toEqual(expect.arrayContaining(['payment_request.succeeded', 'transaction.succeeded']));
    const subscription = value(await florin.subscribe.execute(aNewSubscription({ accountId })));
    await florin.cancelSubscription.execute(subscription.id, accountId);
    expect(await expectAdvanced(accountId, 1 + types.length)).toEqual(
      expect.arrayContaining(['subscription.created', 'subscription.canceled']),
    );
  });

  it('is not forked by concurrent writers of several processes', async () => {
    const accountId = await openAccount(100_000);
    const other = await connect(createDataSource({ url }));
    try {
      const processes = [florin, createProcess(other)];
      const before = (await eventsOf(accountId)).length;
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const { ledger, update } = processes[index % 2]!;
          return index % 4 < 2
            ? ledger.create(newTransaction(accountId, { amount: 1 }))
            : update.execute(anActor(), accountId, { name: `Name ${index}` });
        }),
      );
      expect(await expectAdvanced(accountId, before)).toHaveLength(40);
    } finally {
      await other.destroy();
    }
  });
});

describe('the hash of an event', () => {
  const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();
  const key = fc
    .oneof(fc.constantFrom('__proto__', 'constructor', '', 'ä', '😀'), fc.string())
    .filter(isStorable);
  const number = fc.oneof(
    fc.constantFrom(-0, 1e21, 1e-7, 5e-324, 2 ** 53 + 2),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const { json } = fc.letrec<{ json: unknown; node: unknown }>((tie) => ({
    json: fc.oneof({ maxDepth: 4 }, fc.constant(null), fc.boolean(), number, key, tie('node')),
    node: fc.oneof(fc.array(tie('json')), fc.dictionary(key, tie('json'), { noNullPrototype: true })),
  }));

  it('is the same before the event is written and after it is read, for any JSON data', async () => {
    const accountId = await openAccount();
    const append = (data: Record<string, unknown>) =>
      inSqlTransaction(dataSource, (manager) => {
        const event = {
          type: 'test.appended',
          accountId,
          subjectId: accountId,
          data,
          occurredAt: new Date(),
        };
        return appendEvents(manager, florin.ids, [event], SYSTEM_ACTOR);
      });
    await append(JSON.parse('{"__proto__": {"a": -0}, "b": [1e21, {"": null}], "a": 0.1}') as never);
    await fc.assert(fc.asyncProperty(fc.dictionary(key, json, { noNullPrototype: true }), append), {
      numRuns: 100,
    });
    expect(await brokenIn()).toEqual(INTACT);
    expect((await eventsOf(accountId)).length).toBe(100);
  });
});

describe('chaining events of earlier releases', () => {
  const removeHashes = (accountId: AccountId, condition: string) =>
    dataSource.query(`UPDATE events SET hash = NULL WHERE account_id = $1 AND ${condition}`, [
      uuidFromId(accountId),
    ]);
  const removeHead = (accountId: AccountId) =>
    dataSource.query('UPDATE books SET head_event_id = NULL, head_hash = NULL WHERE account_id = $1', [
      uuidFromId(accountId),
    ]);
  const hashesOf = async (accountId: AccountId) => (await eventsOf(accountId)).map(({ hash }) => hash);

  it('leaves new events of such an account unchained until then', async () => {
    const accountId = await openAccount();
    await removeHashes(accountId, 'true');
    await removeHead(accountId);
    await florin.update.execute(anActor(), accountId, { name: 'Another' });
    expect(await hashesOf(accountId)).toEqual([undefined, undefined]);
    expect(await head(accountId)).toEqual({ accountId, eventId: undefined, hash: undefined });
    expect(await check()).toMatchObject({ notChained: 2 });
    expect(await brokenIn()).toEqual(INTACT);
    expect(await chainStoredEvents(dataSource)).toEqual({ accounts: 1, events: 2 });
    await expectAdvanced(accountId, 0);
    expect(await check()).toMatchObject({ notChained: 0 });
  });

  it('gives the same hashes as chaining each event when it is written', async () => {
    const accountId = await openAccount(1_000);
    const original = await hashesOf(accountId);
    await removeHashes(accountId, 'true');
    await removeHead(accountId);
    await chainStoredEvents(dataSource);
    expect(await hashesOf(accountId)).toEqual(original);
  });

  it('chains anew from an event that the previous release wrote between others', async () => {
    const accountId = await openAccount(1_000);
    const original = await hashesOf(accountId);
    // Its successor was chained to the event before it.
    await removeHashes(accountId, `type = 'transaction.created'`);
    expect((await brokenIn()).flat()).toContain(1);
    expect(await chainStoredEvents(dataSource)).toEqual({ accounts: 1, events: 2 });
    expect(await hashesOf(accountId)).toEqual(original);
    await expectAdvanced(accountId, 0);
  });

  it('continues after an interruption', async () => {
    const accountId = await openAccount(1_000);
    const uuid = uuidFromId(accountId);
    await dataSource.query(
      `INSERT INTO events (account_id, id, type, subject_kind, subject_id, data, occurred_at)
       SELECT $1, ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test.old', 'acct', $1, '{}', now()
       FROM generate_series(1, 2500) n`,
      [uuid],
    );
    const stop = new AbortController();
    const interrupted = chainStoredEvents(dataSource, {
      signal: stop.signal,
      onProgress: () => {
        stop.abort();
      },
    });
    await expect(interrupted).rejects.toThrow('Interrupted');
    expect(await check()).toMatchObject({ notChained: 1_500 });
    expect(await brokenIn()).toEqual(INTACT);
    expect(await chainStoredEvents(dataSource)).toEqual({ accounts: 1, events: 1_500 });
    expect(await check()).toMatchObject({ notChained: 0 });
    expect(await brokenIn()).toEqual(INTACT);
    expect(await chainStoredEvents(dataSource)).toEqual({ accounts: 0, events: 0 });
  });
});

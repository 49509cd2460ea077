import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount, UpdateAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, parseId, idFromUuid, uuidFromId } from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import { newTransaction, SUCCESS } from '@florin/ledger/testing';
import {
  ConcludeAttempt,
  ConcludeRefund,
  CreatePaymentRequest,
  CreateRefund,
  CreateSubscription,
  GetPaymentRequest,
  PayPaymentRequest,
} from '@florin/payments';
import { aCard, aNewRequest, PlainPageSecrets } from '@florin/payments/testing/paying';
import { aNewSubscription } from '@florin/payments/testing/subscriptions';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { projectFiles } from '../../../../test/support/source-tree.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { appendEvents } from '../ledger/event-outbox.js';
import { PostgresLedgerStore } from '../ledger/postgres-ledger.store.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { SandboxProcessor } from '../payments/sandbox-processor.js';
import { TypeOrmPaymentRequestReader } from '../payments/typeorm-payment-request.reader.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { WebhooksFixture } from './testing/webhooks-fixture.js';

let dataSource: DataSource;
let webhooks: WebhooksFixture;
let ledger: Ledger;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  webhooks = new WebhooksFixture(dataSource);
  ledger = new Ledger(new PostgresLedgerStore(dataSource), webhooks.clock, webhooks.ids);
});

beforeEach(() => webhooks.clear());

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: Date;
}

const eventsOf = (accountId: AccountId): Promise<EventRow[]> =>
  dataSource.query('SELECT id, type, occurred_at FROM events WHERE account_id = $1 ORDER BY id', [
    uuidFromId(accountId),
  ]);

const transfer = (from: AccountId, to: AccountId) => ({
  fromAccountId: from,
  toAccountId: to,
  amount: 10,
  currency: newTransaction(from).currency,
  settle: true,
});

describe('an event', () => {
  it('has a pending delivery to each endpoint of its account and to those without an account', async () => {
    const [accountId, other] = [await webhooks.openAccount(), await webhooks.openAccount()];
    const ofAccount = [
      await webhooks.createEndpoint({ accountId }),
      await webhooks.createEndpoint({ accountId }),
    ];
    const ofAll = await webhooks.createEndpoint();
    const ofOther = await webhooks.createEndpoint({ accountId: other });
    await webhooks.addEvents(accountId, 2);
    const events = await eventsOf(accountId);
    for (const { id } of [...ofAccount, ofAll]) {
      const deliveries = await webhooks.deliveriesTo(id);
      expect(deliveries).toEqual(
        events.map((event) =>
          expect.objectContaining({
            account_id: uuidFromId(accountId),
            event_id: event.id,
            event_type: event.type,
            status: 'pending',
            failures: 0,
            attempts: [],
            claimed_until: null,
            next_attempt_at: event.occurred_at,
            created_at: event.occurred_at,
          }),
        ),
      );
    }
    expect(await webhooks.deliveriesTo(ofOther.id)).toEqual([]);
  });

  it('has none to disabled and deleted endpoints, and to those that subscribe to other types', async () => {
    const accountId = await webhooks.openAccount();
    const disabled = await webhooks.createEndpoint({ accountId });
    await webhooks.setStatus(disabled.id, 'disabled');
    const deleted = await webhooks.createEndpoint({ accountId });
    await webhooks.unitOfWork.run(({ endpoints }) => endpoints.remove(deleted.id));
    const some = await webhooks.createEndpoint({ accountId, events: ['account.closed', 'account.frozen'] });
    await webhooks.addEvents(accountId, 1, { type: 'account.updated' });
    await webhooks.addEvents(accountId, 1, { type: 'account.closed' });
    expect(await webhooks.typesSentTo(disabled.id)).toEqual([]);
    expect(await webhooks.typesSentTo(deleted.id)).toEqual([]);
    expect(await webhooks.typesSentTo(some.id)).toEqual(['account.closed']);
  });

  it('has deliveries whose ids are UUIDs that sort like the events and differ for each endpoint', async () => {
    const accountId = await webhooks.openAccount();
    const endpoints = [await webhooks.createEndpoint(), await webhooks.createEndpoint()];
    await webhooks.addEvents(accountId, 300);
    const all = await Promise.all(endpoints.map(({ id }) => webhooks.deliveriesTo(id)));
    for (const deliveries of all) {
      const eventIds = deliveries.map(({ event_id }) => event_id);
      expect(eventIds).toEqual(eventIds.toSorted());
    }
    const ids = all.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(600);
    for (const id of ids) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
      expect(parseId('whd', idFromUuid('whd', id))).toBeDefined();
    }
  });
});

describe('deliveries are written by', () => {
  it('transactions, transfers and batches', async () => {
    const accountId = await webhooks.openAccount(1_000);
    const other = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint();
    const { id: transactionId } = await ledger.create(newTransaction(accountId, { amount: 10 }));
    await ledger.settle({ transactionId, accountId, settlement: SUCCESS });
    await ledger.createTransfer(transfer(accountId, other));
    await ledger.createBatch({ inputs: [newTransaction(accountId, { amount: 5 })], atomic: true });
    const events = [...(await eventsOf(accountId)), ...(await eventsOf(other))];
    expect(events.length).toBeGreaterThanOrEqual(6);
    const sent = (await webhooks.deliveriesTo(id)).map(({ event_id }) => event_id);
    expect(sent.toSorted()).toEqual(events.map((event) => event.id).toSorted());
  });

  it('changes of accounts, and their closing with open transactions', async () => {
    const endpoint = await webhooks.createEndpoint();
    const accounts = accountsUnitOfWork(dataSource, webhooks.ids);
    const { clock, ids } = webhooks;
    const opening = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
    const input = { ...aNewAccount({ email: `${ids.next('user')}@example.com` }), password: 'correct horse' };
    const opened = await opening.execute(anActor(), input);
    if (opened.replayed) throw new Error('The account was replayed.');
    const { id } = opened.value;
    await new UpdateAccount(accounts, clock).execute(anActor(), id, { name: 'Another' });
    await ledger.create(newTransaction(id, { type: 'credit', amount: 5 }));
    await new CloseAccount(accounts, clock).execute(anActor(), id);
    expect(await webhooks.typesSentTo(endpoint.id)).toEqual((await eventsOf(id)).map(({ type }) => type));
    expect(await webhooks.typesSentTo(endpoint.id)).toEqual(
      expect.arrayContaining(['account.opened', 'transaction.canceled', 'account.closed']),
    );
  });

  it('payments and their refunds, with their transactions', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    const unitOfWork = paymentsUnitOfWork(dataSource, webhooks.ids);
    const [secrets, processor] = [new PlainPageSecrets(), new SandboxProcessor(dataSource)];
    const { clock } = webhooks;
    const conclude = new ConcludeAttempt(unitOfWork, processor, clock);
    const reader = new TypeOrmPaymentRequestReader(dataSource);
    const created = await new CreatePaymentRequest(unitOfWork, secrets, clock).execute(
      aNewRequest({ accountId }),
    );
    if (created.replayed) throw new Error('The request was replayed.');
    await new PayPaymentRequest(unitOfWork, reader, secrets, processor, conclude, clock).execute(
      secrets.secretOf(created.value.id),
      aCard(),
    );
    const concludeRefund = new ConcludeRefund(reader, unitOfWork, processor, clock);
    const refunding = new CreateRefund(new GetPaymentRequest(reader), unitOfWork, concludeRefund, clock);
    await refunding.execute(created.value.id, accountId, { amount: 100, reason: undefined });
    const types = await webhooks.typesSentTo(id);
    expect(types).toEqual((await eventsOf(accountId)).map(({ type }) => type));
    expect(types).toEqual(
      expect.arrayContaining(['payment_request.succeeded', 'refund.created', 'refund.succeeded']),
    );
  });

  it('subscriptions, with the payment requests of their periods', async () => {
    const accountId = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint({ accountId });
    const unitOfWork = paymentsUnitOfWork(dataSource, webhooks.ids);
    const issue = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), webhooks.clock);
    const creating = new CreateSubscription(unitOfWork, issue, webhooks.clock);
    await creating.execute(aNewSubscription({ accountId }));
    const types = await webhooks.typesSentTo(id);
    expect(types).toEqual((await eventsOf(accountId)).map(({ type }) => type));
    expect(types).toEqual(expect.arrayContaining(['subscription.created', 'payment_request.created']));
  });

  it('no SQL transaction that is rolled back, no refused command and no dry run', async () => {
    const accountId = await webhooks.openAccount(100);
    const other = await webhooks.openAccount();
    const { id } = await webhooks.createEndpoint();
    const failing = inSqlTransaction(dataSource, async (manager) => {
      const event = { type: 'account.updated', accountId, subjectId: accountId, data: {} };
      await appendEvents(manager, webhooks.ids, [{ ...event, occurredAt: webhooks.clock.now() }], 'system');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await expect(ledger.create(newTransaction(accountId, { amount: 500 }))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    await ledger.dryRun(newTransaction(accountId, { amount: 50 }));
    await ledger.dryRunTransfer(transfer(accountId, other));
    await ledger.dryRunBatch({ inputs: [newTransaction(accountId, { amount: 5 })], atomic: true });
    expect(await webhooks.deliveriesTo(id)).toEqual([]);
  });
});

it('no other statement adds events, which would have no deliveries', () => {
  const adding = projectFiles().filter(
    ({ path, text }) =>
      /^(apps|libs|tools)\/.*\.(ts|mjs)$/.test(path) &&
      !/\.spec\.ts$|\/testing\//.test(path) &&
      /INSERT INTO events\b/i.test(text),
  );
  expect(adding.map(({ path }) => path)).toEqual(['libs/infrastructure/src/ledger/events.sql.ts']);
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { CloseAccount, OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, type Metadata, uuidFromId } from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import { createCommand, TestIds } from '@florin/ledger/testing';
import { CreatePaymentRequest, CreateSubscription, PauseSubscription } from '@florin/payments';
import { aNewRequest } from '@florin/payments/testing/paying';
import { aNewSubscription, PlainPageSecrets } from '@florin/payments/testing/subscriptions';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { PostgresLedgerStore } from '../ledger/postgres-ledger.store.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { TypeOrmSubscriptionReader } from '../payments/typeorm-subscription.reader.js';
import { SystemClock } from '../system/system-clock.js';
import { accountsUnitOfWork } from './accounts-stores.js';

const NOTE = 'x'.repeat(8_000);
const METADATA: Metadata = { note: NOTE, order: 'A-1' };
const MANY = 20;

interface Client {
  readonly connection: { readonly stream: Socket };
}

let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

/** How many bytes went to the server and came from it so far. */
function traffic(): { sent: number; received: number } {
  const { _clients: clients } = (dataSource.driver as unknown as { master: { _clients: Client[] } }).master;
  const streams = clients.map(({ connection }) => connection.stream);
  const sum = (bytes: (stream: Socket) => number) => streams.reduce((all, one) => all + bytes(one), 0);
  return { sent: sum(({ bytesWritten }) => bytesWritten), received: sum(({ bytesRead }) => bytesRead) };
}

async function openFilled() {
  const clock = new SystemClock();
  const ids = new TestIds(clock);
  const accounts = accountsUnitOfWork(dataSource, ids);
  const payments = paymentsUnitOfWork(dataSource, ids);
  const issue = new CreatePaymentRequest(payments, new PlainPageSecrets(), clock);
  const subscribe = new CreateSubscription(payments, issue, clock);
  const pause = new PauseSubscription(new TypeOrmSubscriptionReader(dataSource), payments, clock);
  const ledger = new Ledger(new PostgresLedgerStore(dataSource), clock, ids);
  const opening = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
  const opened = await opening.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('It is new.');
  const accountId = opened.thing.id;
  const written = { metadata: METADATA, reference: 'REF-1' };
  for (let made = 0; made < MANY; made += 1) {
    await ledger.create(createCommand(accountId, { type: 'credit', ...written }));
    await issue.execute(aNewRequest({ accountId, ...written }));
    const subscription = await subscribe.execute(aNewSubscription({ accountId, ...written }));
    if (!subscription.replayed) await pause.execute(subscription.thing.id, accountId);
  }
  return { accountId, close: () => new CloseAccount(accounts, clock).execute(anActor(), accountId) };
}

const kept = (table: string, accountId: AccountId): Promise<object[]> =>
  dataSource.query(
    `SELECT DISTINCT status, reference, metadata::text AS metadata FROM ${table} WHERE account_id = $1`,
    [uuidFromId(accountId)],
  );

describe('closing an account in which very much is open', () => {
  it('neither fetches nor writes what callers have noted of it, and that stays as it is', async () => {
    const { accountId, close } = await openFilled();
    const before = traffic();
    await close();
    const after = traffic();
    // Of each table, all the notes together are more than this.
    const much = (MANY * NOTE.length) / 2;
    expect(after.received - before.received).toBeLessThan(much);
    expect(after.sent - before.sent).toBeLessThan(much);
    const canceled = { status: 'canceled', reference: 'REF-1', metadata: JSON.stringify(METADATA) };
    for (const table of ['transactions', 'subscriptions'])
      expect(await kept(table, accountId)).toEqual([canceled]);
    expect(await kept('payment_requests', accountId)).toContainEqual(canceled);
  });
});

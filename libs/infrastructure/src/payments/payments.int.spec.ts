import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount, SetAccountStatus } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, type Currency, idFromUuid, money, uuidFromId } from '@florin/kernel';
import type { ChargeKey } from '@florin/payments';
import {
  aCard,
  SequentialIds,
  payingContract,
  type SteppedClock,
  withHooks,
} from '@florin/payments/testing/paying';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { expectBooksToBalance } from '../../../../test/support/books.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { DerivedPageSecrets } from './derived-page-secrets.js';
import { deriveKey } from '../security/derived-keys.js';
import { paymentsUnitOfWork } from './payments-stores.js';
import { SandboxProcessor } from './sandbox-processor.js';
import { TypeOrmPayeeDirectory } from './typeorm-payees.js';
import { TypeOrmPaymentRequestReader } from './typeorm-payment-request.reader.js';
import { TypeOrmSubscriptionReader } from './typeorm-subscription.reader.js';

let url: string;
let dataSource: DataSource;
const ids = new SequentialIds();

beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
});

async function openPayee(clock: SteppedClock): Promise<AccountId> {
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const email = `${ids.next('user').slice(5)}@example.com`;
  const opened = await opening.execute(anActor(), { ...aNewAccount({ email }), password: 'correct horse' });
  if (opened.replayed) throw new Error('The account was replayed.');
  return opened.value.id;
}

const TABLES = ['payment_requests', 'payment_attempts', 'sandbox_charges', 'events', 'transactions'];

payingContract('PostgreSQL with the sandbox', async (clock, hooks) => {
  // Each test counts all rows, so each starts with empty tables.
  await dataSource.query('TRUNCATE sandbox_charges, payment_requests CASCADE');
  await dataSource.query(`DELETE FROM events WHERE subject_kind = 'pay'`);
  // Without their payments, the logs of earlier tests are no longer chained.
  await dataSource.query('UPDATE events SET hash = NULL');
  await dataSource.query('UPDATE books SET head_event_id = NULL, head_hash = NULL');
  const accounts = accountsUnitOfWork(dataSource, ids);
  return {
    unitOfWork: paymentsUnitOfWork(dataSource, ids),
    reader: new TypeOrmPaymentRequestReader(dataSource),
    payees: new TypeOrmPayeeDirectory(dataSource),
    subscriptions: new TypeOrmSubscriptionReader(dataSource),
    processor: withHooks(new SandboxProcessor(dataSource), hooks),
    openPayee: () => openPayee(clock),
    setPayee: async (accountId, status) => {
      if (status === 'closed') await new CloseAccount(accounts, clock).execute(anActor(), accountId);
      else {
        const open = status === 'active' ? 'active' : 'suspended';
        await new SetAccountStatus(accounts, clock).execute(anActor(), accountId, open);
      }
    },
    credits: async (accountId) => {
      const sql = `SELECT amount, reference FROM transactions
        WHERE account_id = $1 AND type = 'credit' AND status = 'succeeded' ORDER BY id`;
      const rows = await dataSource.query<{ amount: string; reference: string }[]>(sql, [
        uuidFromId(accountId),
      ]);
      return rows.map(({ amount, reference }) => ({ amount: Number(amount), reference }));
    },
    taken: async () => {
      const sql = `SELECT coalesce(sum(amount), 0) AS taken FROM sandbox_charges
        WHERE outcome = 'approved' AND reversed_at IS NULL`;
      return Number((await dataSource.query<{ taken: string }[]>(sql))[0]?.taken);
    },
    events: async (id) => {
      const sql = `SELECT type FROM events WHERE subject_kind = 'pay' AND subject_id = $1 ORDER BY id`;
      return (await dataSource.query<{ type: string }[]>(sql, [uuidFromId(id)])).map(({ type }) => type);
    },
    allKept: async () => {
      const rows = await Promise.all(TABLES.map((table) => dataSource.query(`SELECT * FROM ${table}`)));
      return JSON.stringify(rows);
    },
  };
});

afterEach(async () => {
  await expectBooksToBalance(url);
});

describe('the sandbox processor', () => {
  const USD = 'USD' as Currency;
  const key = (name: string) => name as ChargeKey;
  const sandbox = () => new SandboxProcessor(dataSource);
  const order = (name: string, number: string, amount = 500) => ({
    key: key(name),
    money: money(amount, USD),
    card: aCard(number),
  });

  it.each([
    ['4242424242424242', { kind: 'approved' }],
    ['4000000000000002', { kind: 'declined', reason: 'card_declined' }],
    ['4000000000009995', { kind: 'declined', reason: 'insufficient_funds' }],
    ['4000000000000119', { kind: 'failed' }],
    ['5555555555554444', { kind: 'approved' }],
  ])(
    'returns for the card %s the outcome %j, and the same for a repeated charge',
    async (number, outcome) => {
      expect(await sandbox().charge(order(number, number))).toEqual(outcome);
      expect(await sandbox().charge(order(number, '4242424242424242'))).toEqual(outcome);
      expect(await sandbox().resolve(key(number))).toEqual(outcome);
    },
  );

  it('rejects a different amount under a known key', async () => {
    await sandbox().charge(order('amount', '4242424242424242'));
    await expect(sandbox().charge(order('amount', '4242424242424242', 501))).rejects.toThrow(
      'different amount',
    );
  });

  it('voids an unknown key, and does not approve a later charge under it', async () => {
    expect(await sandbox().resolve(key('late'))).toEqual({ kind: 'voided' });
    expect(await sandbox().charge(order('late', '4242424242424242'))).toEqual({ kind: 'voided' });
  });

  it('returns the same outcome to concurrent charges and lookups', async () => {
    for (let round = 0; round < 20; round++) {
      const name = `together ${round}`;
      const outcomes = await Promise.all([
        sandbox().charge(order(name, '4242424242424242')),
        sandbox().resolve(key(name)),
        sandbox().charge(order(name, '4242424242424242')),
      ]);
      expect(new Set(outcomes.map(({ kind }) => kind)).size).toBe(1);
    }
  });

  it('reverses a charge once, however often it is called, and never one that was not approved', async () => {
    await sandbox().charge(order('back', '4242424242424242'));
    await sandbox().reverse(key('back'));
    const at = () => dataSource.query<unknown>(`SELECT reversed_at FROM sandbox_charges WHERE key = 'back'`);
    const first = await at();
    await sandbox().reverse(key('back'));
    expect(await at()).toEqual(first);
    await sandbox().charge(order('declined', '4000000000000002'));
    await expect(sandbox().reverse(key('declined'))).rejects.toThrow('No approved charge');
    await expect(sandbox().reverse(key('unknown'))).rejects.toThrow('No approved charge');
  });
});

describe('the secret of a payment page', () => {
  const secrets = new DerivedPageSecrets(deriveKey('a secret of the service, long enough', 'payment page'));
  const id = idFromUuid('pay', '0195968a-6f4d-7000-8000-000000000001');
  const next = idFromUuid('pay', '0195968a-6f4d-7000-8000-000000000002');

  it('is deterministic, has 192 bits, and differs for every id and every key', () => {
    expect(secrets.secretOf(id)).toBe(secrets.secretOf(id));
    expect(Buffer.from(secrets.secretOf(id), 'base64url')).toHaveLength(24);
    expect(secrets.secretOf(next)).not.toBe(secrets.secretOf(id));
    const other = new DerivedPageSecrets(
      deriveKey('another secret, which is long enough too', 'payment page'),
    );
    expect(other.secretOf(id)).not.toBe(secrets.secretOf(id));
  });
});

import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenAccount, SetAccountStatus } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, type Currency, money, uuidFromId } from '@florin/kernel';
import type { ChargeKey, RefundKey } from '@florin/payments';
import { aCard, withHooks } from '@florin/payments/testing/paying';
import { refundsContract, SequentialIds, type SteppedClock } from '@florin/payments/testing/refunds';
import { Ledger } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { expectBooksToBalance } from '../../../../test/support/books.js';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { PostgresLedgerStore } from '../ledger/postgres-ledger.store.js';
import { PostgresBalanceReader } from '../ledger/postgres-readers.js';
import { paymentsUnitOfWork } from './payments-stores.js';
import { SandboxProcessor } from './sandbox-processor.js';
import { TypeOrmPaymentRequestReader } from './typeorm-payment-request.reader.js';
import { TypeOrmRefundReader } from './typeorm-refund.reader.js';

const USD = 'USD' as Currency;
let url: string;
let dataSource: DataSource;
const ids = new SequentialIds();

beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
});

afterEach(async () => {
  await expectBooksToBalance(url);
});

async function openPayee(clock: SteppedClock): Promise<AccountId> {
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const email = `${ids.next('user').slice(5)}@example.com`;
  const opened = await opening.execute(anActor(), { ...aNewAccount({ email }), password: 'correct horse' });
  if (opened.replayed) throw new Error('The account was replayed.');
  return opened.value.id;
}

refundsContract('PostgreSQL with the sandbox', async (clock, hooks) => {
  await dataSource.query('TRUNCATE sandbox_refunds');
  const accounts = accountsUnitOfWork(dataSource, ids);
  const balances = new PostgresBalanceReader(dataSource);
  const ledger = new Ledger(new PostgresLedgerStore(dataSource), clock, ids);
  return {
    unitOfWork: paymentsUnitOfWork(dataSource, ids),
    reader: new TypeOrmPaymentRequestReader(dataSource),
    refunds: new TypeOrmRefundReader(dataSource),
    processor: withHooks(new SandboxProcessor(dataSource), hooks),
    openPayee: () => openPayee(clock),
    setPayee: async (accountId, status) => {
      const open = status === 'active' ? 'active' : 'suspended';
      await new SetAccountStatus(accounts, clock).execute(anActor(), accountId, open);
    },
    spend: async (accountId, amount) => {
      await ledger.create({ accountId, amount, currency: USD, type: 'payment', settle: true });
    },
    balance: async (accountId) => {
      const { available, held } = (await balances.find(accountId))!;
      return { available, held };
    },
    returned: async () => {
      const sql = `SELECT coalesce(sum(amount), 0) AS returned FROM sandbox_refunds WHERE outcome = 'succeeded'`;
      return Number((await dataSource.query<{ returned: string }[]>(sql))[0]?.returned);
    },
    events: async (id) => {
      const sql = `SELECT type FROM events WHERE subject_kind = 're' AND subject_id = $1 ORDER BY id`;
      return (await dataSource.query<{ type: string }[]>(sql, [uuidFromId(id)])).map(({ type }) => type);
    },
  };
});

describe('the sandbox processor', () => {
  const sandbox = () => new SandboxProcessor(dataSource);
  const charge = async (name: string, number?: string) => {
    const key = name as ChargeKey;
    await sandbox().charge({ key, money: money(500, USD), card: aCard(number) });
    return key;
  };
  const refund = (chargeKey: ChargeKey, name: string, amount = 500) =>
    sandbox().refund({ key: name as RefundKey, chargeKey, money: money(amount, USD) });

  it('refunds an approved charge once per key, and returns the first outcome again', async () => {
    const key = await charge('approved');
    for (let round = 0; round < 2; round++)
      expect(await refund(key, 'first', 200)).toEqual({ kind: 'succeeded' });
    await expect(refund(key, 'first', 201)).rejects.toThrow('different refund');
    const rows: unknown = await dataSource.query(
      `SELECT amount FROM sandbox_refunds WHERE charge_key = 'approved'`,
    );
    expect(rows).toEqual([{ amount: '200' }]);
  });

  it('declines the refunds of the card 4000 0000 0000 5126, which it approves', async () => {
    const key = await charge('fails', '4000000000005126');
    expect(await sandbox().resolve(key)).toEqual({ kind: 'approved' });
    for (let round = 0; round < 2; round++)
      expect(await refund(key, 'failing')).toEqual({ kind: 'failed', reason: 'refund_declined' });
  });

  it('refunds no charge that was declined, reversed or never made', async () => {
    const declined = await charge('declined', '4000000000000002');
    const reversed = await charge('reversed');
    await sandbox().reverse(reversed);
    for (const key of [declined, reversed, 'unknown' as ChargeKey])
      await expect(refund(key, `refund of ${key}`)).rejects.toThrow('No approved charge');
  });
});

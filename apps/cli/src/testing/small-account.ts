import { OpenAccount } from '@florin/accounts';
import { SYSTEM } from '@florin/identity';
import {
  accountsUnitOfWork,
  connect,
  createDataSource,
  HashedOwnerPasswords,
  PooledBcryptHasher,
  PostgresLedgerStore,
  SystemClock,
  SystemIds,
} from '@florin/infrastructure';
import { type AccountId, type Currency, requireEmail, type TransactionId } from '@florin/kernel';
import { Ledger, type TransactionType } from '@florin/ledger';

export interface SmallAccount {
  readonly id: AccountId;
  readonly email: string;
  /** A pending payment of 25.00 EUR. */
  readonly payment: TransactionId;
  /** A pending credit of 12.50 EUR. */
  readonly credit: TransactionId;
}

/** 75.00 EUR available, 25.00 EUR held and 12.50 EUR incoming. */
export async function createSmallAccount(url: string): Promise<SmallAccount> {
  const source = await connect(createDataSource({ url }));
  const [ids, clock] = [new SystemIds(), new SystemClock()];
  const hasher = new PooledBcryptHasher({ cost: 4, maxThreads: 1 });
  const open = new OpenAccount(accountsUnitOfWork(source, ids), new HashedOwnerPasswords(hasher), ids, clock);
  const ledger = new Ledger(new PostgresLedgerStore(source), clock, ids);
  const currency = 'EUR' as Currency;
  try {
    const email = requireEmail('ada@example.com');
    const settings = { currency, timezone: 'UTC', language: 'en' };
    const owner = {
      type: 'business',
      email,
      name: 'Ada Ltd',
      settings,
      password: 'long enough to pass',
    } as const;
    const opened = await open.execute(SYSTEM, owner);
    if (opened.replayed) throw new Error('The account was replayed.');
    const { id: accountId } = opened.value;
    const create = async (type: TransactionType, amount: number): Promise<TransactionId> => {
      const { id } = await ledger.create({ accountId, type, amount, currency });
      return id;
    };
    const deposit = await create('credit', 10_000);
    await ledger.settle({ transactionId: deposit, accountId, settlement: { status: 'succeeded' } });
    return {
      id: accountId,
      email,
      payment: await create('payment', 2_500),
      credit: await create('credit', 1_250),
    };
  } finally {
    await hasher.close();
    await source.destroy();
  }
}

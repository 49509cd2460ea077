import { describe, expect, it } from '@jest/globals';
import { type Account, CloseAccount, OpenAccount, UpdateAccount } from '@florin/accounts';
import {
  accountsContract,
  aNewAccount,
  anActor,
  SequentialIds,
  PlainOwnerPasswords,
  SteppedClock,
} from '@florin/accounts/testing';
import { registerUser } from '@florin/identity';
import { type AccountId, parseEmail, uuidFromId } from '@florin/kernel';
import { CreatePaymentRequest } from '@florin/payments';
import { aNewRequest, PlainPageSecrets } from '@florin/payments/testing/paying';
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { identityStores } from '../identity/identity-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { accountsUnitOfWork } from './accounts-stores.js';
import { TypeOrmAccountDirectory } from '../accounts/typeorm-account.directory.js';

accountsContract('PostgreSQL', async () => {
  const { dataSource } = await openDatabase();
  const ids = new SequentialIds();
  const clock = new SteppedClock();
  const one = async <Row>(sql: string, accountId: AccountId): Promise<Row> => {
    const [row] = await dataSource.query<Row[]>(sql, [uuidFromId(accountId)]);
    if (row === undefined) throw new Error('No row found.');
    return row;
  };
  return {
    unitOfWork: accountsUnitOfWork(dataSource, ids),
    directory: new TypeOrmAccountDirectory(dataSource),
    clock,
    ids,
    addUser: (text) => {
      const email = parseEmail(text)!;
      const user = registerUser(
        { id: ids.next('user'), email, passwordHash: 'none', role: 'user' },
        clock.now(),
      );
      return inSqlTransaction(dataSource, (manager) => identityStores(manager).users.add(user));
    },
    addTransaction: (account) => addPendingCredit(dataSource, ids, account, clock.now()),
    createPaymentRequest: async ({ id, settings }) => {
      const unitOfWork = paymentsUnitOfWork(dataSource, ids);
      const creation = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
      await creation.execute(aNewRequest({ accountId: id, currency: settings.currency }));
    },
    owner: (accountId) =>
      one(`SELECT email, status = 'suspended' AS suspended FROM users WHERE account_id = $1`, accountId),
    balance: (accountId) => one('SELECT currency, state FROM books WHERE account_id = $1', accountId),
    events: async (accountId) => {
      const sql = `SELECT type FROM events WHERE account_id = $1 AND subject_id = $1 ORDER BY id`;
      const rows = await dataSource.query<{ type: string }[]>(sql, [uuidFromId(accountId)]);
      return rows.map(({ type }) => type);
    },
  };
});

async function addPendingCredit(
  dataSource: DataSource,
  ids: SequentialIds,
  { id, settings }: Account,
  now: Date,
): Promise<void> {
  const accountId = uuidFromId(id);
  await inSqlTransaction(dataSource, async (manager) => {
    await manager.query(`UPDATE books SET used = true, incoming = 500 WHERE account_id = $1`, [accountId]);
    await manager.query(
      `INSERT INTO transactions (account_id, id, type, amount, currency, status, metadata, created_at, updated_at)
       VALUES ($1, $2, 'credit', 500, $3, 'pending', '{}', $4, $4)`,
      [accountId, uuidFromId(ids.next('txn')), settings.currency, now],
    );
  });
}

async function openAccountOn(dataSource: DataSource) {
  const ids = new SequentialIds();
  const clock = new SteppedClock();
  const unitOfWork = accountsUnitOfWork(dataSource, ids);
  const openAccount = new OpenAccount(unitOfWork, new PlainOwnerPasswords(), ids, clock);
  const outcome = await openAccount.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (outcome.replayed) throw new Error('The account was replayed.');
  return { account: outcome.value, ids, clock, unitOfWork };
}

describe('closing an account', () => {
  it('waits for a concurrent SQL transaction that adds a user, and suspends that user as well', async () => {
    const { dataSource } = await openDatabase();
    const { account, ids, clock, unitOfWork } = await openAccountOn(dataSource);
    const email = parseEmail('late@example.com')!;
    const registration = { id: ids.next('user'), email, passwordHash: 'none', role: 'member' } as const;
    const held = Promise.withResolvers<undefined>();
    const adding = inSqlTransaction(dataSource, async (manager) => {
      const stores = identityStores(manager);
      expect(await stores.users.lockAccountShared(account.id)).toBe('open');
      held.resolve(undefined);
      // Long enough for the closure to get as far as it can.
      await setTimeout(300);
      await stores.users.add(registerUser({ ...registration, accountId: account.id }, clock.now()));
    });
    await held.promise;
    await Promise.all([adding, new CloseAccount(unitOfWork, clock).execute(anActor(), account.id)]);
    const users = await dataSource.query<{ status: string }[]>('SELECT status FROM users');
    expect(users).toEqual([{ status: 'suspended' }, { status: 'suspended' }]);
    const state = await inSqlTransaction(dataSource, (manager) =>
      identityStores(manager).users.lockAccountShared(account.id),
    );
    expect(state).toBe('closed');
  });
});

describe("changing an account's email", () => {
  it("changes the owner's email and waits for no lock on a member", async () => {
    const { dataSource } = await openDatabase();
    const { account, ids, clock, unitOfWork } = await openAccountOn(dataSource);
    const [email, changed] = [parseEmail('member@example.com')!, parseEmail('moved@example.com')!];
    const registration = { id: ids.next('user'), email, passwordHash: 'none', role: 'member' } as const;
    const member = registerUser({ ...registration, accountId: account.id }, clock.now());
    await inSqlTransaction(dataSource, (manager) => identityStores(manager).users.add(member));

    const [held, done] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const holdingMember = inSqlTransaction(dataSource, async (manager) => {
      await identityStores(manager).users.lock(member.id);
      held.resolve(undefined);
      await done.promise;
    });
    await held.promise;
    const update = new UpdateAccount(unitOfWork, clock);
    await update.execute(anActor(), account.id, { email: changed }).finally(() => {
      done.resolve(undefined);
    });
    await holdingMember;
    const users = await dataSource.query<object[]>('SELECT role, email FROM users ORDER BY id');
    expect(users).toEqual([
      { role: 'owner', email: changed },
      { role: 'member', email },
    ]);
  });
});

describe('the lock on an account', () => {
  it('does not block inserts of rows that reference the account', async () => {
    const { dataSource } = await openDatabase();
    const { account, ids, clock, unitOfWork } = await openAccountOn(dataSource);
    const added = await unitOfWork.run(async ({ accounts }) => {
      await accounts.lock(account.id);
      // On another connection: with a stronger lock this insert would wait for the unit of work, which waits for it.
      return dataSource.query<unknown[]>(
        `INSERT INTO api_keys (id, kind, account_id, name, digest, last_four, status, created_at)
         VALUES ($1, 'account', $2, 'till', 'digest', 'last', 'active', $3) RETURNING id`,
        [uuidFromId(ids.next('key')), uuidFromId(account.id), clock.now()],
      );
    });
    expect(added).toHaveLength(1);
  });
});

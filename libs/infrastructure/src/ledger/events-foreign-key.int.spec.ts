import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uuidFromId } from '@florin/kernel';
import { LedgerFixture } from '@florin/ledger/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { KeyOfEvents0000000000008 } from '../postgres/migrations/0008-key-of-events.js';
import { postgresHarness } from './testing/postgres-harness.js';

let dataSource: DataSource;
let ledgerDriver: LedgerFixture;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  ledgerDriver = new LedgerFixture(postgresHarness(dataSource));
});

const VIOLATION = { driverError: { code: '23503', table: 'events', constraint: 'events_book_fkey' } };
const LOCKED = { driverError: { code: '55P03' } };

const anAccount = async () => uuidFromId(await ledgerDriver.openAccount());

/** Another account like one that is there, without a book. */
async function anAccountWithoutBook(like: string): Promise<string> {
  const id = randomUUID();
  await dataSource.query(
    'INSERT INTO accounts SELECT (jsonb_populate_record(a, $2)).* FROM accounts a WHERE id = $1',
    [like, { id, email: `${id}@example.com` }],
  );
  return id;
}

const addEvents = (accountIds: readonly string[], on: EntityManager = dataSource.manager) =>
  on.query(
    `INSERT INTO public.events
       SELECT account_id, gen_random_uuid(), 'account.updated', 'acct', account_id, '{}', now()
       FROM unnest($1::uuid[]) AS of_accounts (account_id)`,
    [accountIds],
  );

async function eventsOf(accountId: string): Promise<number> {
  const sql = 'SELECT count(*) FROM events WHERE account_id = $1';
  const rows: { count: string }[] = await dataSource.query(sql, [accountId]);
  return Number(rows[0]?.count);
}

/** Runs a work that does not wait for anybody. */
const withShortLockTimeout = (work: (manager: EntityManager) => Promise<unknown>) =>
  dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL lock_timeout = '50ms'`);
    await work(manager);
  });

function keyOfEvents(): void {
  it('takes events of accounts that have a book', async () => {
    const [one, other] = [await anAccount(), await anAccount()];
    const before = await eventsOf(one);
    await addEvents([one, other, one]);
    expect(await eventsOf(one)).toBe(before + 2);
  });

  it('refuses an event of an account that has none, and all that came with it', async () => {
    const id = await anAccount();
    const before = await eventsOf(id);
    await expect(addEvents([id, randomUUID(), id])).rejects.toMatchObject(VIOLATION);
    await expect(addEvents([await anAccountWithoutBook(id)])).rejects.toMatchObject(VIOLATION);
    expect(await eventsOf(id)).toBe(before);
  });

  it('refuses that an event goes to a book that is not there', async () => {
    const id = await anAccount();
    await addEvents([id]);
    const move = 'UPDATE events SET account_id = gen_random_uuid() WHERE account_id = $1';
    await expect(dataSource.query(move, [id])).rejects.toMatchObject(VIOLATION);
  });

  it('refuses that a book goes from its events, by being deleted or by becoming another’s', async () => {
    const id = await anAccount();
    await addEvents([id]);
    const other = await anAccountWithoutBook(id);
    const leave = 'UPDATE books SET account_id = $2 WHERE account_id = $1';
    await expect(dataSource.query(leave, [id, other])).rejects.toMatchObject(VIOLATION);
    const remove = 'DELETE FROM books WHERE account_id = $1';
    await expect(dataSource.query(remove, [id])).rejects.toMatchObject(VIOLATION);
  });

  it('lets nobody pass who holds the book', async () => {
    const id = await anAccount();
    await dataSource.transaction(async (holder) => {
      await holder.query('SELECT 1 FROM books WHERE account_id = $1 FOR UPDATE', [id]);
      await expect(withShortLockTimeout((other) => addEvents([id], other))).rejects.toMatchObject(LOCKED);
    });
  });

  it('keeps the book from going while an event is being written', async () => {
    const id = await anAccount();
    await dataSource.transaction(async (writer) => {
      await addEvents([id], writer);
      const removal = withShortLockTimeout((other) =>
        other.query('DELETE FROM books WHERE account_id = $1', [id]),
      );
      await expect(removal).rejects.toMatchObject(LOCKED);
    });
  });

  it('knows its tables whatever the path of the session is', async () => {
    const id = await anAccount();
    const before = await eventsOf(id);
    await dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL search_path = ''`);
      await addEvents([id], manager);
    });
    expect(await eventsOf(id)).toBe(before + 1);
  });
}

describe('the key of events to the books of their accounts', keyOfEvents);

// What the key does is what a foreign key does, so that one passes the same tests.
describe('the foreign key that was there before it', () => {
  const migrate = async (step: 'up' | 'down') => {
    const queryRunner = dataSource.createQueryRunner();
    await new KeyOfEvents0000000000008()[step](queryRunner);
    await queryRunner.release();
  };
  beforeAll(() => migrate('down'));
  afterAll(() => migrate('up'));

  keyOfEvents();
});

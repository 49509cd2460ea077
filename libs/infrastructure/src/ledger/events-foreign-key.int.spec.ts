import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uuidFromId } from '@florin/kernel';
import { LedgerFixture } from '@florin/ledger/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { KeyOfEvents0000000000008 } from '../postgres/migrations/0008-key-of-events.js';
import { postgresHarness } from './testing/postgres-harness.js';

let dataSource: DataSource;
let fixture: LedgerFixture;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  fixture = new LedgerFixture(postgresHarness(dataSource));
});

const VIOLATION = { driverError: { code: '23503', table: 'events', constraint: 'events_book_fkey' } };
const LOCKED = { driverError: { code: '55P03' } };

const anAccount = async () => uuidFromId(await fixture.openAccount());

/** A copy of an account, without a balance. */
async function anAccountWithoutBalance(like: string): Promise<string> {
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

/** Fails after 50 ms of waiting for a lock. */
const withShortLockTimeout = (work: (manager: EntityManager) => Promise<unknown>) =>
  dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL lock_timeout = '50ms'`);
    await work(manager);
  });

function foreignKeyTests(): void {
  it('accepts events of accounts that have a balance', async () => {
    const [one, other] = [await anAccount(), await anAccount()];
    const before = await eventsOf(one);
    await addEvents([one, other, one]);
    expect(await eventsOf(one)).toBe(before + 2);
  });

  it('rejects the whole statement when one event has no balance', async () => {
    const id = await anAccount();
    const before = await eventsOf(id);
    await expect(addEvents([id, randomUUID(), id])).rejects.toMatchObject(VIOLATION);
    await expect(addEvents([await anAccountWithoutBalance(id)])).rejects.toMatchObject(VIOLATION);
    expect(await eventsOf(id)).toBe(before);
  });

  it('rejects moving an event to an account without a balance', async () => {
    const id = await anAccount();
    await addEvents([id]);
    const move = 'UPDATE events SET account_id = gen_random_uuid() WHERE account_id = $1';
    await expect(dataSource.query(move, [id])).rejects.toMatchObject(VIOLATION);
  });

  it('rejects deleting or reassigning a balance that has events', async () => {
    const id = await anAccount();
    await addEvents([id]);
    const other = await anAccountWithoutBalance(id);
    const reassign = 'UPDATE books SET account_id = $2 WHERE account_id = $1';
    await expect(dataSource.query(reassign, [id, other])).rejects.toMatchObject(VIOLATION);
    const remove = 'DELETE FROM books WHERE account_id = $1';
    await expect(dataSource.query(remove, [id])).rejects.toMatchObject(VIOLATION);
  });

  it('waits for a FOR UPDATE lock on the balance', async () => {
    const id = await anAccount();
    await dataSource.transaction(async (holder) => {
      await holder.query('SELECT 1 FROM books WHERE account_id = $1 FOR UPDATE', [id]);
      await expect(withShortLockTimeout((other) => addEvents([id], other))).rejects.toMatchObject(LOCKED);
    });
  });

  it('blocks the deletion of a balance while an event of it is being written', async () => {
    const id = await anAccount();
    await dataSource.transaction(async (writer) => {
      await addEvents([id], writer);
      const removal = withShortLockTimeout((other) =>
        other.query('DELETE FROM books WHERE account_id = $1', [id]),
      );
      await expect(removal).rejects.toMatchObject(LOCKED);
    });
  });

  it('does not depend on the search_path of the session', async () => {
    const id = await anAccount();
    const before = await eventsOf(id);
    await dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL search_path = ''`);
      await addEvents([id], manager);
    });
    expect(await eventsOf(id)).toBe(before + 1);
  });
}

describe('the trigger-based foreign key from events to balances', foreignKeyTests);

// The triggers must behave as a foreign key does, so both pass the same tests.
describe('the foreign key that the triggers replaced', () => {
  const migrate = async (step: 'up' | 'down') => {
    const queryRunner = dataSource.createQueryRunner();
    await new KeyOfEvents0000000000008()[step](queryRunner);
    await queryRunner.release();
  };
  beforeAll(() => migrate('down'));
  afterAll(() => migrate('up'));

  foreignKeyTests();
});

import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountId, DomainError, idFromUuid, type IdempotentRequest } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { createDataSource } from './data-source.js';
import { deleteExpiredKeys, isResponseStored } from './idempotency-keys.js';
import { TypeOrmUnitOfWork } from './unit-of-work.js';

interface Stores {
  add(value: string): Promise<number>;
}

let dataSource: DataSource;
let databaseUrl: string;
let unitOfWork: TypeOrmUnitOfWork<Stores>;

const storesOf = (manager: EntityManager): Stores => ({
  async add(value) {
    const [row] = await manager.query<[{ id: number }]>(
      'INSERT INTO things (value) VALUES ($1) RETURNING id',
      [value],
    );
    return row.id;
  },
});

const account = (last: string): AccountId => idFromUuid('acct', `00000000-0000-7000-8000-00000000000${last}`);

const aKey = (change: Partial<IdempotentRequest<number>> = {}): IdempotentRequest<number> => ({
  principal: 'user_1',
  accountId: account('1'),
  path: '/v1/things',
  key: 'k-1',
  fingerprint: 'same',
  present: (id) => ({ z: 'first', id, a: { '10': 1, '9': 'ü €' } }),
  ...change,
});

const count = async (): Promise<number> => {
  const [row] = await dataSource.query<[{ count: string }]>('SELECT count(*) FROM things');
  return Number(row.count);
};

beforeAll(async () => {
  ({ dataSource, url: databaseUrl } = await openDatabase());
  await dataSource.query(
    'CREATE TABLE things (id serial PRIMARY KEY, value text CONSTRAINT things_value_key UNIQUE)',
  );
  unitOfWork = new TypeOrmUnitOfWork(dataSource, storesOf, {
    things_value_key: () => new DomainError('email_exists', 'The value exists'),
  });
});
beforeEach(async () => {
  await dataSource.query('TRUNCATE things, idempotency_keys');
});

describe('run', () => {
  it('passes stores of its SQL transaction to the work', async () => {
    const id = await unitOfWork.run((stores) => stores.add('one'));
    expect(id).toBeGreaterThan(0);
    expect(await count()).toBe(1);
  });

  it('commits exactly one of several concurrent inserts of a unique value', async () => {
    const racing = Array.from({ length: 8 }, () => unitOfWork.run((stores) => stores.add('unique')));
    const outcomes = await Promise.allSettled(racing);
    const refused = outcomes
      .filter(({ status }) => status === 'rejected')
      .map((outcome) => (outcome as PromiseRejectedResult).reason as unknown);
    expect(refused).toHaveLength(7);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'email_exists' });
  });
});

describe('runIdempotent', () => {
  it('runs the work when there is no key', async () => {
    for (const value of ['a', 'b']) {
      expect(await unitOfWork.runIdempotent(undefined, (stores) => stores.add(value))).toMatchObject({
        replayed: false,
      });
    }
    expect(await count()).toBe(2);
  });

  it('returns the first response for a repeated key, byte for byte, and does nothing', async () => {
    const first = await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'));
    if (first.replayed) throw new Error('The request was replayed.');
    const again = await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('b'));
    expect(again.replayed).toBe(true);
    expect(JSON.stringify(again)).toBe(
      JSON.stringify({ replayed: true, response: aKey().present(first.value) }),
    );
    expect(await count()).toBe(1);
  });

  it('rejects a key that was used with a different request', async () => {
    await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'));
    const other = unitOfWork.runIdempotent(aKey({ fingerprint: 'other' }), (stores) => stores.add('b'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await count()).toBe(1);
  });

  it.each([
    ['principal', { principal: 'user_2' }],
    ['account', { accountId: account('2') }],
    ['missing account', { accountId: undefined }],
    ['path', { path: '/v1/others' }],
    ['key', { key: 'K-1' }],
  ])('treats the same key with another %s as a different key', async (_, change) => {
    await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'));
    expect(await unitOfWork.runIdempotent(aKey(change), (stores) => stores.add('b'))).toMatchObject({
      replayed: false,
    });
  });

  it('does not store the key when the work fails', async () => {
    const refused = unitOfWork.runIdempotent(aKey(), () =>
      Promise.reject(new DomainError('insufficient_funds', 'no')),
    );
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'))).toMatchObject({
      replayed: false,
    });
  });

  it('runs the work once for twenty concurrent requests', async () => {
    const requests = Array.from({ length: 20 }, (_, index) =>
      unitOfWork.runIdempotent(aKey(), (stores) => stores.add(`request ${index}`)),
    );
    const outcomes = await Promise.all(requests);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await count()).toBe(1);
  });

  it('runs the work once for a key that moves to its account, also beside the previous release', async () => {
    const withoutAccount = aKey({ accountId: undefined });
    const moving = aKey({ accountId: undefined, copyAccountId: account('1') });
    const keys = [moving, withoutAccount, moving, withoutAccount];
    const outcomes = await Promise.all(
      keys.map((key) => unitOfWork.runIdempotent(key, (stores) => stores.add('one'))),
    );
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await count()).toBe(1);
  });

  it('stores the copy of a key, which is found when the move has ended', async () => {
    const moving = aKey({ accountId: undefined, copyAccountId: account('1') });
    await unitOfWork.runIdempotent(moving, (stores) => stores.add('a'));
    for (const key of [moving, aKey({ accountId: undefined }), aKey()])
      expect(await unitOfWork.runIdempotent(key, (stores) => stores.add('b'))).toMatchObject({
        replayed: true,
      });
    const other = unitOfWork.runIdempotent(aKey({ fingerprint: 'other' }), (stores) => stores.add('c'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await count()).toBe(1);
  });

  it('finds a key that only its account has, and stores it in both places', async () => {
    const first = await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'));
    if (first.replayed) throw new Error('The request was replayed.');
    const moving = aKey({ accountId: undefined, copyAccountId: account('1') });
    const replay = { replayed: true, response: aKey().present(first.value) };
    for (const key of [moving, aKey({ accountId: undefined })])
      expect(await unitOfWork.runIdempotent(key, (stores) => stores.add('b'))).toEqual(replay);
    expect(await count()).toBe(1);
  });

  it('waits for the request that holds the key, and runs when that one fails', async () => {
    let fail: (error: Error) => void = () => undefined;
    let hasBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const holder = unitOfWork.runIdempotent(aKey(), async () => {
      hasBegun();
      return new Promise<number>((_, reject) => (fail = reject));
    });
    await begun;
    const waiting = unitOfWork.runIdempotent(aKey(), (stores) => stores.add('second'));
    setTimeout(() => {
      fail(new DomainError('conflict', 'the holder failed'));
    }, 50);
    await expect(holder).rejects.toMatchObject({ code: 'conflict' });
    expect(await waiting).toMatchObject({ replayed: false });
  });

  it('rejects with conflict when the request that holds the key takes too long', async () => {
    let finish: (id: number) => void = () => undefined;
    let hasBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const holder = unitOfWork.runIdempotent(aKey(), () => {
      hasBegun();
      return new Promise<number>((resolve) => (finish = resolve));
    });
    await begun;
    const shortTimeout = createDataSource({ url: databaseUrl, timeouts: { lock: 300 } });
    await shortTimeout.initialize();
    const waiting = new TypeOrmUnitOfWork(shortTimeout, storesOf, {}).runIdempotent(aKey(), (stores) =>
      stores.add('x'),
    );
    await expect(waiting).rejects.toMatchObject({ code: 'conflict' });
    await shortTimeout.destroy();
    finish(1);
    expect(await holder).toMatchObject({ replayed: false, value: 1 });
  });

  it('keeps a key for 24 hours', async () => {
    await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'));
    await dataSource.query(`UPDATE idempotency_keys SET created_at = now() - interval '23 hours 59 minutes'`);
    expect(await deleteExpiredKeys(dataSource)).toMatchObject({ count: 0 });
    expect(await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('b'))).toMatchObject({
      replayed: true,
    });
  });

  it('treats an expired key as new, and deletes expired keys', async () => {
    await unitOfWork.runIdempotent(aKey(), (stores) => stores.add('a'));
    await unitOfWork.runIdempotent(aKey({ key: 'k-2' }), (stores) => stores.add('b'));
    await dataSource.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    const renewed = await unitOfWork.runIdempotent(aKey({ fingerprint: 'other' }), (stores) =>
      stores.add('c'),
    );
    expect(renewed.replayed).toBe(false);
    expect(await deleteExpiredKeys(dataSource)).toMatchObject({ count: 1 });
    expect(
      await unitOfWork.runIdempotent(aKey({ fingerprint: 'other' }), (stores) => stores.add('d')),
    ).toMatchObject({ replayed: true });
  });

  it('distinguishes its own response from that of another attempt with the same key', async () => {
    const response = { id: 1, a: { '10': 1, '9': 'ü €' } };
    const key = aKey({ present: () => response });
    await unitOfWork.runIdempotent(key, (stores) => stores.add('a'));
    const queryRows = (sql: string, values: unknown[]) => dataSource.query<unknown[]>(sql, values);
    expect(await isResponseStored(queryRows, key, response)).toBe(true);
    expect(await isResponseStored(queryRows, key, { ...response, id: 2 })).toBe(false);
    expect(await isResponseStored(queryRows, aKey({ key: 'k-2' }), response)).toBe(false);
  });
});

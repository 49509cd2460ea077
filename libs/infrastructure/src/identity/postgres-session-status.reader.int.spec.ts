import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aSession, aUser, SequentialIds, NOON, SteppedClock } from '@florin/identity/testing';
import type { Session, User } from '@florin/identity';
import { MINUTE_MS, SECOND_MS, uuidFromId } from '@florin/kernel';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { createDataSource } from '../data-source.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import { deleteExpiredSessions } from './expired-sessions.js';
import { PostgresSessionStatusReader } from './postgres-session-status.reader.js';
import { identityStores } from './identity-stores.js';
import { LastUsedRecorder } from './last-used-recorder.js';

let dataSource: DataSource;
const ids = new SequentialIds();

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});
const addSession = (fields: Partial<User> = {}): Promise<Session> =>
  inSqlTransaction(dataSource, async (manager) => {
    const { users, sessions } = identityStores(manager);
    const user = aUser({
      id: ids.next('user'),
      email: `${ids.next('user')}@example.com` as never,
      ...fields,
    });
    const session = aSession({ id: ids.next('sess'), userId: user.id });
    await users.add(user);
    await sessions.add(session);
    return session;
  });

const usedAt = async ({ id }: Session): Promise<Date> => {
  const rows = await dataSource.query<{ last_used_at: Date }[]>(
    'SELECT last_used_at FROM sessions WHERE id = $1',
    [uuidFromId(id)],
  );
  return rows[0]!.last_used_at;
};

describe('reading session status', () => {
  it('batches all lookups of one tick into one query', async () => {
    const sessionStatus = new PostgresSessionStatusReader(
      dataSource,
      new LastUsedRecorder(dataSource),
      new SteppedClock(),
    );
    const sessions = await Promise.all(Array.from({ length: 20 }, () => addSession()));
    const queries = jest.spyOn(pg.Client.prototype, 'query');
    const results = await Promise.all(
      Array.from({ length: 400 }, (_, index) => sessionStatus.findSession(sessions[index % 20]!.id)),
    );
    const sent = queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('FROM sessions'));
    queries.mockRestore();
    expect(sent).toHaveLength(1);
    expect(results.every((result, index) => result?.sessionId === sessions[index % 20]!.id)).toBe(true);
  });

  it('never serves a lookup from a query that was sent before it', async () => {
    const clock = new SteppedClock();
    const sessionStatus = new PostgresSessionStatusReader(
      dataSource,
      new LastUsedRecorder(dataSource),
      clock,
    );
    const session = await addSession();
    const before = sessionStatus.findSession(session.id);
    await new Promise((resolve) => setImmediate(resolve));
    await inSqlTransaction(dataSource, async (manager) => {
      await identityStores(manager).sessions.endByUser(session.userId, undefined, 'logout', clock.now());
    });
    const after = sessionStatus.findSession(session.id);
    expect(await after).toMatchObject({ status: 'ended' });
    expect(await before).toMatchObject({ sessionId: session.id });
  });

  it('rejects when the database is unreachable', async () => {
    const unreachable = createDataSource({ url: 'postgres://florin@127.0.0.1:1/none' });
    const sessionStatus = new PostgresSessionStatusReader(
      unreachable,
      new LastUsedRecorder(unreachable),
      new SteppedClock(),
    );
    await expect(sessionStatus.findSession(ids.next('sess'))).rejects.toThrow();
  });
});

describe('the time of last use', () => {
  it('is written after the request, at most once a minute', async () => {
    const clock = new SteppedClock();
    const lastUsed = new LastUsedRecorder(dataSource);
    const sessionStatus = new PostgresSessionStatusReader(dataSource, lastUsed, clock);
    const session = await addSession();
    const useAndWrite = async (): Promise<Date> => {
      await sessionStatus.findSession(session.id);
      await lastUsed.flush();
      return usedAt(session);
    };
    clock.advance(59 * SECOND_MS);
    expect(await useAndWrite()).toEqual(NOON);
    const minuteLater = clock.advance(SECOND_MS);
    expect(await useAndWrite()).toEqual(minuteLater);
    clock.advance(30 * SECOND_MS);
    expect(await useAndWrite()).toEqual(minuteLater);
  });

  it('is flushed by a timer', async () => {
    const clock = new SteppedClock();
    const sessionStatus = new PostgresSessionStatusReader(
      dataSource,
      new LastUsedRecorder(dataSource, 20),
      clock,
    );
    const session = await addSession();
    const now = clock.advance(MINUTE_MS);
    await sessionStatus.findSession(session.id);
    for (let tries = 0; tries < 100 && (await usedAt(session)).getTime() !== now.getTime(); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await usedAt(session)).toEqual(now);
  });

  it('does not wait for a lock on the session, and is not changed after its end', async () => {
    const clock = new SteppedClock();
    const lastUsed = new LastUsedRecorder(dataSource);
    const session = await addSession();
    clock.advance(MINUTE_MS);
    lastUsed.record('sessions', uuidFromId(session.id), NOON, clock.now());
    await inSqlTransaction(dataSource, async (manager) => {
      const { sessions } = identityStores(manager);
      await sessions.endByUser(session.userId, undefined, 'logout', clock.now());
      await lastUsed.flush();
    });
    lastUsed.record('sessions', uuidFromId(session.id), NOON, clock.now());
    await lastUsed.flush();
    const sessionStatus = new PostgresSessionStatusReader(dataSource, lastUsed, clock);
    expect(await sessionStatus.findSession(session.id)).toMatchObject({ status: 'ended' });
    expect(await usedAt(session)).toEqual(NOON);
  });

  it('is written for a use before the end of the session, and not for one after it', async () => {
    const clock = new SteppedClock();
    const lastUsed = new LastUsedRecorder(dataSource);
    const session = await addSession();
    const used = clock.advance(MINUTE_MS);
    lastUsed.record('sessions', uuidFromId(session.id), NOON, used);
    clock.advance(SECOND_MS);
    await inSqlTransaction(dataSource, async (manager) => {
      await identityStores(manager).sessions.endByUser(session.userId, undefined, 'logout', clock.now());
    });
    await lastUsed.flush();
    expect(await usedAt(session)).toEqual(used);
    lastUsed.record('sessions', uuidFromId(session.id), used, clock.advance(MINUTE_MS));
    await lastUsed.flush();
    expect(await usedAt(session)).toEqual(used);
  });

  it('is dropped without an error when the database is unreachable', async () => {
    const unreachable = createDataSource({ url: 'postgres://florin@127.0.0.1:1/none' });
    const lastUsed = new LastUsedRecorder(unreachable);
    lastUsed.record('api_keys', '01890000-0000-7000-8000-000000000001', null, NOON);
    await expect(lastUsed.flush()).resolves.toBeUndefined();
  });
});

describe('expired sessions', () => {
  it('are deleted in batches 30 days after they expired', async () => {
    await dataSource.query('DELETE FROM sessions');
    const sessions = await Promise.all(Array.from({ length: 4 }, addSession));
    const setExpiredSince = async ({ id }: Session, days: number): Promise<void> => {
      const update = `
        UPDATE sessions SET expires_at = now() - make_interval(days => $2), absolute_expires_at = now() + interval '9 days'
        WHERE id = $1`;
      await dataSource.query(update, [uuidFromId(id), days]);
    };
    for (const [index, days] of [31, 40, 29, -1].entries()) await setExpiredSince(sessions[index]!, days);
    expect(await deleteExpiredSessions(dataSource, 1)).toMatchObject({ count: 1 });
    expect(await deleteExpiredSessions(dataSource)).toMatchObject({ count: 1 });
    expect(await deleteExpiredSessions(dataSource)).toEqual({ count: 0, reached: undefined });
    const left = await dataSource.query<{ id: string }[]>('SELECT id FROM sessions WHERE id = ANY ($1)', [
      sessions.map(({ id }) => uuidFromId(id)),
    ]);
    const expected = sessions.slice(2).map(({ id }) => uuidFromId(id));
    expect(left.map(({ id }) => id).sort()).toEqual(expected.sort());
  });
});

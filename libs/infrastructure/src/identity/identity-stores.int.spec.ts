import { describe, expect, it, jest } from '@jest/globals';
import { SYSTEM, terminateAccess } from '@florin/identity';
import { SequentialIds, identityContract, SteppedClock } from '@florin/identity/testing';
import { type AccountId, uuidFromId } from '@florin/kernel';
import pg from 'pg';
import { openDatabase } from '../../../../test/support/open-database.js';
import { rowsWritten } from '../../../../test/support/rows-written.js';
import { driverErrorIn } from '../postgres/driver-error.js';
import { BATCH_ROWS } from '../postgres/find-options.js';
import { PostgresSessionStatusReader } from './postgres-session-status.reader.js';
import { identityUnitOfWork } from './identity-stores.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { TypeOrmAuditTrail } from './typeorm-audit.js';
import { TypeOrmApiKeyList, TypeOrmSessionList } from './typeorm-identity-lists.js';
import { TypeOrmPasswordResetReader } from './typeorm-password-reset.repository.js';
import { TypeOrmUserDirectory } from './typeorm-user.directory.js';

const OPEN_ACCOUNT = `
  INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
  VALUES ($1, $2, 'An account', 'business', 'active', 'USD', 'UTC', 'en', now(), now())`;
const SUSPEND_ACCOUNT = `UPDATE accounts SET status = 'suspended' WHERE id = $1`;
const CLOSE_ACCOUNT = `UPDATE accounts SET status = 'closed', closed_at = now() WHERE id = $1`;

const ADD_OWNER = `
  INSERT INTO users (id, email, password_hash, status, role, account_id, created_at, updated_at)
  VALUES ($1, 'many@example.com', 'x', 'active', 'owner', $2, now(), now())`;
const ADD_MEMBERS = `
  INSERT INTO users (id, email, name, password_hash, status, role, account_id, created_at, updated_at)
  SELECT gen_random_uuid(), number || '@example.com', 'Member ' || number, number, 'active', 'member', $1, now(), now()
  FROM generate_series(1, $2::int) AS number`;
const ADD_SESSIONS = `
  INSERT INTO sessions
    (id, user_id, status, generation, created_at, rotated_at, last_used_at, expires_at, absolute_expires_at)
  SELECT gen_random_uuid(), $1, 'active', 1, now(), now(), now(), now() + '1 day', now() + '1 day'
  FROM generate_series(1, $2::int)`;
const ADD_KEYS = `
  INSERT INTO api_keys (id, kind, account_id, name, digest, last_four, status, created_at)
  SELECT gen_random_uuid(), 'account', $1, 'Key', number::text, '0000', 'active', now()
  FROM generate_series(1, $2::int) AS number`;

identityContract('PostgreSQL', async () => {
  const { dataSource } = await openDatabase();
  const ids = new SequentialIds();
  const clock = new SteppedClock();
  const closeAccount = async (id: AccountId): Promise<void> => {
    await dataSource.query(CLOSE_ACCOUNT, [uuidFromId(id)]);
  };
  return {
    unitOfWork: identityUnitOfWork(dataSource),
    users: new TypeOrmUserDirectory(dataSource),
    sessions: new TypeOrmSessionList(dataSource),
    apiKeys: new TypeOrmApiKeyList(dataSource),
    audit: new TypeOrmAuditTrail(dataSource),
    passwordResets: new TypeOrmPasswordResetReader(dataSource),
    sessionStatus: new PostgresSessionStatusReader(dataSource, new LastUsedRecorder(dataSource), clock),
    ids,
    clock,
    openAccount: async () => {
      const id = ids.next('acct');
      await dataSource.query(OPEN_ACCOUNT, [uuidFromId(id), `${id}@example.com`]);
      return id;
    },
    suspendAccount: async (id) => {
      await dataSource.query(SUSPEND_ACCOUNT, [uuidFromId(id)]);
    },
    closeAccount,
  };
});

describe('identity tables', () => {
  it.each([
    `UPDATE audit_entries SET actor = 'attacker'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])('keep the audit trail append-only: %s', async (statement) => {
    const { dataSource } = await openDatabase();
    await dataSource.query(
      `INSERT INTO audit_entries (id, actor, action, subject_kind, subject_id, details, occurred_at)
         VALUES (gen_random_uuid(), 'system', 'user.created', 'user', gen_random_uuid(), '{}', now())`,
    );
    await expect(dataSource.query(statement)).rejects.toMatchObject({ code: '23001' });
    expect(await dataSource.query('SELECT actor FROM audit_entries')).toEqual([{ actor: 'system' }]);
  });

  it('reject an email that is not in lower case', async () => {
    const { dataSource } = await openDatabase();
    const insert = (email: string) =>
      dataSource.query(
        `INSERT INTO users (id, email, password_hash, status, role, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'x', 'active', 'user', now(), now())`,
        [email],
      );
    const refusal = (email: string) => insert(email).catch(driverErrorIn);
    await insert('bob@example.com');
    expect(await refusal('Bob@example.com')).toMatchObject({ constraint: 'users_email_lower_check' });
    expect(await refusal('bob@example.com')).toMatchObject({ constraint: 'users_email_key' });
  });
});

describe('an account with many members', () => {
  const MEMBERS = 2_000;

  it('suspends all of them without a statement per member', async () => {
    const { dataSource } = await openDatabase();
    const ids = new SequentialIds();
    const accountId = ids.next('acct');
    await dataSource.query(OPEN_ACCOUNT, [uuidFromId(accountId), 'many-members@example.com']);
    await dataSource.query(ADD_MEMBERS, [uuidFromId(accountId), MEMBERS]);
    const sent = jest.spyOn(pg.Client.prototype, 'query');

    const termination = { accountId, by: SYSTEM, now: new Date() };
    await identityUnitOfWork(dataSource).run((stores) => terminateAccess(stores, ids, termination));
    const statements = sent.mock.calls.length;
    sent.mockRestore();

    expect(statements).toBeLessThan(20);
    const members = `SELECT status, updated_at, count(*)::int, count(DISTINCT (email, name, password_hash))::int AS kept
      FROM users GROUP BY status, updated_at`;
    expect(await dataSource.query(members)).toEqual([
      { status: 'suspended', updated_at: termination.now, count: MEMBERS, kept: MEMBERS },
    ]);
    const audited = `SELECT count(DISTINCT subject_id)::int AS count FROM audit_entries WHERE action = 'user.updated'`;
    expect(await dataSource.query(audited)).toEqual([{ count: MEMBERS }]);
  });
});

describe('an account with thousands of sessions', () => {
  const SESSIONS = 5_000;
  const KEYS = 10;

  it('ends all sessions and API keys in batches, with an audit entry for each', async () => {
    const { dataSource } = await openDatabase();
    const ids = new SequentialIds();
    const accountId = ids.next('acct');
    const [account, user] = [uuidFromId(accountId), uuidFromId(ids.next('user'))];
    await dataSource.query(OPEN_ACCOUNT, [account, 'many@example.com']);
    await dataSource.query(ADD_OWNER, [user, account]);
    await dataSource.query(ADD_SESSIONS, [user, SESSIONS]);
    await dataSource.query(ADD_KEYS, [account, KEYS]);

    const termination = { accountId, by: { ...SYSTEM, agent: 'a "quoted" \\ agent' }, now: new Date() };
    const written = await rowsWritten(() =>
      identityUnitOfWork(dataSource).run((stores) => terminateAccess(stores, ids, termination)),
    );
    expect(Math.max(...written)).toBe(BATCH_ROWS);
    const count = async (table: string, condition: string): Promise<number> => {
      const counted = `SELECT count(DISTINCT id)::int AS count FROM ${table} WHERE ${condition}`;
      const [row] = await dataSource.query<{ count: number }[]>(counted);
      return row!.count;
    };
    expect(await count('sessions', `status = 'ended' AND end_reason = 'account_closed'`)).toBe(SESSIONS);
    expect(await count('api_keys', `status = 'revoked' AND revoked_at >= created_at`)).toBe(KEYS);
    expect(await count('audit_entries', `action = 'session.ended' AND subject_kind = 'sess'`)).toBe(SESSIONS);
    expect(await count('audit_entries', `action = 'api_key.revoked' AND subject_kind = 'key'`)).toBe(KEYS);
    const [entry] = (await new TypeOrmAuditTrail(dataSource).list({}, { limit: 1 })).items;
    expect(entry).toMatchObject({
      actor: 'system',
      agent: termination.by.agent,
      occurredAt: termination.now,
    });
    expect(entry?.details).toEqual({ reason: 'account_closed' });
  });
});

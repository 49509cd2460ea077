import { describe, expect, it } from '@jest/globals';
import { CountedIds, identityContract, SteppedClock } from '@florin/identity/testing';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { openDatabase } from '../../../../test/support/open-database.js';
import { CoalescedStandings } from './coalesced-standings.js';
import { identityUnitOfWork } from './identity-stores.js';
import { LastUsed } from './last-used.js';
import { TypeOrmAuditTrail } from './typeorm-audit.js';
import { TypeOrmApiKeyList, TypeOrmSessionList } from './typeorm-identity-lists.js';
import { TypeOrmUserDirectory } from './typeorm-user.directory.js';

const OPEN_ACCOUNT = `
  INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
  VALUES ($1, $2, 'An account', 'business', 'active', 'USD', 'UTC', 'en', now(), now())`;
const CLOSE_ACCOUNT = `UPDATE accounts SET status = 'closed', closed_at = now() WHERE id = $1`;

identityContract('PostgreSQL', async () => {
  const { dataSource } = await openDatabase();
  const ids = new CountedIds();
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
    standings: new CoalescedStandings(dataSource, new LastUsed(dataSource), clock),
    ids,
    clock,
    openAccount: async () => {
      const id = ids.next('acct');
      await dataSource.query(OPEN_ACCOUNT, [uuidFromId(id), `${id}@example.com`]);
      return id;
    },
    closeAccount,
  };
});

describe('the tables of identity', () => {
  it.each([
    `UPDATE audit_entries SET actor = 'nobody'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])('keep the audit trail as it was written, whoever says %s', async (statement) => {
    const { dataSource } = await openDatabase();
    await dataSource.query(
      `INSERT INTO audit_entries (id, actor, action, subject_kind, subject_id, details, occurred_at)
         VALUES (gen_random_uuid(), 'system', 'user.created', 'user', gen_random_uuid(), '{}', now())`,
    );
    await expect(dataSource.query(statement)).rejects.toMatchObject({ code: '23001' });
    expect(await dataSource.query('SELECT actor FROM audit_entries')).toEqual([{ actor: 'system' }]);
  });

  it('take no email that is not in lower case, whoever writes it', async () => {
    const { dataSource } = await openDatabase();
    const insert = (email: string) =>
      dataSource.query(
        `INSERT INTO users (id, email, password_hash, status, role, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'x', 'active', 'user', now(), now())`,
        [email],
      );
    await insert('bob@example.com');
    await expect(insert('Bob@example.com')).rejects.toMatchObject({ constraint: 'users_email_lower_check' });
    await expect(insert('bob@example.com')).rejects.toMatchObject({ constraint: 'users_email_key' });
  });
});

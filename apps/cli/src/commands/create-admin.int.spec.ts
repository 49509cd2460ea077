import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PooledBcryptHasher } from '@florin/infrastructure';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { type RunOptions, florin } from '../testing/florin.js';

let database: TestDatabase;
let client: pg.Client;
const hasher = new PooledBcryptHasher({ cost: 4, maxThreads: 1 });

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await hasher.close();
  await client.end();
  await database.drop();
});

const createAdmin = (line: readonly string[], options: RunOptions = {}) =>
  florin(['create-admin', ...line], { ...options, environment: { DATABASE_URL: database.url } });

async function userOf(email: string) {
  const { rows } = await client.query<{
    role: string;
    status: string;
    name: string | null;
    password_hash: string;
  }>('SELECT role, status, name, password_hash FROM users WHERE email = $1', [email]);
  return rows[0];
}

const FIRST = 'Password (empty to generate one):';
const SECOND = 'Repeat the password:';

const isPassword = async (email: string, password: string): Promise<boolean> =>
  hasher.verify(password, (await userOf(email))?.password_hash);

describe('florin create-admin', () => {
  it('creates an admin with a generated password and an audit entry', async () => {
    const { code, out } = await createAdmin(['Ada@Example.com', '--name', 'Ada', '--json']);
    expect(code).toBe(0);
    const created = JSON.parse(out) as { id: string; email: string; password: string };
    expect(created).toEqual({
      id: expect.stringMatching(/^user_/),
      email: 'ada@example.com',
      password: expect.stringMatching(/^[\w-]{24}$/),
    });
    expect(await userOf('ada@example.com')).toMatchObject({ role: 'admin', status: 'active', name: 'Ada' });
    expect(await isPassword('ada@example.com', created.password)).toBe(true);
    const { rows } = await client.query('SELECT actor, action FROM audit_entries');
    expect(rows).toEqual([{ actor: 'system', action: 'user.created' }]);
  });

  it('reads the password from standard input and does not print it', async () => {
    const { code, out, err } = await createAdmin(['bo@example.com', '--password-stdin'], {
      input: 'correct horse battery\n',
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toContain('correct horse');
    expect(await isPassword('bo@example.com', 'correct horse battery')).toBe(true);
  });

  it('asks for the password twice at a terminal, without echo', async () => {
    const { code, out, err } = await createAdmin(['cy@example.com'], {
      typed: [
        [FIRST, 'correct hoss\u007Frse battery\r'],
        [SECOND, 'correct hosrse battery\r'],
      ],
    });
    expect(code).toBe(0);
    expect(out + err).not.toContain('battery');
    expect(err).not.toContain('*');
    expect(await isPassword('cy@example.com', 'correct hosrse battery')).toBe(true);
  });

  it.each([
    [[[FIRST, 'first password\r'] as const, [SECOND, 'other password\r'] as const], 1, 'differ'],
    [[[FIRST, 'short\r'] as const], 1, '8 to 128'],
    [[[FIRST, 'half a pass\u0003'] as const], 130, ''],
    [[[FIRST, '\u0004'] as const], 130, ''],
  ])('creates no user after the input %j', async (typed, exit, message) => {
    const { code, err } = await createAdmin(['dee@example.com'], { typed });
    expect({ code, err }).toEqual({ code: exit, err: expect.stringContaining(message) });
    expect(await userOf('dee@example.com')).toBeUndefined();
  });

  it('generates a password if the input is empty', async () => {
    const { code, out } = await createAdmin(['eve@example.com'], { typed: [[FIRST, '\r']] });
    expect(code).toBe(0);
    const password = /shown only now: (\S+)/.exec(out)?.[1] ?? '';
    expect(await isPassword('eve@example.com', password)).toBe(true);
  });

  it.each([
    ['ada@example.com', 'long enough to pass', 'exists'],
    ['fay@example.com', 'password123', 'common'],
    ['fay@example.com', 'Fay@Example.com', 'must not be the name'],
    ['fay@example.com', '', '8 to 128'],
  ])('rejects %s with password %j in one line', async (email, input, message) => {
    const { code, out, err } = await createAdmin([email, '--password-stdin'], { input });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(new RegExp(`^florin: [^\\n]*${message}[^\\n]*\\n$`));
  });
});

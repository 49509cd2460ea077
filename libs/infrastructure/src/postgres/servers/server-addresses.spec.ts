import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../../../../../test/support/self-signed.js';
import { BadSetting, settingReader } from '../../settings/setting-reader.js';
import { readDatabaseUrl } from '../../settings/shared-settings.js';
import { readServerAddresses } from './server-addresses.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'florin-url-'));
const own = selfSigned();
const fileOf = (name: string, text: string): string => {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
};
const AUTHORITY = fileOf('authority.pem', own.cert);
const KEY = fileOf('own.key', own.key);
const OTHER_KEY = fileOf('other.key', selfSigned().key);

afterAll(() => {
  rmSync(FOLDER, { recursive: true });
});

const namesOf = (url: string): string[] =>
  readServerAddresses(url).servers.map(({ host, port }) => `${host} ${port}`);

describe('a database URL', () => {
  it('with one server is handed on as it was written, and that server is taken as it is', () => {
    for (const url of [
      'postgres://florin:p%40ss,word@db:5433/florin?application_name=a%20b&options=-c%20x%3Dy',
      'postgresql:///florin?host=/run/postgresql&user=florin',
      'postgres://florin@[::1]/florin',
    ]) {
      const { servers, target } = readServerAddresses(url);
      expect(servers).toHaveLength(1);
      expect(servers[0].url).toBe(url);
      expect(target).toBeUndefined();
    }
  });

  it('with several stands for one URL each, and the one that takes writes is wanted', () => {
    const { servers, target, place } = readServerAddresses(
      'postgres://florin:s,e%40cret@db1:6432,db2,[fd00::2]:5433/florin?sslmode=verify-full&target_session_attrs=read-write',
    );
    const ssl = { rejectUnauthorized: true };
    expect(servers).toEqual([
      { host: 'db1', port: 6432, url: 'postgres://florin:s,e%40cret@db1:6432/florin', ssl },
      { host: 'db2', port: 5432, url: 'postgres://florin:s,e%40cret@db2/florin', ssl },
      { host: 'fd00::2', port: 5433, url: 'postgres://florin:s,e%40cret@[fd00::2]:5433/florin', ssl },
    ]);
    expect(target).toBe('read-write');
    expect(place).toBe('db1:6432,db2,[fd00::2]:5433/florin');
  });

  it('asks for writes when it names several servers, and otherwise when it says so', () => {
    const target = (url: string) => readServerAddresses(url).target;
    expect(target('postgres://db1,db2/florin')).toBe('read-write');
    expect(target('postgres://db1,db2/florin?target_session_attrs=primary')).toBe('primary');
    expect(target('postgres://db1/florin?target_session_attrs=read-write')).toBe('read-write');
    expect(target('postgres://db1/florin?target_session_attrs=any')).toBeUndefined();
  });

  it.each<[words: string, expected: unknown]>([
    ['', false],
    ['sslmode=disable', false],
    ['ssl=false', false],
    ['sslmode=verify-full', { rejectUnauthorized: true }],
    ['sslmode=verify-ca', { rejectUnauthorized: true }],
    ['sslmode=require', { rejectUnauthorized: true }],
    ['ssl=true', { rejectUnauthorized: true }],
    ['sslmode=require&uselibpqcompat=true&sslnegotiation=direct', { rejectUnauthorized: true }],
    ['sslmode=no-verify', { rejectUnauthorized: false }],
    ['sslrootcert=system', { rejectUnauthorized: true }],
    ['sslmode=verify-full&sslrootcert=system&target_session_attrs=any', { rejectUnauthorized: true }],
    [`sslrootcert=${AUTHORITY}`, { rejectUnauthorized: true, ca: own.cert }],
    [
      `sslrootcert=${AUTHORITY}&sslcert=${AUTHORITY}&sslkey=${KEY}`,
      { rejectUnauthorized: true, ca: own.cert, cert: own.cert, key: own.key },
    ],
  ])('that says "%s" means it in the safest way, and pg is told outside of it', (words, expected) => {
    const { url, ssl } = readServerAddresses(`postgres://db/florin?${words}`).servers[0];
    expect(url.replace(/\?$/, '')).toBe('postgres://db/florin');
    expect(ssl).toEqual(expected);
  });

  it('keeps its credentials out of the place it names', () => {
    expect(readServerAddresses('postgres://florin:hunter2@db1,db2/florin').place).toBe('db1,db2/florin');
    expect(namesOf('postgres://florin:hunter2@db1,db2/florin')).toEqual(['db1 5432', 'db2 5432']);
  });

  it.each([
    ['mysql://db/florin', /must look like postgres:\/\//],
    ['postgres://florin:Tr0ub@dor/hunter2@db/florin', /must look like .* percent-encoded/],
    ['postgres://florin:hunter2%@db/florin', /has a % that begins no percent-encoded character/],
    ['postgres://db/florin?sslmod=verify-full', /has a parameter that is not known: sslmod$/],
    ['postgres://db/florin?SSLMODE=verify-full', /has a parameter that is not known: SSLMODE$/],
    ['postgres://florin:12?hunter2@db/florin', /has a parameter that is not known$/],
    ['postgres://db/florin?host=elsewhere', /must name its server once/],
    ['postgres://db/florin?port=5433', /must name its server once/],
    [
      'postgres://db/florin?sslmode=prefer',
      /must have verify-full, require, no-verify or disable for sslmode/,
    ],
    ['postgres://db/florin?sslmode=toString', /must have verify-full/],
    ['postgres://db/florin?ssl=prefer', /must have verify-full/],
    ['postgres://db/florin?sslmode=disable&sslmode=verify-full', /must not have sslmode twice/],
    [
      'postgres://db/florin?sslmode=disable&sslrootcert=system',
      /must have sslmode=verify-full with sslrootcert=system/,
    ],
    [`postgres://db/florin?sslrootcert=${KEY}`, /a file for sslrootcert that has no certificate in it/],
    [`postgres://db/florin?sslrootcert=${FOLDER}`, /a file for sslrootcert that cannot be read/],
    [
      `postgres://db/florin?sslcert=${AUTHORITY}&sslkey=${OTHER_KEY}`,
      /are not a certificate and its key in PEM/,
    ],
    [`postgres://db/florin?sslcert=${KEY}&sslkey=${AUTHORITY}`, /are not a certificate and its key in PEM/],
    ['postgres://db1,db2/florin?sslmode=on', /must have verify-full/],
    [
      'postgres://db/florin?sslrootcert=/none/ca.pem',
      /a file for sslrootcert that cannot be read: \/none\/ca\.pem/,
    ],
    ['postgres://db/florin?sslcert=/none/c.pem&sslkey=/none/k.pem', /a file for sslcert that cannot be read/],
    ['postgres://db/florin?sslkey=/none/k.pem', /must have both sslcert and sslkey, or neither/],
    ['db1,db2', /must look like postgres:\/\//],
    ['postgres://db1:54x2,db2/florin', /must look like .* host1:5432,host2:5432/],
    ['postgres://db1:99999,db2/florin', /must look like/],
    ['postgres://florin:hunter2@db1,/florin', /has a comma with no server beside it/],
    ['postgres://florin:hunter2@db1,db1:5432/florin', /names the server db1:5432 twice/],
    ['postgres://florin:hunter2@/florin?host=db1,db2', /must name its servers before the database/],
    ['postgres://db1,db2/florin?target_session_attrs=any', /must have read-write or primary/],
    ['postgres://db1,db2/florin?target_session_attrs=standby', /must have read-write or primary/],
    ['postgres://db1/florin?target_session_attrs=prefer-standby', /must have read-write or primary/],
  ])('is refused as a setting, without repeating it, when it is %s', (url, words) => {
    const read = () => readDatabaseUrl(settingReader({ DATABASE_URL: url }));
    expect(read).toThrow(BadSetting);
    expect(read).toThrow(/^DATABASE_URL /);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/hunter2/);
  });
});

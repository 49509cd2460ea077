import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { selfSigned } from '../../../../test/support/self-signed.js';
import { BadSetting } from '../settings/bad-setting.js';
import { readDatabaseUrl } from '../settings/shared-settings.js';
import { readConnectionOptions } from './connection-options.js';

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

describe('a database URL', () => {
  it('keeps the parameters that pg and the server use', () => {
    for (const [url, expected] of [
      [
        'postgres://florin:p%40ss,word@db:5433/florin?application_name=a%20b&options=-c%20x%3Dy',
        'postgres://florin:p%40ss,word@db:5433/florin?application_name=a+b&options=-c+x%3Dy',
      ],
      [
        'postgresql:///florin?host=/run/postgresql&user=florin',
        'postgresql:///florin?host=%2Frun%2Fpostgresql&user=florin',
      ],
      ['postgres://florin@[::1]/florin#top', 'postgres://florin@[::1]/florin'],
      ['postgres://db/florin?target_session_attrs=read-write', 'postgres://db/florin'],
    ] as const) {
      expect(readConnectionOptions(url).url).toBe(expected);
    }
  });

  it.each<[parameters: string, expected: unknown]>([
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
  ])(
    'with "%s" has TLS options of the safest interpretation, and no TLS parameters',
    (parameters, expected) => {
      const { url, ssl } = readConnectionOptions(`postgres://db/florin?${parameters}`);
      expect(url).toBe('postgres://db/florin');
      expect(ssl).toEqual(expected);
    },
  );

  it('has no credentials in its address', () => {
    expect(readConnectionOptions('postgres://florin:hunter2@db:5433/florin').address).toBe('db:5433/florin');
  });

  it.each([
    ['mysql://db/florin', /must look like postgres:\/\//],
    ['postgres://florin:Tr0ub@dor/hunter2@db/florin', /must look like .* percent-encoded/],
    ['postgres://florin:hunter2%@db/florin', /has a % that is not percent-encoded/],
    ['postgres://db/florin?sslmod=verify-full', /has an unknown parameter: sslmod$/],
    ['postgres://db/florin?SSLMODE=verify-full', /has an unknown parameter: SSLMODE$/],
    ['postgres://florin:12?hunter2@db/florin', /has an unknown parameter$/],
    ['postgres://db/florin?host=elsewhere', /must name the server once/],
    ['postgres://db/florin?port=5433', /must name the server once/],
    ['postgres://db/florin?sslmode=prefer', /must have sslmode verify-full, require, no-verify or disable/],
    ['postgres://db/florin?sslmode=toString', /must have sslmode verify-full/],
    ['postgres://db/florin?ssl=prefer', /must have sslmode verify-full/],
    ['postgres://db/florin?sslmode=disable&sslmode=verify-full', /must have sslmode only once/],
    [
      'postgres://db/florin?sslmode=disable&sslrootcert=system',
      /must have sslmode=verify-full with sslrootcert=system/,
    ],
    [`postgres://db/florin?sslrootcert=${KEY}`, /has an sslrootcert file without a certificate/],
    [`postgres://db/florin?sslrootcert=${FOLDER}`, /has an sslrootcert file that cannot be read/],
    [
      `postgres://db/florin?sslcert=${AUTHORITY}&sslkey=${OTHER_KEY}`,
      /must be a PEM certificate and its key/,
    ],
    [`postgres://db/florin?sslcert=${KEY}&sslkey=${AUTHORITY}`, /must be a PEM certificate and its key/],
    ['postgres://db/florin?sslmode=on', /must have sslmode verify-full/],
    [
      'postgres://db/florin?sslrootcert=/none/ca.pem',
      /has an sslrootcert file that cannot be read: \/none\/ca\.pem/,
    ],
    [
      'postgres://db/florin?sslcert=/none/c.pem&sslkey=/none/k.pem',
      /has an sslcert file that cannot be read/,
    ],
    ['postgres://db/florin?sslkey=/none/k.pem', /must have both sslcert and sslkey, or neither/],
    ['db', /must look like postgres:\/\//],
    ['postgres://db:54x2/florin', /must look like/],
    ['postgres://db:99999/florin', /must look like/],
    ['postgres://florin:hunter2@db1,db2:5432/florin', /must name one server; for failover, .* a proxy/],
    ['postgres://florin:hunter2@db1,/florin', /must name one server/],
    ['postgres://florin:hunter2@/florin?host=db1,db2', /must name one server/],
    [
      'postgres://db/florin?target_session_attrs=standby',
      /must have target_session_attrs read-write or primary/,
    ],
    [
      'postgres://db/florin?target_session_attrs=prefer-standby',
      /must have target_session_attrs read-write or primary/,
    ],
  ])('is rejected as a bad setting, without revealing the password: %s', (url, message) => {
    const read = () => readDatabaseUrl({ DATABASE_URL: url });
    expect(read).toThrow(BadSetting);
    expect(read).toThrow(/^DATABASE_URL /);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/hunter2/);
  });
});

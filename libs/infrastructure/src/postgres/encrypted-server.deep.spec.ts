import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { scheduledNow } from '../../../../test/support/scheduled-time.js';
import { PostgresServer } from '../../../../test/support/postgres-server.mjs';
import { selfSigned } from '../../../../test/support/self-signed.js';
import { until } from '../../../../test/support/until.js';
import { connect, createDataSource, type DatabaseSettings } from './data-source.js';
import { translateDatabaseError, Unavailable } from './errors.js';
import { isDatabaseReachable } from './database-pool.js';
import { migrate } from './migrate.js';

const folder = mkdtempSync(join(tmpdir(), 'florin-encrypted-'));
const authority = join(folder, 'authority.pem');
const otherAuthority = join(folder, 'other-authority.pem');
const own = selfSigned();
let server: PostgresServer;
let dataSource: DataSource | undefined;

beforeAll(async () => {
  writeFileSync(authority, own.cert);
  writeFileSync(otherAuthority, selfSigned().cert);
  server = await PostgresServer.create();
  await server.encrypt(own);
  await until('it offers TLS', async () => (await server.sql('SHOW ssl'))[0]?.['ssl'] === 'on');
});
afterEach(async () => {
  await dataSource?.destroy();
  dataSource = undefined;
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true });
});

const trusting = (file: string, mode = 'verify-full'): string =>
  `${server.url}?sslmode=${mode}&sslrootcert=${file}`;

async function open(url: string, settings: Omit<DatabaseSettings, 'url'> = {}): Promise<DataSource> {
  const opened = await connect(createDataSource({ url, ...settings }));
  dataSource = opened;
  return opened;
}

async function isEncrypted(opened: DataSource): Promise<boolean> {
  const [row] = await opened.query<{ ssl: boolean }[]>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  return row?.ssl === true;
}

describe('a server with a certificate', () => {
  it.each(['verify-full', 'verify-ca', 'require'])(
    'is used with TLS when its certificate is trusted, with sslmode=%s',
    async (mode) => {
      expect(await isEncrypted(await open(trusting(authority, mode)))).toBe(true);
    },
  );

  it('is used with TLS without verification, with sslmode=no-verify', async () => {
    expect(await isEncrypted(await open(`${server.url}?sslmode=no-verify`))).toBe(true);
  });

  it('is used without TLS by default', async () => {
    expect(await isEncrypted(await open(server.url))).toBe(false);
  });

  it('receives our client certificate', async () => {
    const client = { cert: join(folder, 'client.pem'), key: join(folder, 'client.key') };
    const clientCertificate = selfSigned();
    writeFileSync(client.cert, clientCertificate.cert);
    writeFileSync(client.key, clientCertificate.key);
    await server.encrypt({ ...own, clients: clientCertificate.cert });
    const opened = await open(`${trusting(authority)}&sslcert=${client.cert}&sslkey=${client.key}`);
    const subject = 'SELECT client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    expect(await opened.query(subject)).toEqual([{ client_dn: '/CN=127.0.0.1' }]);
    await server.encrypt(own);
  });

  it('can be migrated', async () => {
    expect(await migrate(trusting(authority))).not.toEqual([]);
  });

  it('is subject to the query timeout', async () => {
    const opened = await open(trusting(authority), { timeouts: { query: 2_000, statement: 0 } });
    const error = await opened.query<unknown>('SELECT pg_sleep(20)').catch((reason: unknown) => reason);
    expect(translateDatabaseError(error)).toBeInstanceOf(Unavailable);
    expect(await isEncrypted(opened)).toBe(true);
  });
});

describe('a server with an untrusted certificate', () => {
  it.each<[reason: string, url: () => string, message: RegExp]>([
    [
      'signed by another authority',
      () => trusting(otherAuthority),
      /self-signed certificate\. See sslmode and sslrootcert/,
    ],
    [
      'signed by an unknown authority',
      () => `${server.url}?sslmode=require`,
      /self-signed certificate\. See/,
    ],
    [
      'for another host name',
      () => trusting(authority).replace('127.0.0.1', 'localhost'),
      /does not match certificate's altnames.*\. See sslmode/,
    ],
  ])('makes the start fail without retries: %s', async (_, url, message) => {
    const startedAt = scheduledNow();
    await expect(open(url())).rejects.toMatchObject({
      name: 'DatabaseUnreachable',
      message: expect.stringMatching(message),
    });
    expect(scheduledNow() - startedAt).toBeLessThan(15_000);
  });

  it('is unavailable to new connections while open ones continue, and logged once', async () => {
    const lines: string[] = [];
    const opened = await open(trusting(authority), { log: ({ message }) => lines.push(message) });
    await opened.query('SELECT 1');
    await server.encrypt(selfSigned());
    await opened.query('SELECT 1');
    const failureOfQuery = () =>
      opened.query('SELECT 1').then(
        () => undefined,
        (reason: unknown) => reason,
      );
    await until('all old connections are closed', async () => {
      await server.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'florin'`);
      const error = await failureOfQuery();
      if (error !== undefined) expect(translateDatabaseError(error)).toBeInstanceOf(Unavailable);
      return /self-signed/.test((error as Error | undefined)?.message ?? '');
    });
    await until('it is not ready', async () => !(await isDatabaseReachable(opened)));
    await failureOfQuery();
    await server.encrypt(own);
    await until('it responds again', async () => (await failureOfQuery()) === undefined);
    expect(lines.filter((line) => line.includes('cannot be trusted'))).toEqual([
      'the database server cannot be trusted: self-signed certificate',
    ]);
  });

  it('does not read the sslrootcert file again for new connections', async () => {
    const deletedLater = join(folder, 'deleted-later.pem');
    writeFileSync(deletedLater, own.cert);
    const opened = await open(trusting(deletedLater), { poolSize: 4 });
    rmSync(deletedLater);
    const queries = Array.from({ length: 4 }, () => opened.query<unknown>('SELECT pg_sleep(0.2)'));
    expect(await Promise.all(queries)).toHaveLength(4);
  });
});

describe('a server without a certificate', () => {
  it('makes the start fail without retries when sslmode requires one', async () => {
    const plain = await PostgresServer.create();
    await expect(open(`${plain.url}?sslmode=verify-full`)).rejects.toMatchObject({
      name: 'DatabaseUnreachable',
      message: expect.stringMatching(/The server does not support SSL connections\. See sslmode/),
    });
    await plain.remove();
  });
});

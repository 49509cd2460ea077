import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aUser, SequentialIds } from '@florin/identity/testing';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { dropDatabase } from '../../../../test/support/test-database.js';
import { createDataSource } from '../data-source.js';
import { connect } from '../postgres/data-source.js';
import { migrate } from '../postgres/migrate.js';
import { identityUnitOfWork } from './identity-stores.js';
import { TypeOrmUserDirectory } from './typeorm-user.directory.js';

const SERVER = process.env['FLORIN_TEST_SERVER'] ?? '';
const NAMES = ['Ärger', 'Ιωάννης', 'ΓΙΏΡΓΟΣ', 'Жуков', 'INFO', 'İlhami', 'Irmak Iğdır'];

describe.each([
  ['C', `LOCALE_PROVIDER libc LOCALE 'C'`],
  ...['tr', 'lt', 'und'].map((icu) => [icu, `LOCALE_PROVIDER icu ICU_LOCALE '${icu}' LOCALE 'C'`] as const),
])('user search in a database with locale %s', (_, locale) => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  let dataSource: DataSource;

  beforeAll(async () => {
    const client = new pg.Client({ connectionString: SERVER });
    await client.connect();
    await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' ${locale} TEMPLATE template0`);
    await client.end();
    const url = Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;
    await migrate({ url });
    dataSource = await connect(createDataSource({ url }));
    const ids = new SequentialIds();
    await identityUnitOfWork(dataSource).run(async ({ users }) => {
      for (const [index, userName] of NAMES.entries())
        await users.add(
          aUser({ id: ids.next('user'), email: `${index}.mail@example.com` as never, name: userName }),
        );
    });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await dropDatabase(SERVER, name);
  });

  it.each([
    ['äRG', 'Ärger'],
    ['ΙΩΆΝΝ', 'Ιωάννης'],
    // The lower-case sigma has another form at the end of a word.
    ['ΙΩΆΝΝΗΣ', 'Ιωάννης'],
    ['γιώργος', 'ΓΙΏΡΓΟΣ'],
    ['жуКОВ', 'Жуков'],
    ['info', 'INFO'],
    ['ilhami', 'İlhami'],
    ['irmak', 'Irmak Iğdır'],
    ['IRMAK', 'Irmak Iğdır'],
    ['6.MAIL@', 'Irmak Iğdır'],
    ['Emre', undefined],
  ])('finds %s regardless of case and locale', async (search, found) => {
    const { items, total } = await new TypeOrmUserDirectory(dataSource).list(
      { search },
      { page: 1, limit: 5 },
    );
    const names = found === undefined ? [] : [found];
    expect([items.map((user) => user.name), total]).toEqual([names, names.length]);
  });
});

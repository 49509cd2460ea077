import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { planDistribution } from './distribution-plan.js';
import { TABLE_KINDS } from '../postgres/table-kinds.js';

let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
});

const namesOf = async (sql: string) => {
  const rows = await dataSource.query<{ name: string }[]>(sql);
  return rows.map(({ name }) => name).sort();
};

const TABLES_WITH_ACCOUNT = `
  SELECT relname AS name FROM pg_class JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
  JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = indkey[0] AND attname = 'account_id'
  WHERE relnamespace = current_schema()::regnamespace`;

describe('the distribution', () => {
  it('has a place for every table', async () => {
    const tables = await namesOf(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    );
    expect(Object.keys(TABLE_KINDS).sort()).toEqual(tables);
  });

  it('is by account for exactly the tables whose key begins with it', async () => {
    const distributed = Object.keys(TABLE_KINDS).filter((name) => TABLE_KINDS[name] === 'distributed');
    expect(distributed.sort()).toEqual(await namesOf(TABLES_WITH_ACCOUNT));
  });

  it('is refused without Citus, and while migrations are pending', async () => {
    await expect(planDistribution(dataSource)).rejects.toThrow('this database has no Citus extension');
    await dataSource.query(`DELETE FROM migrations WHERE name LIKE 'TruncateGuards%'`);
    await expect(planDistribution(dataSource)).rejects.toThrow('the schema is out of date');
  });
});

import { afterAll } from '@jest/globals';
import {
  connect,
  createDataSource,
  type DatabaseSettings,
  type DatabaseTimeouts,
} from '@florin/infrastructure';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export interface OpenDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
}

/** Tests run in parallel, on machines that may pause for seconds. Only tests about timeouts set their own. */
export const RELAXED_TIMEOUTS: Partial<DatabaseTimeouts> = {
  connect: 30_000,
  statement: 60_000,
  lock: 30_000,
  idleInTransaction: 60_000,
  query: 70_000,
  readiness: 30_000,
};

const opened: { readonly database: TestDatabase; readonly dataSource: DataSource }[] = [];

/** Opens a migrated, empty database, which is dropped at the end of the spec file. */
export async function openDatabase(settings: Omit<DatabaseSettings, 'url'> = {}): Promise<OpenDatabase> {
  const database = await createTestDatabase();
  const dataSource = await connect(
    createDataSource({ url: database.url, timeouts: RELAXED_TIMEOUTS, ...settings }),
  );
  opened.push({ database, dataSource });
  return { url: database.url, dataSource };
}

afterAll(async () => {
  for (const { database, dataSource } of opened) {
    await dataSource.destroy();
    await database.drop();
  }
});

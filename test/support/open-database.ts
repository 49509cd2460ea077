import { afterAll } from '@jest/globals';
import { connect, createDataSource, type DatabaseSettings } from '@florin/infrastructure';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export interface OpenDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
}

const opened: { readonly database: TestDatabase; readonly dataSource: DataSource }[] = [];

/** Opens a migrated, empty database, which is dropped at the end of the spec file. */
export async function openDatabase(settings: Omit<DatabaseSettings, 'url'> = {}): Promise<OpenDatabase> {
  const database = await createTestDatabase();
  const dataSource = await connect(createDataSource({ url: database.url, ...settings }));
  opened.push({ database, dataSource });
  return { url: database.url, dataSource };
}

afterAll(async () => {
  for (const { database, dataSource } of opened) {
    await dataSource.destroy();
    await database.drop();
  }
});

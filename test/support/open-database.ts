import { afterAll } from '@jest/globals';
import { connect, createDataSource, type DatabaseSettings } from '@florin/infrastructure';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export interface OpenDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
}

const opened: { readonly database: TestDatabase; readonly dataSource: DataSource }[] = [];

/** A migrated, empty database with connections to it. Both are gone when the spec file is done. */
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

import type { DataSource } from 'typeorm';
import { MIGRATIONS } from '../postgres/migrations/index.js';

export interface SchemaState {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by a later release. */
  readonly unknown: readonly string[];
}

export async function readSchemaState(dataSource: DataSource): Promise<SchemaState> {
  const known = MIGRATIONS.map((Migration) => new Migration().name ?? Migration.name);
  const [table] = await dataSource.query<object[]>(`SELECT WHERE to_regclass('migrations') IS NOT NULL`);
  const rows =
    table && (await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id'));
  const applied = (rows ?? []).map(({ name }) => name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

import type { DataSource } from 'typeorm';
import { MIGRATIONS } from '../postgres/migrations/index.js';

export interface SchemaState {
  readonly applied: readonly string[];
  /** Migrations of this release that are not applied. */
  readonly pending: readonly string[];
  /** Applied migrations that this release does not have: a later release was here. */
  readonly unknown: readonly string[];
}

/** Read-only. */
export async function readSchemaState(dataSource: DataSource): Promise<SchemaState> {
  const known = MIGRATIONS.map((Migration) => new Migration().name ?? Migration.name);
  const [table] = await dataSource.query<{ exists: boolean }[]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  const rows =
    table?.exists === true
      ? await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id')
      : [];
  const applied = rows.map(({ name }) => name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

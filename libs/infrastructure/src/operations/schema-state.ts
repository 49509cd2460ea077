import type { DataSource } from 'typeorm';
import { MIGRATIONS } from '../postgres/migrations/index.js';

export interface SchemaState {
  readonly applied: readonly string[];
  /** Those of this release that the database has not seen. */
  readonly pending: readonly string[];
  /** Those that the database has seen and this release does not know: a later release was here. */
  readonly unknown: readonly string[];
}

/** Compares the database with this release. It only looks: an empty database is empty afterwards. */
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

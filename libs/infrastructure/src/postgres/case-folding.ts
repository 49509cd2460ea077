import type { DataSource } from 'typeorm';

/** Collations with case mapping for all scripts. The first exists since PostgreSQL 17. */
const COLLATIONS = ['pg_c_utf8', 'und-x-icu'];

const FIND = `
  SELECT collname FROM pg_collation
  WHERE collname = ANY ($1) AND collnamespace = 'pg_catalog'::regnamespace
  ORDER BY array_position($1, collname::text) LIMIT 1`;

/** The COLLATE clause for case-insensitive comparison: the database's own locale may map the case of ASCII only. */
export async function caseFolding(dataSource: DataSource): Promise<string> {
  const [found] = await dataSource.query<{ collname: string }[]>(FIND, [COLLATIONS]);
  return found === undefined ? '' : `COLLATE "${found.collname}"`;
}

/** For LIKE: text that contains `search`, in which % and _ are literal. */
export const searchPattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Whether one of the columns matches the parameter `pattern`, ignoring case. Compares both cases: Greek sigma matches in
 * upper case only, the Turkish dotted i in lower case only.
 */
export function searchCondition(columns: readonly string[], collation: string): string {
  const upper = (text: string): string => `upper(CAST(${text} AS text) ${collation})`;
  const matches = (column: string): string =>
    `${column} ILIKE :pattern ${collation} OR ${upper(column)} LIKE ${upper(':pattern')}`;
  return `(${columns.map(matches).join(' OR ')})`;
}

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

import type { DataSource } from 'typeorm';

/** Collations that know upper and lower case of every script, the better one first; it exists since PostgreSQL 17. */
const COLLATIONS = ['pg_c_utf8', 'und-x-icu'];

const FIND = `
  SELECT collname FROM pg_collation
  WHERE collname = ANY ($1) AND collnamespace = 'pg_catalog'::regnamespace
  ORDER BY array_position($1, collname::text) LIMIT 1`;

const foldings = new WeakMap<DataSource, Promise<string>>();

/** The COLLATE clause for case-insensitive comparison: the database's own locale may know the case of ASCII only. */
export function caseFolding(dataSource: DataSource): Promise<string> {
  let folding = foldings.get(dataSource);
  if (folding === undefined) {
    folding = find(dataSource);
    foldings.set(dataSource, folding);
    folding.catch(() => foldings.delete(dataSource));
  }
  return folding;
}

async function find(dataSource: DataSource): Promise<string> {
  const [found] = await dataSource.query<{ collname: string }[]>(FIND, [COLLATIONS]);
  return found === undefined ? '' : `COLLATE "${found.collname}"`;
}

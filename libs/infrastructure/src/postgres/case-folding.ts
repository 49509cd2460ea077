import type { DataSource } from 'typeorm';

/** By these PostgreSQL knows upper and lower case of every script. The better one comes first; it is there since 17. */
const KNOWING = ['pg_c_utf8', 'und-x-icu'];

const FIND = `
  SELECT collname FROM pg_collation
  WHERE collname = ANY ($1) AND collnamespace = 'pg_catalog'::regnamespace
  ORDER BY array_position($1, collname::text) LIMIT 1`;

const foldings = new WeakMap<DataSource, Promise<string>>();

/**
 * What to put behind a text that is compared in any case. A database goes by its own locale otherwise, and one in the
 * locale C knows the case of ASCII only, one in Turkish takes the small letter of I for another than i. Empty on a
 * server that has no such collation.
 */
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
  const [found] = await dataSource.query<{ collname: string }[]>(FIND, [KNOWING]);
  return found === undefined ? '' : `COLLATE "${found.collname}"`;
}

// Creating indexes and foreign keys after a bulk load is much faster than maintaining them row by row.

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS of_table, conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])`;

// Indexes of constraints stay: foreign keys of other tables depend on them.
const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
  WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

/** Runs `load` without the foreign keys and other indexes of the tables, then restores them. */
export async function withoutIndexes(client, tables, load) {
  const { rows: foreignKeys } = await client.query(FOREIGN_KEYS, [tables]);
  const { rows: indexes } = await client.query(INDEXES, [tables]);
  for (const { of_table, name } of foreignKeys)
    await client.query(`ALTER TABLE ${of_table} DROP CONSTRAINT ${client.escapeIdentifier(name)}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await load();
  for (const { definition } of indexes) await client.query(definition);
  for (const { of_table, name, definition } of foreignKeys)
    await client.query(
      `ALTER TABLE ${of_table} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`,
    );
}

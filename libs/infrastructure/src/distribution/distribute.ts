import type { DataSource, EntityManager } from 'typeorm';
import { CannotDistribute, type DistributionPlan, type PlacedTable } from './distribution-plan.js';
import { DISTRIBUTION_COLUMN, FIRST_DISTRIBUTED } from '../postgres/table-kinds.js';

export interface DistributeOptions {
  /** Of the tables by account. Later runs do not change it. */
  readonly shards: number;
  readonly onPlaced?: (table: PlacedTable, done: number) => void;
}

// One SQL transaction, committed on all nodes or on none: after an interruption the database is as it was. The tables are
// locked until then.
export async function distribute(
  dataSource: DataSource,
  { missing }: Pick<DistributionPlan, 'missing'>,
  { shards, onPlaced }: DistributeOptions,
): Promise<void> {
  if (missing.length === 0) return;
  await requireNoSessions(dataSource);
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await placeAll(runner.manager, missing, shards, onPlaced);
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

/** Sessions of a running service have plans and locks of the undistributed tables. */
async function requireNoSessions(dataSource: DataSource): Promise<void> {
  const [{ names }] = await dataSource.query<[{ names: string | null }]>(
    `SELECT string_agg(DISTINCT application_name, ', ') AS names FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'florin%' AND application_name <> 'florin cli'`,
  );
  if (names !== null)
    throw new CannotDistribute(`Florin is running on this database (${names}); stop it first`);
}

async function placeAll(
  manager: EntityManager,
  tables: readonly PlacedTable[],
  shards: number,
  onPlaced: DistributeOptions['onPlaced'],
): Promise<void> {
  for (const setting of SETTINGS) await manager.query(setting);
  const names = tables.map(({ name }) => name);
  await manager.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  if (names.includes('events')) for (const statement of FOREIGN_KEY_OF_EVENTS) await manager.query(statement);
  const { drop, create } = await readConstraintsAndTriggers(manager, names);
  for (const statement of drop) await manager.query(statement);
  for (const [index, table] of tables.entries()) {
    await place(manager, table, shards);
    onPlaced?.(table, index + 1);
  }
  for (const statement of create) await manager.query(statement);
}

const SETTINGS = [
  // Foreign keys to a reference table need it.
  `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`,
  // For the guards of append-only tables, which raise an error on every node.
  `SET LOCAL citus.enable_unsafe_triggers = on`,
  `SET LOCAL client_min_messages = 'error'`,
];

/** The triggers that check the balances of events read another table. A foreign key does the same, at a higher cost. */
const FOREIGN_KEY_OF_EVENTS = [
  `DROP TRIGGER IF EXISTS events_have_books ON events`,
  `DROP TRIGGER IF EXISTS events_stay ON events`,
  `DROP TRIGGER IF EXISTS books_keep_events ON books`,
  `ALTER TABLE events ADD CONSTRAINT events_book_fkey FOREIGN KEY (account_id) REFERENCES books (account_id)`,
];

interface Definition {
  readonly drop: string;
  readonly create: string;
}

/** Foreign keys and guards are put aside, so that tables can be placed one after the other and their local rows removed. */
async function readConstraintsAndTriggers(
  manager: EntityManager,
  names: readonly string[],
): Promise<{ readonly drop: string[]; readonly create: string[] }> {
  const found = [
    ...(await manager.query<Definition[]>(FOREIGN_KEYS, [names])),
    ...(await manager.query<Definition[]>(TRIGGERS, [names])),
  ];
  return { drop: found.map(({ drop }) => drop), create: found.map(({ create }) => create) };
}

const FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
  FROM pg_constraint
  WHERE contype = 'f' AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[])) ORDER BY conname`;

const TRIGGERS = `
  SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop, pg_get_triggerdef(oid) AS create
  FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY ($1::regclass[]) ORDER BY tgname`;

async function place(manager: EntityManager, { name, kind }: PlacedTable, shards: number): Promise<void> {
  const before = await countRows(manager, name);
  if (kind === 'coordinator') {
    await manager.query('SELECT citus_add_local_table_to_metadata($1::regclass)', [name]);
  } else {
    if (kind === 'reference') await manager.query('SELECT create_reference_table($1::regclass)', [name]);
    else if (name === FIRST_DISTRIBUTED)
      await manager.query(
        `SELECT create_distributed_table($1::regclass, $2, colocate_with => 'none', shard_count => $3)`,
        [name, DISTRIBUTION_COLUMN, shards],
      );
    else
      await manager.query(`SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)`, [
        name,
        DISTRIBUTION_COLUMN,
        FIRST_DISTRIBUTED,
      ]);
    // Citus copied the rows and only hides the originals.
    await manager.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [name]);
  }
  const after = await countRows(manager, name);
  if (after !== before)
    throw new Error(`The table ${name} had ${before} rows and has ${after}. Nothing was changed.`);
}

async function countRows(manager: EntityManager, name: string): Promise<string> {
  const [{ count }] = await manager.query<[{ count: string }]>(`SELECT count(*) FROM ${name}`);
  return count;
}

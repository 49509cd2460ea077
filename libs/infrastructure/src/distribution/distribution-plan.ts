import type { DataSource } from 'typeorm';
import { readSchemaState } from '../operations/schema-state.js';
import {
  DISTRIBUTION_COLUMN,
  FIRST_DISTRIBUTED,
  PLACING_ORDER,
  TABLE_KINDS,
  type TableKind,
} from '../postgres/table-kinds.js';

/** The message is for an operator. Nothing was changed. */
export class CannotDistribute extends Error {
  override readonly name = 'CannotDistribute';
}

export interface PlacedTable {
  readonly name: string;
  readonly kind: TableKind;
}

export interface DistributionPlan {
  readonly nodes: number;
  /** Tables to place, in this order. Empty when the database has the distributed form. */
  readonly missing: readonly PlacedTable[];
  readonly placed: readonly PlacedTable[];
}

/** Rejects with `CannotDistribute` if the database is not ready, or has what Florin does not know. */
export async function planDistribution(dataSource: DataSource): Promise<DistributionPlan> {
  const { pending, unknown } = await readSchemaState(dataSource);
  if (pending.length > 0) throw new CannotDistribute('the schema is out of date; run florin migrate first');
  if (unknown.length > 0)
    throw new CannotDistribute(
      `a later release migrated this database (${unknown.join(', ')}); use its florin distribute`,
    );
  const nodes = await countNodes(dataSource);
  await requireKnownTriggers(dataSource);
  const tables = await readTables(dataSource);
  const missing = tables
    .filter(({ kind, current }) => kind !== 'local' && current === 'local')
    .sort((a, b) => Number(b.name === FIRST_DISTRIBUTED) - Number(a.name === FIRST_DISTRIBUTED));
  return {
    nodes,
    missing: PLACING_ORDER.flatMap((placing) => missing.filter(({ kind }) => kind === placing)).map(
      placedTableOf,
    ),
    placed: tables.filter(({ kind, current }) => kind !== 'local' && current === kind).map(placedTableOf),
  };
}

const placedTableOf = ({ name, kind }: FoundTable): PlacedTable => ({ name, kind });

async function countNodes(dataSource: DataSource): Promise<number> {
  const [extension] = await dataSource.query<object[]>(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (extension === undefined)
    throw new CannotDistribute(
      'this database has no Citus extension; run CREATE EXTENSION citus in it on every node',
    );
  const [cluster] =
    await dataSource.query<{ isCoordinator: boolean; hasCoordinator: boolean; nodes: number }[]>(CLUSTER);
  if (cluster?.isCoordinator !== true)
    throw new CannotDistribute('this is not the coordinator of the cluster; use its address');
  if (!cluster.hasCoordinator)
    throw new CannotDistribute(
      'the coordinator is not in its own metadata; run citus_set_coordinator_host on it',
    );
  if (cluster.nodes === 0)
    throw new CannotDistribute('no node takes shards; add worker nodes with citus_add_node');
  return cluster.nodes;
}

const CLUSTER = `
  SELECT citus_is_coordinator() AS "isCoordinator",
    EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS "hasCoordinator",
    (SELECT count(*)::int FROM pg_dist_node WHERE noderole = 'primary' AND isactive AND shouldhaveshards) AS nodes`;

interface FoundTable extends PlacedTable {
  readonly current: TableKind;
}

async function readTables(dataSource: DataSource): Promise<FoundTable[]> {
  const found = await dataSource.query<
    { name: string; current: TableKind; column: string | null; isColocated: boolean }[]
  >(TABLES, [FIRST_DISTRIBUTED]);
  const unknown = found.filter(({ name }) => !Object.hasOwn(TABLE_KINDS, name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new CannotDistribute(
      `unknown tables: ${unknown.join(', ')}. Only Florin's tables may be in its schema; move them to another one`,
    );
  return found.map(({ name, current, column, isColocated }) => {
    const kind = TABLE_KINDS[name] ?? 'local';
    const isExpected =
      current === kind
        ? kind !== 'distributed' || (column === DISTRIBUTION_COLUMN && isColocated)
        : current === 'local';
    if (!isExpected)
      throw new CannotDistribute(
        `the table ${name} is already ${current}${column === null ? '' : ` by ${column}`} in another way than Florin needs`,
      );
    return { name, kind, current };
  });
}

const TABLES = `
  SELECT relation.relname AS name,
    CASE WHEN placed.partmethod IS NULL THEN 'local' WHEN placed.partmethod <> 'n' THEN 'distributed'
      WHEN placed.repmodel = 't' THEN 'reference' ELSE 'coordinator' END AS current,
    column_to_column_name(relation.oid, placed.partkey) AS "column",
    placed.colocationid IS NOT DISTINCT FROM
      (SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)) AS "isColocated"
  FROM pg_class AS relation LEFT JOIN pg_dist_partition AS placed ON placed.logicalrelid = relation.oid
  WHERE relation.relkind IN ('r', 'p') AND relation.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = relation.oid AND deptype = 'e')
  ORDER BY name`;

/** A trigger runs on the node of its shard, so one that reads other tables may not work there. */
const KNOWN_TRIGGERS = [
  'entries_are_final',
  'entries_are_not_truncated',
  'audit_trail_is_final',
  'audit_trail_is_not_truncated',
];

/** A foreign key takes the place of these, because Citus cannot run them. */
const REPLACED_TRIGGERS = ['events_have_books', 'events_stay', 'books_keep_events'];

async function requireKnownTriggers(dataSource: DataSource): Promise<void> {
  const unknown = await dataSource.query<{ name: string }[]>(
    `SELECT format('%s on %s', tgname, tgrelid::regclass) AS name FROM pg_trigger
      JOIN pg_class ON pg_class.oid = tgrelid AND relnamespace = current_schema()::regnamespace
      WHERE NOT tgisinternal AND tgname <> ALL ($1) AND tgname NOT LIKE 'truncate_trigger_%' ORDER BY 1`,
    [[...KNOWN_TRIGGERS, ...REPLACED_TRIGGERS]],
  );
  if (unknown.length > 0)
    throw new CannotDistribute(
      `unknown triggers: ${unknown.map(({ name }) => name).join(', ')}. Drop them first`,
    );
}

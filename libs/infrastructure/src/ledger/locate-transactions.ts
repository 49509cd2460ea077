import { uuidFromId } from '@florin/kernel';
import type { ReadSet } from '@florin/ledger';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';
import { type NamedStatement, readNamed } from '../postgres/named-query.js';
import { BY_ID_HINT, BY_TRANSFER_HINT } from '../postgres/partial-index-hints.js';
import {
  FIND_ACCOUNTS,
  FIND_SIDES,
  type TransactionKey,
  transactionKeyOf,
  type TransactionKeyRow,
} from './ledger.sql.js';

/** How transactions are found by a column that does not name their account. */
interface Search {
  readonly statement: NamedStatement;
  readonly column: string;
  readonly indexHint: string;
  readonly rowsPerValue: number;
}

const BY_ID: Search = { statement: FIND_ACCOUNTS, column: 'id', indexHint: BY_ID_HINT, rowsPerValue: 1 };
const BY_TRANSFER: Search = {
  statement: FIND_SIDES,
  column: 'transfer_id',
  indexHint: BY_TRANSFER_HINT,
  rowsPerValue: 2,
};

interface Located {
  readonly rows: readonly TransactionKeyRow[];
  /** Why some may be missing. */
  readonly error?: unknown;
}

/**
 * Finds the accounts of transactions and of both sides of transfers on Citus, outside of a SQL transaction: they never change.
 * While a node is down, those on other nodes are found. One that is missing may be on that node: a command for it alone fails
 * with `Unavailable`. If only some of several are found, the error is a plain one, after which the ledger tries smaller batches.
 */
export async function locateTransactions(
  dataSource: DataSource,
  { idsWithoutAccount, transferIds }: Pick<ReadSet, 'idsWithoutAccount' | 'transferIds'>,
): Promise<TransactionKey[]> {
  const located = await Promise.all([
    locate(dataSource, BY_ID, idsWithoutAccount.map(uuidFromId)),
    locate(dataSource, BY_TRANSFER, transferIds.map(uuidFromId)),
  ]);
  const rows = located.flatMap((one) => one.rows);
  const failed = located.find(({ error }) => error !== undefined);
  if (failed === undefined) return rows.map(transactionKeyOf);
  const isAlone = idsWithoutAccount.length + transferIds.length === 1;
  if (isAlone || rows.length === 0) throw translateDatabaseError(failed.error);
  throw new Error('Some of several transactions were not found', { cause: failed.error });
}

async function locate(dataSource: DataSource, search: Search, uuids: readonly string[]): Promise<Located> {
  if (uuids.length === 0) return { rows: [] };
  try {
    return { rows: await readNamed<TransactionKeyRow>(dataSource, search.statement, [uuids]) };
  } catch (error) {
    const rows = await findOnReachableNodes(dataSource, search, uuids).catch(() => []);
    return rows.length < search.rowsPerValue * uuids.length ? { rows, error } : { rows };
  }
}

/** Uses new connections, so it takes ten times as long. */
async function findOnReachableNodes(
  dataSource: DataSource,
  { column, indexHint }: Search,
  uuids: readonly string[],
): Promise<TransactionKeyRow[]> {
  const command = `SELECT json_agg(json_build_object('accountId', account_id, 'id', id)) FROM %s
    WHERE ${column} = ANY ('{${uuids.join()}}'::uuid[]) AND ${indexHint}`;
  const shards = await dataSource.query<{ rows: TransactionKeyRow[] }[]>(
    `SELECT result::json AS rows FROM run_command_on_shards('transactions', $1) WHERE success AND result <> ''`,
    [command],
  );
  return shards.flatMap(({ rows }) => rows);
}

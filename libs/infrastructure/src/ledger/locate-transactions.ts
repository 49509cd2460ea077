import { type TransactionId, type TransferId, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';
import { type NamedStatement, readNamed } from '../postgres/named-query.js';
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
  readonly rowsPerValue: number;
}

const BY_ID: Search = { statement: FIND_ACCOUNTS, column: 'id', rowsPerValue: 1 };
const BY_TRANSFER: Search = { statement: FIND_SIDES, column: 'transfer_id', rowsPerValue: 2 };

/**
 * Finds the accounts of transactions on Citus, outside of a SQL transaction: they never change. While a node is down, those
 * on other nodes are found; if one is missing, it may be on that node, and the error is thrown.
 */
export const locateTransactions = (
  dataSource: DataSource,
  ids: readonly TransactionId[],
): Promise<TransactionKey[]> => locate(dataSource, BY_ID, ids.map(uuidFromId));

/** The same for both sides of transfers. */
export const locateSides = (dataSource: DataSource, ids: readonly TransferId[]): Promise<TransactionKey[]> =>
  locate(dataSource, BY_TRANSFER, ids.map(uuidFromId));

async function locate(
  dataSource: DataSource,
  search: Search,
  uuids: readonly string[],
): Promise<TransactionKey[]> {
  if (uuids.length === 0) return [];
  try {
    const rows = await readNamed<TransactionKeyRow>(dataSource, search.statement, [uuids]);
    return rows.map(transactionKeyOf);
  } catch (error) {
    const found = await findOnReachableNodes(dataSource, search, uuids).catch(() => []);
    if (found.length < search.rowsPerValue * uuids.length) throw translateDatabaseError(error);
    return found.map(transactionKeyOf);
  }
}

/** Uses new connections, so it takes ten times as long. */
async function findOnReachableNodes(
  dataSource: DataSource,
  { column }: Search,
  uuids: readonly string[],
): Promise<TransactionKeyRow[]> {
  const command = `SELECT json_agg(json_build_object('accountId', account_id, 'id', id)) FROM %s
    WHERE ${column} = ANY ('{${uuids.join()}}'::uuid[])`;
  const shards = await dataSource.query<{ rows: TransactionKeyRow[] }[]>(
    `SELECT result::json AS rows FROM run_command_on_shards('transactions', $1) WHERE success AND result <> ''`,
    [command],
  );
  return shards.flatMap(({ rows }) => rows);
}

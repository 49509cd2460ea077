import { type TransactionId, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { translateDatabaseError } from '../postgres/errors.js';
import { readNamed } from '../postgres/named-query.js';
import {
  FIND_ACCOUNTS,
  type TransactionKey,
  transactionKeyOf,
  type TransactionKeyRow,
} from './ledger.sql.js';

/**
 * Finds the accounts of transactions on Citus, outside of a SQL transaction: they never change. While a node is down, those
 * on other nodes are found; if one is missing, it may be on that node, and the error is thrown.
 */
export async function locateTransactions(
  dataSource: DataSource,
  ids: readonly TransactionId[],
): Promise<TransactionKey[]> {
  const uuids = ids.map(uuidFromId);
  try {
    return (await readNamed<TransactionKeyRow>(dataSource, FIND_ACCOUNTS, [uuids])).map(transactionKeyOf);
  } catch (error) {
    const found = await findOnReachableNodes(dataSource, uuids);
    if (found.length < uuids.length) throw translateDatabaseError(error);
    return found.map(transactionKeyOf);
  }
}

/** Uses new connections, so it takes ten times as long. */
async function findOnReachableNodes(
  dataSource: DataSource,
  uuids: readonly string[],
): Promise<TransactionKeyRow[]> {
  const command = `SELECT json_agg(json_build_object('accountId', account_id, 'id', id)) FROM %s
    WHERE id = ANY ('{${uuids.join()}}'::uuid[])`;
  const shards = await dataSource.query<{ rows: TransactionKeyRow[] }[]>(
    `SELECT result::json AS rows FROM run_command_on_shards('transactions', $1) WHERE success AND result <> ''`,
    [command],
  );
  return shards.flatMap(({ rows }) => rows);
}

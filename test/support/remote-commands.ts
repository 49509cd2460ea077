import { expect } from '@jest/globals';
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../libs/infrastructure/src/postgres/database-pool.js';

/** A command that the coordinator of Citus sends to another node. */
export interface RemoteCommand {
  readonly sql: string;
  readonly node: string;
}

/** The commands of each SQL transaction from now on, by its id. */
export function recordRemoteCommands(dataSource: DataSource): Map<string, RemoteCommand[]> {
  const transactions = new Map<string, RemoteCommand[]>();
  const recorded = new WeakSet<Client>();
  poolOf(dataSource).on('acquire', (acquired) => {
    const client = acquired as unknown as Client;
    if (recorded.has(client)) return;
    recorded.add(client);
    let id = '';
    // Each connection runs one SQL transaction at a time.
    client.on('notice', ({ message = '', detail = '' }) => {
      const sql = /^issuing (.*)/s.exec(message)?.[1];
      const node = /^on server \S+@(\S+)/.exec(detail)?.[1];
      if (sql === undefined || node === undefined) return;
      id = /assign_distributed_transaction_id\(([^)]*)\)/.exec(sql)?.[1] ?? id;
      transactions.set(id, [...(transactions.get(id) ?? []), { sql, node }]);
    });
    void client.query('SET citus.log_remote_commands = on; SET client_min_messages = log');
  });
  return transactions;
}

/** Of the commands that begin with the text. */
export const nodesOf = (sent: readonly RemoteCommand[], text = ''): string[] => [
  ...new Set(sent.filter(({ sql }) => sql.startsWith(text)).map(({ node }) => node)),
];

export function expectOnePhaseOnOneNode(sent: readonly RemoteCommand[]): void {
  expect(nodesOf(sent)).toHaveLength(1);
  const words = sent.map(({ sql }) => sql);
  expect(words[0]).toMatch(/^BEGIN TRANSACTION/);
  expect(words.at(-1)).toBe('COMMIT');
  expect(words.filter((sql) => /PREPARE TRANSACTION|COMMIT PREPARED|COPY|^SAVEPOINT/.test(sql))).toEqual([]);
}

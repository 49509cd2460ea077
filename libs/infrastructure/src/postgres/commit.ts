import type { Client } from 'pg';
import { isConnectionError, driverErrorIn } from './driver-error.js';
import type { PreparedQuery } from './named-query.js';

// Pipelines the last statements and the COMMIT; false when the outcome is unknown. Checks the command tag: the COMMIT of a
// failed SQL transaction reports ROLLBACK. A canceled wait for a standby is reported as success after a warning.
export async function commit(client: Client, last: readonly PreparedQuery[]): Promise<boolean> {
  let hasNotice = false;
  const onNotice = (): void => {
    hasNotice = true;
  };
  client.on('notice', onNotice);
  try {
    const response = await sendCommit(client, last);
    if (response === undefined) return false;
    if (response.failures.length > 0) throw response.failures[0];
    if (response.command !== 'COMMIT')
      throw new Error('A statement failed and its error was ignored, so the SQL transaction was rolled back');
    return !hasNotice;
  } finally {
    client.off('notice', onNotice);
  }
}

/** Undefined when the response was lost. */
async function sendCommit(
  client: Client,
  last: readonly PreparedQuery[],
): Promise<{ readonly failures: readonly unknown[]; readonly command: string } | undefined> {
  const failures: unknown[] = [];
  const results = last.map(({ name, text, values, translateError }) =>
    client.query({ name, text, values: [...values] }).catch((error: unknown) => {
      failures.push(translateError === undefined ? error : translateError(error));
    }),
  );
  try {
    const { command } = await client.query('COMMIT');
    await Promise.all(results);
    return { failures, command };
  } catch (error) {
    if (isRefusal(error)) throw error;
    discard(client);
    return undefined;
  }
}

/** Internal error, and query canceled. */
const UNCERTAIN = new Set(['XX000', '57014']);

export async function rollBack(client: Client): Promise<void> {
  if (client.getTransactionStatus() === 'I') return;
  await client.query('ROLLBACK').catch(() => {
    discard(client);
  });
}

/** A connection in an unknown state must not return to the pool. The server rolls back when it is closed. */
export function discard(client: Client): void {
  client.end().catch(() => undefined);
}

// After any other error the outcome is unknown: a session can end with any SQLSTATE after it committed. The severity is
// localized, so on a server in another language the outcome is looked up. On Citus, a COMMIT that lost the node of its shard is
// an internal error, or is canceled by the statement timeout, and the node may have committed.
function isRefusal(error: unknown): boolean {
  const cause = driverErrorIn(error);
  if (cause?.severity !== 'ERROR' || cause.sqlState === undefined) return false;
  return !UNCERTAIN.has(cause.sqlState) && !isConnectionError(cause);
}

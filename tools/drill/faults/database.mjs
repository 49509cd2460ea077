// Faults of PostgreSQL itself. Each injects one fault and resolves when it is over.
import { setTimeout as delay } from 'node:timers/promises';
import { childrenOf, signalAll, untilAccepting } from '../processes.mjs';
import { withConnection, superuserUrl } from '../records.mjs';

/** Duration of a fault, unless the next one comes earlier. */
export const HOLD_MS = 2_000;

export async function killDatabase({ environment }) {
  const { pid } = environment.database;
  process.kill(pid, 'SIGKILL');
  await untilAccepting(environment.database.url, () => environment.database.pid !== pid);
}

/** Stops all processes of the server, so that connections stay open without responses. */
export async function stopDatabase({ environment, holdMs }) {
  const { pid } = environment.database;
  const all = [pid, ...childrenOf(pid)];
  signalAll(all, 'SIGSTOP');
  await delay(holdMs);
  signalAll(all, 'SIGCONT');
  await untilAccepting(environment.database.url);
}

export const terminateBackends = ({ environment }) =>
  withConnection(environment.database.url, async (client) => {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = current_user AND pid <> pg_backend_pid()`,
    );
  });

export const setReadOnly = ({ environment, holdMs }) =>
  withConnection(superuserUrl(environment.database.url), async (client) => {
    const alterSystem = async (setting) => {
      await client.query(`ALTER SYSTEM ${setting}`);
      await client.query('SELECT pg_reload_conf()');
    };
    await alterSystem('SET default_transaction_read_only = on');
    await delay(holdMs);
    await alterSystem('RESET default_transaction_read_only');
  });

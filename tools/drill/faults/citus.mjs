// Faults of a Citus cluster: one after the other, the coordinator, a worker node, a backend that writes, an API instance and a
// commit that hangs on its node.
import { setTimeout as delay } from 'node:timers/promises';
import { signalAll } from '../processes.mjs';
import { withConnection } from '../records.mjs';
import { killApi } from './services.mjs';

const FOUND_WITHIN_MS = 5_000;
const SETTLED_WITHIN_MS = 120_000;
/** For the session on the coordinator to send its next command to the stopped one. */
const SENT_WITHIN_MS = 50;
const DONE_WITHIN_MS = 100;

const TURNS = [killCoordinator, killWorkerNode, killWriter, killApi, hangCommit];

export async function breakCluster(context) {
  const { database } = context.environment;
  await TURNS[context.round % TURNS.length](context);
  return { preparedTransactions: database.orphans.size, hungCommits: database.hungCommits };
}

async function killCoordinator({ environment: { database }, random, holdMs }) {
  database.coordinator.killAll();
  await database.countOrphans();
  await delay(random.between(0, holdMs));
  await database.coordinator.start();
}

async function killWorkerNode({ environment: { database }, random, holdMs }) {
  const node = random.pick(database.workers);
  node.killPostmaster();
  await delay(random.between(0, holdMs));
  await node.start();
}

/** PostgreSQL restarts all its processes when one is killed. */
async function killWriter({ environment: { database } }) {
  const { coordinator } = database;
  const pid = await withConnection(coordinator.url, (client) =>
    firstFound(async () => (await client.query(WRITERS)).rows[0]?.pid),
  );
  if (pid === undefined) return;
  signalAll([pid], 'SIGKILL');
  await database.countOrphans();
  await coordinator.untilAccepting();
}

const WRITERS = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'florin%' AND state = 'active' AND backend_xid IS NOT NULL
  ORDER BY random()`;

/** The coordinator is killed while it waits for a commit of a worker node, which continues before or after the restart. */
async function hangCommit({ environment: { database }, random, holdMs }) {
  const { coordinator } = database;
  const node = random.pick(database.workers);
  const session =
    (random.boolean(0.7) && (await stopAtCommit(database, node, true))) ||
    (await stopAtCommit(database, node, false));
  try {
    if (session !== undefined) database.hungCommits += 1;
    coordinator.killAll();
    // A stopped session may hold locks that others of its node wait for.
    await database.countOrphans((other) => other !== node);
    if (session !== undefined && random.boolean(0.5)) await resume(session, database);
    await coordinator.start();
    await delay(random.between(0, holdMs));
  } finally {
    if (session !== undefined) await resume(session, database);
  }
}

/** What it had received is executed, although the coordinator's session is gone. */
async function resume({ pid, coordinatorPid }, database) {
  database.unfreeze(pid);
  await delay(DONE_WITHIN_MS);
  await database.countOrphansOf(coordinatorPid);
}

/** With `inTwoPhases`, of a SQL transaction that has also written on another node. Undefined if there was none. */
function stopAtCommit({ coordinator, workers, freeze, unfreeze }, node, inTwoPhases) {
  const others = workers.filter((other) => other !== node);
  return withConnections([coordinator, node, ...others], async (onCoordinator, onNode, ...onOthers) => {
    const sessionsOf = async (client) => (await client.query(SESSIONS)).rows;
    return firstFound(async () => {
      const sessions = await sessionsOf(onNode);
      const elsewhere = inTwoPhases ? (await Promise.all(onOthers.map(sessionsOf))).flat() : sessions;
      const session = sessions.find(({ coordinatorPid }) =>
        elsewhere.some((other) => other.coordinatorPid === coordinatorPid),
      );
      if (session === undefined) return undefined;
      freeze(session.pid);
      await delay(SENT_WITHIN_MS);
      const { rowCount } = await onCoordinator.query(COMMITTING, [session.coordinatorPid]);
      if (rowCount > 0) return session;
      unfreeze(session.pid);
      return undefined;
    });
  });
}

const withConnections = ([first, ...others], work) =>
  withConnection(first.url, (client) =>
    others.length === 0 ? work(client) : withConnections(others, (...clients) => work(client, ...clients)),
  );

/** Sessions that have written, with the process id of the coordinator's session, which is the end of its global process id. */
const SESSIONS = `
  SELECT pid, (substring(application_name FROM 'gpid=(\\d+)')::bigint % 10000000000)::integer AS "coordinatorPid"
  FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'citus_internal gpid=%'
    AND backend_xid IS NOT NULL AND state IN ('active', 'idle in transaction')
  ORDER BY random()`;

const COMMITTING = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND query = 'COMMIT'`;

async function firstFound(find) {
  const deadline = performance.now() + FOUND_WITHIN_MS;
  while (performance.now() < deadline) {
    const found = await find();
    if (found !== undefined) return found;
  }
  return undefined;
}

export async function restoreCluster({ environment: { database } }) {
  await database.restore();
}

/** A snapshot on Citus is one of each node, so nothing may change while the records are read. */
export async function untilAtRest({ environment: { database }, journal, timeoutFactor }) {
  const left = await database.restore();
  if (left.length > 0) journal.problems.push(`prepared transactions are left: ${left.join(', ')}`);
  const deadline = performance.now() + SETTLED_WITHIN_MS * timeoutFactor;
  const pending = `SELECT count(*)::integer AS count FROM transactions WHERE status = 'pending'`;
  for (;;) {
    const [{ count }] = await database.coordinator.query(pending);
    if (count === 0) return;
    if (performance.now() > deadline) {
      journal.problems.push(`the worker has left ${count} transactions pending`);
      return;
    }
    await delay(200);
  }
}

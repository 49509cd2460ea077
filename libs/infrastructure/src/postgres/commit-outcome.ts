import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectionOptions, withSessionOptions } from './connection-options.js';
import { sqlStateOf } from './driver-error.js';

export interface SqlTransactionIdentity {
  readonly id: string;
  /** As text: a Date would lose the microseconds. */
  readonly beganAt: string;
  /** The server's start time in microseconds, which identifies one run of one server. */
  readonly server: string;
  /** The promotion of a standby begins a new timeline. */
  readonly timeline: string;
}

const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END`;

const STARTED = 'extract(epoch FROM pg_postmaster_start_time())::text';

export const SQL_TRANSACTION_IDENTITY = `pg_current_xact_id()::text AS id, now()::text AS "beganAt", ${STARTED} AS server,
  ${TIMELINE} AS timeline`;

export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/**
 * Whether rows exist that only this SQL transaction can have written; undefined if it wrote none. With `waitForWriter` it first
 * waits for a session that may still commit them, with a lock that conflicts with those of the SQL transaction; it then runs in
 * a SQL transaction that is rolled back.
 */
export type WrittenRowsCheck = (queryRows: QueryRows, waitForWriter: boolean) => Promise<boolean | undefined>;
export type QueryRows = (sql: string, values: unknown[]) => Promise<readonly unknown[]>;

const LOOKUP_TIMEOUT_MS = 1_000;
const INVALID_PARAMETER = '22023';

// The outcome of a SQL transaction whose connection was lost during COMMIT. After a crash or on a promoted standby its id may
// have been reused, so the rows that it wrote decide.
export async function findCommitOutcome(
  options: ConnectionOptions,
  identity: SqlTransactionIdentity,
  hasWrittenRows?: WrittenRowsCheck,
  isDistributed = false,
): Promise<CommitOutcome> {
  const deadline = performance.now() + LOOKUP_TIMEOUT_MS;
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) return 'unknown';
    const look = { hasWrittenRows, isDistributed, withinMs: left };
    const outcome = await lookUpOutcome(options, identity, look).catch(() => undefined);
    if (outcome !== undefined) return outcome;
    await delay(25);
  }
}

interface ServerState {
  readonly timeline: string | null;
  readonly isSameServerRun: boolean;
  readonly hasSynchronousStandbys: boolean;
}

interface Look {
  readonly hasWrittenRows: WrittenRowsCheck | undefined;
  readonly isDistributed: boolean;
  readonly withinMs: number;
}

async function lookUpOutcome(
  { url, ssl }: ConnectionOptions,
  identity: SqlTransactionIdentity,
  { hasWrittenRows, isDistributed, withinMs }: Look,
): Promise<CommitOutcome | undefined> {
  const client = new Client({
    connectionString: withSessionOptions(url, {}),
    ssl,
    application_name: 'florin outcome',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(SERVER_STATE, [identity.beganAt, identity.server]);
    const [server] = rows;
    // A standby may lag behind, and a primary on an older timeline never catches up.
    if (server === undefined || (server.timeline ?? '') < identity.timeline) return undefined;
    const byStatus = server.isSameServerRun ? await outcomeByStatus(client, identity) : 'unknown';
    const outcome =
      byStatus === 'unknown' || (isDistributed && byStatus === 'aborted')
        ? await outcomeByWrittenRows(client, identity, hasWrittenRows, isDistributed)
        : byStatus;
    if (outcome === 'committed' && server.hasSynchronousStandbys) await client.query(WAIT_FOR_STANDBYS);
    return outcome;
  } finally {
    client.end().catch(() => undefined);
  }
}

async function outcomeByStatus(
  client: Client,
  { id }: SqlTransactionIdentity,
): Promise<CommitOutcome | undefined> {
  const status = await statusOf(client, id);
  if (status === 'committed' || status === 'aborted') return status;
  // The session still waits for the lost connection. Terminating it completes a commit in progress or rolls back.
  if (status === 'in progress') await client.query(TERMINATE_SESSION, [id]);
  return undefined;
}

// Only the written rows prove a commit. An id that is in progress or aborted was not committed by us, because no
// SQL transaction outlives its server. A session that began at the same microsecond is ours and is terminated first.
async function outcomeByWrittenRows(
  client: Client,
  { id, beganAt }: SqlTransactionIdentity,
  hasWrittenRows: WrittenRowsCheck | undefined,
  isDistributed: boolean,
): Promise<CommitOutcome | undefined> {
  const { rowCount } = await client.query(TERMINATE_SAME_SESSION, [id, beganAt]);
  if (rowCount !== 0) return undefined;
  const queryRows: QueryRows = async (sql, values) => (await client.query<object>(sql, values)).rows;
  if (isDistributed) await client.query('BEGIN');
  const found = await hasWrittenRows?.(queryRows, isDistributed);
  if (isDistributed) await client.query('ROLLBACK');
  if (found !== undefined) return found ? 'committed' : 'aborted';
  // On Citus a node commits before the coordinator does, so that an id can be aborted whose changes are committed.
  if (isDistributed) return 'unknown';
  const status = await statusOf(client, id);
  return status === 'aborted' || status === 'in progress' ? 'aborted' : 'unknown';
}

/** An id that the server has not assigned yet (22023) was lost in a crash, together with its SQL transaction. */
async function statusOf(client: Client, id: string): Promise<string | null> {
  try {
    const { rows } = await client.query<{ status: string | null }>(STATUS, [id]);
    return rows[0]?.status ?? null;
  } catch (error) {
    if (sqlStateOf(error) === INVALID_PARAMETER) return 'aborted';
    throw error;
  }
}

/** Crash recovery keeps the start time but resets the statistics. */
const SERVER_STATE = `
  SELECT ${TIMELINE} AS timeline,
         coalesce(${STARTED} = $2 AND (SELECT stats_reset FROM pg_stat_bgwriter) < $1::timestamptz, false)
           AS "isSameServerRun",
         current_setting('synchronous_standby_names') <> '' AS "hasSynchronousStandbys"`;

const STATUS = 'SELECT pg_xact_status($1::xid8) AS status';

// A session that waits for a standby (SyncRep) must not be terminated: it would commit without the standby.
const TERMINATE_SESSION = `
  SELECT CASE WHEN wait_event IS DISTINCT FROM 'SyncRep' THEN pg_terminate_backend(pid) END
  FROM pg_stat_activity WHERE backend_xid = $1::xid8::xid`;
const TERMINATE_SAME_SESSION = `${TERMINATE_SESSION} AND xact_start = $2::timestamptz`;

// A commit whose wait was canceled is on this server only. Once this later WAL record is confirmed, standbys have both.
const WAIT_FOR_STANDBYS = `SELECT pg_logical_emit_message(true, 'florin', 'commit')`;

import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectionOptions, withSessionOptions } from './connection-options.js';
import { sqlStateOf } from './driver-error.js';

export interface TransactionMark {
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

export const MARK = `pg_current_xact_id()::text AS id, now()::text AS "beganAt", ${STARTED} AS server,
  ${TIMELINE} AS timeline`;

export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/** Whether rows exist that only this SQL transaction can have written; undefined when it wrote none. */
export type Trace = (ask: Ask) => Promise<boolean | undefined>;
export type Ask = (sql: string, values: unknown[]) => Promise<readonly unknown[]>;

const LOOK_FOR_MS = 1_000;
const INVALID_PARAMETER = '22023';

// The outcome of a SQL transaction whose connection was lost in COMMIT. After a crash, or on a promoted standby, its id may
// have been reused, so the rows that it wrote are looked for.
export async function findCommitOutcome(
  options: ConnectionOptions,
  mark: TransactionMark,
  trace?: Trace,
): Promise<CommitOutcome> {
  const deadline = performance.now() + LOOK_FOR_MS;
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) return 'unknown';
    const outcome = await lookOnce(options, mark, trace, left).catch(() => undefined);
    if (outcome !== undefined) return outcome;
    await delay(25);
  }
}

interface Witness {
  readonly timeline: string | null;
  readonly isSameLife: boolean;
  readonly hasSynchronousStandbys: boolean;
}

async function lookOnce(
  { url, ssl }: ConnectionOptions,
  mark: TransactionMark,
  trace: Trace | undefined,
  withinMs: number,
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
    const { rows } = await client.query<Witness>(WITNESS, [mark.beganAt, mark.server]);
    const [witness] = rows;
    // A standby may lag behind, and a primary on an older timeline never catches up.
    if (witness === undefined || (witness.timeline ?? '') < mark.timeline) return undefined;
    const outcome = witness.isSameLife
      ? await knownFate(client, mark)
      : await tracedFate(client, mark, trace);
    if (outcome === 'committed' && witness.hasSynchronousStandbys) await client.query(REACH_STANDBYS);
    return outcome;
  } finally {
    client.end().catch(() => undefined);
  }
}

async function knownFate(client: Client, { id }: TransactionMark): Promise<CommitOutcome | undefined> {
  const status = await statusOf(client, id);
  if (status === 'committed' || status === 'aborted') return status;
  // The server still waits for the lost connection. Ending its session finishes a commit under way, or rolls back.
  if (status === 'in progress') await client.query(END_HOLDER, [id]);
  return undefined;
}

// Only the rows that were written prove a commit. An id that is in progress or aborted was not committed by us, because no
// SQL transaction outlives its server. One that began at the same microsecond is ours, and is ended first.
async function tracedFate(
  client: Client,
  { id, beganAt }: TransactionMark,
  trace: Trace | undefined,
): Promise<CommitOutcome | undefined> {
  const { rowCount } = await client.query(END_SURVIVOR, [id, beganAt]);
  if (rowCount !== 0) return undefined;
  const found = await trace?.(async (sql, values) => (await client.query<object>(sql, values)).rows);
  if (found !== undefined) return found ? 'committed' : 'aborted';
  const status = await statusOf(client, id);
  return status === 'aborted' || status === 'in progress' ? 'aborted' : 'unknown';
}

/** An id in the server's future was lost in a crash, together with its SQL transaction. */
async function statusOf(client: Client, id: string): Promise<string | null> {
  try {
    const { rows } = await client.query<{ status: string | null }>(STATUS, [id]);
    return rows[0]?.status ?? null;
  } catch (error) {
    if (sqlStateOf(error) === INVALID_PARAMETER) return 'aborted';
    throw error;
  }
}

/** A crash recovery keeps the start time, but resets the statistics. */
const WITNESS = `
  SELECT ${TIMELINE} AS timeline,
         coalesce(${STARTED} = $2 AND (SELECT stats_reset FROM pg_stat_bgwriter) < $1::timestamptz, false)
           AS "isSameLife",
         current_setting('synchronous_standby_names') <> '' AS "hasSynchronousStandbys"`;

const STATUS = 'SELECT pg_xact_status($1::xid8) AS status';

// A session that waits for a standby (SyncRep) must not be ended: it would report the commit without the standby.
const END_HOLDER = `
  SELECT CASE WHEN wait_event IS DISTINCT FROM 'SyncRep' THEN pg_terminate_backend(pid) END
  FROM pg_stat_activity WHERE backend_xid = $1::xid8::xid`;
const END_SURVIVOR = `${END_HOLDER} AND xact_start = $2::timestamptz`;

// A commit whose wait was cut short is on this server alone. Once this later record is confirmed, standbys have both.
const REACH_STANDBYS = `SELECT pg_logical_emit_message(true, 'florin', 'commit')`;

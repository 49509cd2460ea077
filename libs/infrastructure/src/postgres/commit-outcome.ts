import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionOptions } from './connection-options.js';
import { sqlStateOf } from './driver-error.js';
import { withSessionOptions } from './session-options.js';

/** What must be known of a SQL transaction to find out later what became of it. */
export interface TransactionMark {
  readonly id: string;
  /** The server's time at the start, as it wrote it: a Date would lose the microseconds. */
  readonly beganAt: string;
  /** When the server was started, to the microsecond. No two servers share it, nor do two lives of one. */
  readonly server: string;
  /** The history that was being written. The promotion of a standby begins a new one. */
  readonly timeline: string;
}

/** Eight hexadecimal digits. Null on a standby, which has no timeline of its own. */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END`;

const STARTED = 'extract(epoch FROM pg_postmaster_start_time())::text';

export const MARK = `pg_current_xact_id()::text AS id, now()::text AS "beganAt", ${STARTED} AS server,
  ${TIMELINE} AS timeline`;

export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/**
 * Whether what the SQL transaction wrote is there, and could not have been written by any other; undefined when it wrote
 * nothing to know it by.
 */
export type Trace = (ask: Ask) => Promise<boolean | undefined>;
export type Ask = (sql: string, values: unknown[]) => Promise<readonly unknown[]>;

const LOOK_FOR_MS = 1_000;
const INVALID_PARAMETER = '22023';

/**
 * Looks on a new connection for the end of a SQL transaction whose own connection was lost in COMMIT. The server that
 * ran it knows, for as long as it lives. One that crashed since, or a standby that was promoted in its place, may have
 * lost the SQL transaction and given its number to another: there, what it wrote has to be found.
 */
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

/** Undefined when this look told nothing, and another one might. */
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
    // A standby has not heard everything yet, and a primary of an older history never will.
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
  // Its connection is gone from here, yet the server still waits for it, holding its locks. Ending it settles the
  // matter either way: a commit under way is finished first, anything else is rolled back.
  if (status === 'in progress') await client.query(END_HOLDER, [id]);
  return undefined;
}

/**
 * The number may belong to another SQL transaction by now, so only what ours wrote can show that it was committed. Where
 * there is nothing to look for, and the number is in use or its SQL transaction failed, ours was not committed: none
 * outlives its server. But a server may only look as if it had crashed. A SQL transaction that also began at the same
 * microsecond is ours, and is ended first.
 */
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

/** A number that lies in the server's future was forgotten in a crash, and its SQL transaction with it. */
async function statusOf(client: Client, id: string): Promise<string | null> {
  try {
    const { rows } = await client.query<{ status: string | null }>(STATUS, [id]);
    return rows[0]?.status ?? null;
  } catch (error) {
    if (sqlStateOf(error) === INVALID_PARAMETER) return 'aborted';
    throw error;
  }
}

/** A crash that the server survives leaves its start as it was, but it throws its statistics away and dates that. */
const WITNESS = `
  SELECT ${TIMELINE} AS timeline,
         coalesce(${STARTED} = $2 AND (SELECT stats_reset FROM pg_stat_bgwriter) < $1::timestamptz, false)
           AS "isSameLife",
         current_setting('synchronous_standby_names') <> '' AS "hasSynchronousStandbys"`;

const STATUS = 'SELECT pg_xact_status($1::xid8) AS status';

// One that waits for a standby has committed here and nowhere else yet; ended, it would call that enough.
const END_HOLDER = `
  SELECT CASE WHEN wait_event IS DISTINCT FROM 'SyncRep' THEN pg_terminate_backend(pid) END
  FROM pg_stat_activity WHERE backend_xid = $1::xid8::xid`;
const END_SURVIVOR = `${END_HOLDER} AND xact_start = $2::timestamptz`;

// A commit whose wait was cut short is on this server alone. What is written now lies behind it in the log, so that
// the standbys have both once this is confirmed.
const REACH_STANDBYS = `SELECT pg_logical_emit_message(true, 'florin', 'commit')`;

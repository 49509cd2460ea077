import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { sqlStateOf } from './driver-error.js';

/** What must be known of a SQL transaction to find out later what became of it. */
export interface TransactionMark {
  readonly id: string;
  /** The server's time at the start, as it wrote it: a Date would lose the microseconds. */
  readonly beganAt: string;
}

export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

const LOOK_FOR_MS = 1_000;
const INVALID_PARAMETER = '22023';

/**
 * Looks on a new connection for the end of a SQL transaction whose own connection was lost in COMMIT. A server that
 * crashed since may have lost the transaction and given its number to another, so "committed" counts only when the
 * server has been up all the while: it throws its statistics away on a crash, and that leaves a date.
 */
export async function findCommitOutcome(url: string, mark: TransactionMark): Promise<CommitOutcome> {
  const deadline = performance.now() + LOOK_FOR_MS;
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) return 'unknown';
    const outcome = await lookOnce(url, mark, left).catch(outcomeToldByError);
    if (outcome !== undefined) return outcome;
    await delay(25);
  }
}

async function lookOnce(
  url: string,
  mark: TransactionMark,
  withinMs: number,
): Promise<CommitOutcome | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'florin outcome',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ status: string | null; wasUpSince: boolean }>(LOOK, [
      mark.id,
      mark.beganAt,
    ]);
    const { status, wasUpSince } = rows[0] ?? { status: null, wasUpSince: false };
    if (status === 'aborted') return 'aborted';
    if (status === 'committed') return wasUpSince ? 'committed' : 'unknown';
    // Its connection is gone from here, yet the server still waits for it, holding its locks. Ending it settles the
    // matter either way: a commit under way is finished first, anything else is rolled back.
    if (status === 'in progress') await client.query(END_HOLDER, [mark.id]);
    return undefined;
  } finally {
    client.end().catch(() => undefined);
  }
}

const LOOK = `
  SELECT pg_xact_status($1::xid8) AS status,
         greatest(pg_postmaster_start_time(), (SELECT stats_reset FROM pg_stat_bgwriter))
           < $2::timestamptz AS "wasUpSince"`;

const END_HOLDER = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = $1::xid8::xid`;

/** A number that lies in the server's future was forgotten in a crash, and its SQL transaction with it. */
const outcomeToldByError = (error: unknown): CommitOutcome | undefined =>
  sqlStateOf(error) === INVALID_PARAMETER ? 'aborted' : undefined;

import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionIsToBlame, driverErrorIn, isDistrust } from '../driver-error.js';
import type { ServerAddress } from './server-addresses.js';

/** How a server describes itself. */
export interface ServerState {
  /** The history it writes, as PostgreSQL counts them: eight hexadecimal digits. Null while it follows another server. */
  readonly timeline: string | null;
  readonly isReadOnly: boolean;
}

/** What came of asking a server: its state, its refusal to be asked, or nothing in time. */
export type Survey =
  | { readonly kind: 'answered'; readonly state: ServerState }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'silent' };

/** A standby has no timeline of its own and could not name one. */
export const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END`;

export const DESCRIBE_SERVER = `
  SELECT ${TIMELINE} AS timeline, current_setting('default_transaction_read_only') = 'on' AS "isReadOnly"`;

const TICK_MS = 100;
const PATIENCE_MS = 700;

/** One fresh connection and a small question, given up after a fixed number of the event loop's own ticks. */
export async function surveyServer({ url, ssl }: ServerAddress): Promise<Survey> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    ssl,
    application_name: 'florin probe',
    stream: () => socket,
  });
  client.on('error', () => undefined);
  const survey = await Promise.race([ask(client), gaveUp()]);
  if (survey.kind === 'silent') socket.destroy();
  else client.end().catch(() => undefined);
  return survey;
}

/** A refusal is an answer too, unless it says that the server is going down or coming up; so is one not to be trusted. */
export function isAnswer(error: unknown): boolean {
  const cause = driverErrorIn(error);
  if (cause === undefined) return false;
  return isDistrust(cause) || (cause.sqlState !== undefined && !connectionIsToBlame(cause));
}

async function ask(client: Client): Promise<Survey> {
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(DESCRIBE_SERVER);
    const [state] = rows;
    return state === undefined ? { kind: 'silent' } : { kind: 'answered', state };
  } catch (error) {
    return isAnswer(error) ? { kind: 'refused', error: error as Error } : { kind: 'silent' };
  }
}

async function gaveUp(): Promise<Survey> {
  await passed(PATIENCE_MS);
  return { kind: 'silent' };
}

/** Counted in ticks: when this process is the one that was stopped, however long, that is one tick. */
export async function passed(milliseconds: number): Promise<void> {
  for (let tick = 0; tick < milliseconds / TICK_MS; tick++) await delay(TICK_MS, undefined, { ref: false });
}

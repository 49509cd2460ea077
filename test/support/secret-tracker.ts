import pg from 'pg';
import type { TestResponse, Fields, RequestOptions } from './running-api.js';

const SENT = ['password', 'refresh_token'];
const ANSWERED = ['access_token', 'refresh_token', 'key'];
/** Shorter ones could stand anywhere by chance. */
const LEAST_LENGTH = 12;

/**
 * Remembers the passwords, tokens and keys that went in and out of a service, so that its end can look for them where
 * none may be: in the log and in the database.
 */
export class SecretTracker {
  readonly #secrets = new Set<string>();

  record({ body, token }: RequestOptions, answer: TestResponse<unknown>): void {
    const found = [token, ...valuesOf(body, SENT), ...valuesOf(answer.body, ANSWERED)];
    for (const secret of found) {
      if (typeof secret === 'string' && secret.length >= LEAST_LENGTH) this.#secrets.add(secret);
    }
  }

  /** Where any of them leaked to: lines of the log, rows of the database. */
  async findLeaks(logs: readonly string[], databaseUrl: string): Promise<string[]> {
    if (this.#secrets.size === 0) return [];
    const everything = [...logs, ...(await dumpDatabase(databaseUrl))].join('\n');
    return [...this.#secrets]
      .filter((secret) => everything.includes(secret))
      .map((secret) => lineWith(everything, secret));
  }
}

/** Everything that the database holds, as text: a row per line, each table in turn. */
export async function dumpDatabase(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `SELECT whole::text AS line FROM ${name} AS whole`,
      );
      for (const { line } of rows) lines.push(`${name} ${line}`);
    }
    return lines;
  } finally {
    await client.end();
  }
}

function valuesOf(body: unknown, names: readonly string[]): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  return names.map((name) => (body as Fields)[name]);
}

function lineWith(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)).slice(0, 300);
}

import pg from 'pg';
import type { TestResponse, Fields, RequestOptions } from './running-api.js';

const REQUEST_FIELDS = ['password', 'current_password', 'refresh_token'];
const RESPONSE_FIELDS = ['access_token', 'refresh_token', 'key', 'secret'];
/** Shorter values could occur by chance. */
const MIN_LENGTH = 12;
const MAX_SHOWN = 300;

/**
 * Records the passwords, tokens and keys of requests and responses, to search the log and the database for them.
 */
export class SecretTracker {
  readonly #secrets = new Set<string>();

  record({ body, token }: RequestOptions, response: TestResponse<unknown>): void {
    const found = [token, ...valuesOf(body, REQUEST_FIELDS), ...valuesOf(response.body, RESPONSE_FIELDS)];
    for (const secret of found) {
      if (typeof secret === 'string' && secret.length >= MIN_LENGTH) this.#secrets.add(secret);
    }
  }

  /** Lines of the log and rows of the database that contain a secret. */
  async findLeaks(logs: readonly string[], databaseUrl: string): Promise<string[]> {
    if (this.#secrets.size === 0) return [];
    const secrets = [...this.#secrets];
    return [...logs, ...(await dumpDatabase(databaseUrl))]
      .filter((line) => secrets.some((secret) => line.includes(secret)))
      .map((line) => line.slice(0, MAX_SHOWN));
  }
}

/** All rows of the database as text, one per line. */
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

import { DerivedResetTokens, deriveKey } from '@florin/infrastructure';
import { idFromUuid } from '@florin/kernel';
import pg from 'pg';
import { expectStatus } from './account-holders.js';
import type { RunningApi } from './running-api.js';

export const requestReset = (api: RunningApi, email: string, headers: Record<string, string> = {}) =>
  api.request('POST', '/v1/auth/password_reset', { body: { email }, headers });

export async function query<Row extends object>(
  { databaseUrl }: Pick<RunningApi, 'databaseUrl'>,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export interface ResetLink {
  readonly token: string;
  readonly page: string;
}

/** Requests a reset, and derives the link of the mail as the worker does. */
export async function linkOf(api: RunningApi, email: string): Promise<ResetLink> {
  expectStatus(await requestReset(api, email), 202);
  const rows = await query<{ id: string }>(
    api,
    `SELECT id FROM password_resets WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  const newest = rows
    .map(({ id }) => id)
    .toSorted()
    .at(-1);
  const tokens = new DerivedResetTokens(deriveKey(api.settings.jwtSecret, 'password reset'));
  const token = tokens.tokenOf(idFromUuid('pwr', newest ?? ''));
  return { token, page: `${api.url}/reset/${token}` };
}

/** Submits the form like a browser without JavaScript. */
export async function submitPassword(
  page: string,
  password: string,
  { repeat = password, headers = {} }: { repeat?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const body = new URLSearchParams({ password, repeat });
  const response = await fetch(page, { method: 'POST', body, headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

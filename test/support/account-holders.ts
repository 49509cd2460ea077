import { expect } from '@jest/globals';
import type { TestResponse, RunningApi } from './running-api.js';

export const ADMIN = { email: 'admin@example.com', password: 'keeper of the keys' } as const;

/** The settings that `logInAdmin` needs. */
export const WITH_ADMIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } as const;

export const PASSWORD = 'correct horse battery';

export interface Holder {
  readonly id: string;
  readonly email: string;
  /** The owner's access token. */
  readonly token: string;
  readonly refreshToken: string;
}

let emailCount = 0;

/** Unique within the spec file. */
export const freshEmail = (name = 'holder'): string => `${name}-${++emailCount}@example.com`;

export const anAccountBody = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  email: freshEmail(),
  name: 'Ada Ltd',
  type: 'business',
  password: PASSWORD,
  ...change,
});

export async function openAccount(
  api: RunningApi,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Holder> {
  const { body } = expectStatus(
    await api.request('POST', '/v1/accounts', { body: anAccountBody(change) }),
    201,
  );
  const { id, email } = body as { id: string; email: string };
  const tokens = await logIn(api, email);
  return { id, email, token: tokens.access_token, refreshToken: tokens.refresh_token };
}

export async function logIn(
  api: RunningApi,
  email: string,
  password: string = PASSWORD,
): Promise<{ access_token: string; refresh_token: string; session_id: string }> {
  const response = await api.request('POST', '/v1/auth/login', { body: { email, password } });
  return expectStatus(response, 200).body as Awaited<ReturnType<typeof logIn>>;
}

export const logInAdmin = async (api: RunningApi): Promise<string> =>
  (await logIn(api, ADMIN.email, ADMIN.password)).access_token;

/** Creates a user in the account of the owner; without a token, a user without an account. */
export async function addUser(
  api: RunningApi,
  token?: string,
): Promise<{ id: string; email: string; token: string }> {
  const email = freshEmail('user');
  const body = { email, password: PASSWORD };
  const response = await api.request('POST', '/v1/users', { body, ...(token !== undefined && { token }) });
  const { id } = expectStatus(response, 201).body as { id: string };
  return { id, email, token: (await logIn(api, email)).access_token };
}

/** Creates an account key with an owner's token, or a platform key with an admin's token. */
export async function addKey(api: RunningApi, token: string): Promise<string> {
  const response = await api.request('POST', '/v1/api_keys', { token, body: { name: 'test key' } });
  return (expectStatus(response, 201).body as { key: string }).key;
}

export function expectStatus(response: TestResponse, status: number): TestResponse {
  if (response.status !== status)
    throw new Error(`Expected ${status}, got ${response.status}: ${response.text}`);
  return response;
}

/** The status, and the code of an error: `201` or `409 email_exists`. */
export const outcomeOf = ({ status, body }: TestResponse): string =>
  typeof body.error === 'string' ? `${status} ${body.error}` : `${status}`;

/** Checks the status and code of an error, and that it has no other fields than code and message. */
export function expectRefusal(response: TestResponse, status: number, code: string): void {
  expect(outcomeOf(response)).toBe(`${status} ${code}`);
  expect(Object.keys(response.body)).toEqual(['error', 'message']);
}

import { expect } from '@jest/globals';
import type { TestResponse, RunningApi } from './running-api.js';

export const ADMIN = { email: 'admin@example.com', password: 'keeper of the keys' } as const;

/** Settings under which `logInAdmin` works. */
export const WITH_ADMIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } as const;

export const PASSWORD = 'correct horse battery';

export interface Holder {
  readonly id: string;
  readonly email: string;
  /** The owner's access token. */
  readonly token: string;
  readonly refreshToken: string;
}

let drawn = 0;

/** An email that no other test of the file uses. */
export const freshEmail = (name = 'holder'): string => `${name}-${++drawn}@example.com`;

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
  const answer = await api.request('POST', '/v1/auth/login', { body: { email, password } });
  return expectStatus(answer, 200).body as Awaited<ReturnType<typeof logIn>>;
}

export const logInAdmin = async (api: RunningApi): Promise<string> =>
  (await logIn(api, ADMIN.email, ADMIN.password)).access_token;

/** A user who belongs to the owner's account; without a token, to none. */
export async function addUser(
  api: RunningApi,
  token?: string,
): Promise<{ id: string; email: string; token: string }> {
  const email = freshEmail('user');
  const body = { email, password: PASSWORD };
  const answer = await api.request('POST', '/v1/users', { body, ...(token !== undefined && { token }) });
  const { id } = expectStatus(answer, 201).body as { id: string };
  return { id, email, token: (await logIn(api, email)).access_token };
}

/** A key of the owner's account, or a platform key when an admin asks. */
export async function addKey(api: RunningApi, token: string): Promise<string> {
  const answer = await api.request('POST', '/v1/api_keys', { token, body: { name: 'till' } });
  return (expectStatus(answer, 201).body as { key: string }).key;
}

export function expectStatus(answer: TestResponse, status: number): TestResponse {
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer;
}

/** The status, and the code of a refusal: `201` or `409 email_exists`. */
export const outcomeOf = ({ status, body }: TestResponse): string =>
  typeof body.error === 'string' ? `${status} ${body.error}` : `${status}`;

/** Checks a refusal whole: its status, its code, and that nothing but code and message is in it. */
export function expectRefusal(answer: TestResponse, status: number, code: string): void {
  expect(outcomeOf(answer)).toBe(`${status} ${code}`);
  expect(Object.keys(answer.body)).toEqual(['error', 'message']);
}

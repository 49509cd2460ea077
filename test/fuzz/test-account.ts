import type { Role } from '@florin/identity';
import type { ValueKind } from './placeholders.js';
import type { HttpResponse } from './http-responses.js';
import { PASSWORD_CANARY } from './hostile.js';
import { toBytes } from './framing.js';
import type { Wire } from './wire.js';

export type Fields = Record<string, unknown>;

/** Somebody who asks, and what they may come to know. */
export interface Principal {
  readonly role: Role;
  readonly token: string | undefined;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly keyId?: string;
  readonly email?: string;
  refreshToken?: string;
  /** The accounts and users whose things may be shown to them. Absent for those who see everything. */
  readonly visibleOwners?: ReadonlySet<string>;
}

/** An account with its people, and the things that were made in it. */
export interface TestAccount {
  readonly mark: string;
  readonly accountId: string;
  currency: string;
  readonly owner: Principal;
  readonly principals: Map<Role, Promise<Principal>>;
  readonly idsByKind: Map<ValueKind, string[]>;
}

/** Something that was needed for a case is gone, because another case has just ended it. */
export class ResourceGone extends Error {}

/** A request that the fuzzer itself needs went wrong in a way that nothing explains. */
export class UnexpectedFailure extends Error {}

export const PASSWORD = `${PASSWORD_CANARY} correct horse`;

/** In every name and reference of one account: where it turns up for another, something has leaked. */
export const ACCOUNT_CANARY = /cnry\d+x/g;

export interface SendOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: readonly (readonly [string, string])[];
}

/** A request of the fuzzer's own, which must be granted. */
export async function sendOrThrow(
  wire: Wire,
  method: string,
  target: string,
  options: SendOptions = {},
): Promise<Fields> {
  const { token, body, headers = [] } = options;
  const bytes = toBytes(
    {
      method,
      target,
      headers: [
        ['host', '127.0.0.1'],
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
        ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
        ...headers,
      ],
      body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    },
    'plain',
  );
  const answer: HttpResponse = await wire.exchange(method, bytes);
  const message = `${method} ${target} answered ${answer.status}: ${answer.text.slice(0, 300)}`;
  if (answer.status >= 500) throw new UnexpectedFailure(message);
  if (answer.status >= 300) throw new ResourceGone(message);
  return JSON.parse(answer.text) as Fields;
}

export async function logIn(
  wire: Wire,
  email: string,
  password = PASSWORD,
): Promise<Required<Pick<Principal, 'userId' | 'sessionId' | 'refreshToken' | 'email'>> & { token: string }> {
  const { access_token, refresh_token, session_id, user } = await sendOrThrow(
    wire,
    'POST',
    '/v1/auth/login',
    {
      body: { email, password },
    },
  );
  return {
    email,
    token: access_token as string,
    refreshToken: refresh_token as string,
    sessionId: session_id as string,
    userId: (user as { id: string }).id,
  };
}

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'];
const FUNDS = 100_000_000;

/** Opens an account with money on it. */
export async function openTestAccount(wire: Wire, number: number, adminToken: string): Promise<TestAccount> {
  const mark = `cnry${number}x`;
  const email = `${mark}.owner@example.com`;
  const currency = CURRENCIES[number % CURRENCIES.length] ?? 'USD';
  const body = { email, name: `House ${mark}`, type: 'business', password: PASSWORD, settings: { currency } };
  const accountId = (await sendOrThrow(wire, 'POST', '/v1/accounts', { body })).id as string;
  const person = await logIn(wire, email);
  const owner: Principal = { role: 'owner', ...person, visibleOwners: new Set([accountId, person.userId]) };
  const account: TestAccount = {
    mark,
    accountId,
    currency,
    owner,
    principals: new Map([['owner', Promise.resolve(owner)]]),
    idsByKind: new Map(),
  };
  const funds = await sendOrThrow(wire, 'POST', '/v1/transactions', {
    token: owner.token,
    body: { account_id: accountId, amount: FUNDS, currency, type: 'credit', reference: `funds ${mark}` },
  });
  await sendOrThrow(wire, 'POST', `/v1/transactions/${funds.id as string}/settle`, { token: adminToken });
  return account;
}

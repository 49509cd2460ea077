import type { Role } from '@florin/identity';
import type { ValueKind } from './placeholders.js';
import { type HttpResponse, isBusyWithFiles } from './http-responses.js';
import { PASSWORD_CANARY } from './hostile.js';
import { toBytes } from './framing.js';
import type { Wire } from './wire.js';

export type Fields = Record<string, unknown>;

export interface Principal {
  readonly role: Role;
  readonly token: string | undefined;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly keyId?: string;
  readonly email?: string;
  refreshToken?: string;
  /** The accounts and users whose data it may read. Absent: all. */
  readonly visibleOwners?: ReadonlySet<string>;
}

/** An account with its principals and the ids of its resources. */
export interface TestAccount {
  readonly mark: string;
  readonly accountId: string;
  currency: string;
  readonly owner: Principal;
  readonly principals: Map<Role, Promise<Principal>>;
  readonly idsByKind: Map<ValueKind, string[]>;
}

/** Another case has ended a resource that this case needs. */
export class ResourceGone extends Error {}

/** The service failed (5xx) on a setup request of the fuzzer. */
export class UnexpectedFailure extends Error {}

export const PASSWORD = `${PASSWORD_CANARY} correct horse`;

/** Part of every name and reference of an account. A response to another account that contains it is a leak. */
export const ACCOUNT_CANARY = /cnry\d+x/g;

export interface SendOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent as CSV, in place of a JSON body. */
  readonly file?: string;
  readonly headers?: readonly (readonly [string, string])[];
}

/** A setup request. Throws UnexpectedFailure for 5xx, ResourceGone for any other error. */
export async function sendOrThrow(
  wire: Wire,
  method: string,
  target: string,
  options: SendOptions = {},
): Promise<Fields> {
  const { token, body, file, headers = [] } = options;
  const text = file ?? (body === undefined ? '' : JSON.stringify(body));
  const bytes = toBytes(
    {
      method,
      target,
      headers: [
        ['host', '127.0.0.1'],
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
        ...(text === ''
          ? []
          : [['content-type', file === undefined ? 'application/json' : 'text/csv'] as const]),
        ...headers,
      ],
      body: Buffer.from(text),
    },
    'plain',
  );
  const response: HttpResponse = await wire.exchange(method, bytes);
  const message = `${method} ${target} returned ${response.status}: ${response.text.slice(0, 300)}`;
  if (isBusyWithFiles(response)) throw new ResourceGone(message);
  if (response.status >= 500) throw new UnexpectedFailure(message);
  if (response.status >= 300) throw new ResourceGone(message);
  return JSON.parse(response.text) as Fields;
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

/** Opens an account and funds it. */
export async function openTestAccount(
  wire: Wire,
  number: number,
  adminToken: string,
  currency = CURRENCIES[number % CURRENCIES.length] ?? 'USD',
): Promise<TestAccount> {
  const mark = `cnry${number}x`;
  const email = `${mark}.owner@example.com`;
  const body = {
    email,
    name: `Account ${mark}`,
    type: 'business',
    password: PASSWORD,
    settings: { currency },
  };
  const accountId = (await sendOrThrow(wire, 'POST', '/v1/accounts', { body })).id as string;
  const session = await logIn(wire, email);
  const owner: Principal = { role: 'owner', ...session, visibleOwners: new Set([accountId, session.userId]) };
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

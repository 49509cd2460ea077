import type { Role } from '@florin/identity';
import type { Wanted } from './holes.js';
import type { HttpAnswer } from './http-answers.js';
import { PASSWORD_MARK } from './hostile.js';
import { onTheWire } from './framing.js';
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
  readonly mayKnow?: ReadonlySet<string>;
}

/** An account with its people, and the things that were made in it. */
export interface Household {
  readonly mark: string;
  readonly accountId: string;
  currency: string;
  readonly owner: Principal;
  readonly people: Map<Role, Promise<Principal>>;
  readonly things: Map<Wanted, string[]>;
}

/** Something that was needed for a case is gone, because another case has just ended it. */
export class Gone extends Error {}

/** A request that the fuzzer itself needs went wrong in a way that nothing explains. */
export class Unexplained extends Error {}

export const PASSWORD = `${PASSWORD_MARK} correct horse`;

/** In every name and reference of one account: where it turns up for another, something has leaked. */
export const MARK = /cnry\d+x/g;

export interface Ask {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: readonly (readonly [string, string])[];
}

/** A request of the fuzzer's own, which must be granted. */
export async function ask(wire: Wire, method: string, target: string, options: Ask = {}): Promise<Fields> {
  const { token, body, headers = [] } = options;
  const bytes = onTheWire(
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
  const answer: HttpAnswer = await wire.exchange(method, bytes);
  const said = `${method} ${target} answered ${answer.status}: ${answer.text.slice(0, 300)}`;
  if (answer.status >= 500) throw new Unexplained(said);
  if (answer.status >= 300) throw new Gone(said);
  return JSON.parse(answer.text) as Fields;
}

export async function logIn(
  wire: Wire,
  email: string,
  password = PASSWORD,
): Promise<Required<Pick<Principal, 'userId' | 'sessionId' | 'refreshToken' | 'email'>> & { token: string }> {
  const { access_token, refresh_token, session_id, user } = await ask(wire, 'POST', '/v1/auth/login', {
    body: { email, password },
  });
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
export async function foundHousehold(wire: Wire, number: number, adminToken: string): Promise<Household> {
  const mark = `cnry${number}x`;
  const email = `${mark}.owner@example.com`;
  const currency = CURRENCIES[number % CURRENCIES.length] ?? 'USD';
  const body = { email, name: `House ${mark}`, type: 'business', password: PASSWORD, settings: { currency } };
  const accountId = (await ask(wire, 'POST', '/v1/accounts', { body })).id as string;
  const person = await logIn(wire, email);
  const owner: Principal = { role: 'owner', ...person, mayKnow: new Set([accountId, person.userId]) };
  const household: Household = {
    mark,
    accountId,
    currency,
    owner,
    people: new Map([['owner', Promise.resolve(owner)]]),
    things: new Map(),
  };
  const funds = await ask(wire, 'POST', '/v1/transactions', {
    token: owner.token,
    body: { account_id: accountId, amount: FUNDS, currency, type: 'credit', reference: `funds ${mark}` },
  });
  await ask(wire, 'POST', `/v1/transactions/${funds.id as string}/settle`, { token: adminToken });
  return household;
}

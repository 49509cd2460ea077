import { createHash } from 'node:crypto';
import type { Hole, Wanted } from './holes.js';
import { ask, type Household, logIn, PASSWORD, type Principal } from './household.js';
import type { World } from './world.js';

const PREFIXES: Readonly<Partial<Record<Wanted, string>>> = {
  account: 'acct',
  transaction: 'txn',
  'pending transaction': 'txn',
  'settled payment': 'txn',
  'payment request': 'pay',
  'pending payment request': 'pay',
  subscription: 'sub',
  user: 'user',
  session: 'sess',
  key: 'key',
  event: 'evt',
  'audit entry': 'audit',
};

const MALFORMED = [
  '',
  '0',
  'x',
  'null',
  '%00',
  '..',
  'txn_',
  'acct_01',
  '01k9zxv3s8e7qv5m2c4w6y8h0j',
  '_',
  '-',
  '*',
];
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** So many of each kind are kept; older ones are left alone. */
const KEPT = 12;

/** Fills holes with ids and words that the running service knows, and makes what there is none of yet. */
export class Things {
  constructor(
    private readonly world: World,
    private readonly home: Household,
    private readonly foreign: () => Promise<Household>,
    private readonly principal: Principal,
  ) {}

  async fill({ wanted, whose, pick, isId }: Hole): Promise<string> {
    if (isId && whose === 'random') return randomId(PREFIXES[wanted], pick);
    if (isId && whose === 'malformed') return MALFORMED[pick % MALFORMED.length] ?? '';
    const household = whose === 'foreign' ? await this.foreign() : this.home;
    switch (wanted) {
      case 'account':
        return household.accountId;
      case 'currency':
        return household.currency;
      case 'email':
        return this.principal.email ?? household.owner.email ?? '';
      case 'password':
        return PASSWORD;
      case 'fresh email':
        return `f${this.world.number()}@example.com`;
      case 'fresh username':
        return `f${this.world.number()}`;
      case 'refresh token':
        return this.principal.refreshToken ?? household.owner.refreshToken ?? '';
      case 'instant':
        return new Date(Date.now() + pick * 1_000).toISOString();
      default:
        return this.#thing(wanted, household, pick, whose === 'own');
    }
  }

  async #thing(wanted: Wanted, household: Household, pick: number, isOwn: boolean): Promise<string> {
    const { role, userId, sessionId } = this.principal;
    const isSelf = isOwn && (role === 'user' || role === 'member');
    if (wanted === 'user' && isSelf && userId !== undefined) return userId;
    if (wanted === 'session' && isOwn && pick % 4 === 0 && sessionId !== undefined) return sessionId;
    const kept = household.things.get(wanted) ?? [];
    // What a case may end has to be new more often than what is only looked at.
    const often = wanted.startsWith('pending') || wanted === 'page secret' ? 2 : 3;
    if (kept.length > 0 && pick % often !== 0) return kept[pick % kept.length] ?? '';
    const made = await this.#make(wanted, household, isOwn);
    // A session is its user's, not the account's, and what is kept here may be handed to anybody of the account.
    if (wanted === 'session' && isOwn) return made;
    household.things.set(wanted, [...kept, made].slice(-KEPT));
    return made;
  }

  async #make(wanted: Wanted, household: Household, isOwn: boolean): Promise<string> {
    const { accountId, owner, mark, currency } = household;
    const own = { account_id: accountId, amount: 5_00, currency, reference: `made ${mark}` };
    const asked = { ...own, customer_email: `${mark}.customer@example.com`, metadata: { mark } };
    switch (wanted) {
      case 'transaction':
      case 'pending transaction':
        return this.#created('/v1/transactions', household, { ...own, type: 'credit', metadata: { mark } });
      case 'settled payment':
        return this.#settledPayment(household, { ...own, type: 'payment' });
      case 'payment request':
      case 'pending payment request':
        return this.#created('/v1/payments', household, asked);
      case 'page secret':
        return this.#pageSecret(household, asked);
      case 'subscription':
        return this.#created('/v1/subscriptions', household, { ...asked, interval: 'month' });
      case 'user': {
        const body = { email: `m${this.world.number()}.${mark}@example.com`, password: PASSWORD };
        return this.#created('/v1/users', household, body);
      }
      case 'key':
        return this.#created('/v1/api_keys', household, { name: `key ${mark}` });
      case 'session':
        return this.#newSession(isOwn ? (this.principal.email ?? owner.email) : owner.email, owner);
      case 'event':
        return this.#listed('/v1/events?limit=1', owner.token);
      case 'audit entry':
        return this.#listed('/v1/audit?limit=1', await this.world.keeper());
      default:
        throw new Error(`Nobody knows how to make a ${wanted}.`);
    }
  }

  async #created(target: string, { owner, accountId }: Household, body: object): Promise<string> {
    const made = await ask(this.world.wire, 'POST', target, { token: owner.token, body });
    const id = made.id as string;
    this.world.owners.set(id, accountId);
    return id;
  }

  async #settledPayment(household: Household, body: object): Promise<string> {
    const id = await this.#created('/v1/transactions', household, body);
    const token = await this.world.keeper();
    await ask(this.world.wire, 'POST', `/v1/transactions/${id}/settle`, { token });
    return id;
  }

  async #pageSecret({ owner, accountId }: Household, body: object): Promise<string> {
    const made = await ask(this.world.wire, 'POST', '/v1/payments', { token: owner.token, body });
    const secret = (made.payment_url as string).split('/').at(-1) ?? '';
    this.world.owners.set(made.id as string, accountId);
    this.world.owners.set(secret, accountId);
    return secret;
  }

  async #newSession(email: string | undefined, owner: Principal): Promise<string> {
    const isAdmins = email === this.principal.email && this.principal.role === 'admin';
    const { sessionId = '', userId = '' } = await (isAdmins
      ? this.world.newAdmin()
      : logIn(this.world.wire, email ?? owner.email ?? ''));
    this.world.owners.set(sessionId, userId);
    return sessionId;
  }

  async #listed(target: string, token: string | undefined): Promise<string> {
    const { data } = await ask(this.world.wire, 'GET', target, { token });
    return (data as { id: string }[])[0]?.id ?? randomId('evt', 0);
  }
}

function randomId(prefix = 'txn', pick: number): string {
  const digest = createHash('sha256').update(`${prefix} ${pick}`).digest();
  const letters = [...digest.subarray(0, 26)].map((byte) => ALPHABET[byte % 32]).join('');
  return `${prefix}_0${letters.slice(1)}`;
}

import { createHash } from 'node:crypto';
import { toBytes } from './framing.js';
import type { Placeholder, ValueKind } from './placeholders.js';
import { sendOrThrow, type TestAccount, logIn, PASSWORD, type Principal } from './test-account.js';
import type { FuzzState } from './fuzz-state.js';

const PREFIXES: Readonly<Partial<Record<ValueKind, string>>> = {
  account: 'acct',
  transaction: 'txn',
  'pending transaction': 'txn',
  'settled payment': 'txn',
  transfer: 'trf',
  'pending transfer': 'trf',
  'payment request': 'pay',
  'pending payment request': 'pay',
  'paid payment request': 'pay',
  refund: 're',
  subscription: 'sub',
  'webhook endpoint': 'whe',
  'webhook delivery': 'whd',
  reconciliation: 'rcn',
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
const MAX_IDS_PER_KIND = 12;

/** Resolves placeholders to ids and values of the running service, and creates missing resources. */
export class PlaceholderResolver {
  constructor(
    private readonly state: FuzzState,
    private readonly ownAccount: TestAccount,
    private readonly foreign: () => Promise<TestAccount>,
    private readonly principal: Principal,
  ) {}

  async resolve({ kind, ownership, pick, isId }: Placeholder): Promise<string> {
    if (isId && ownership === 'random') return randomId(PREFIXES[kind], pick);
    if (isId && ownership === 'malformed') return MALFORMED[pick % MALFORMED.length] ?? '';
    const account = ownership === 'foreign' ? await this.foreign() : this.ownAccount;
    switch (kind) {
      case 'account':
        return account.accountId;
      case 'destination account':
        return (await this.state.destinationFor(account.currency)).accountId;
      case 'currency':
        return account.currency;
      case 'email':
        return this.principal.email ?? account.owner.email ?? '';
      case 'password':
        return PASSWORD;
      case 'fresh email':
        return `f${this.state.number()}@example.com`;
      case 'fresh username':
        return `f${this.state.number()}`;
      case 'refresh token':
        return this.principal.refreshToken ?? account.owner.refreshToken ?? '';
      case 'instant':
        return new Date(Date.now() + pick * 1_000).toISOString();
      default:
        return this.#findOrCreate(kind, account, pick, ownership === 'own');
    }
  }

  async #findOrCreate(kind: ValueKind, account: TestAccount, pick: number, isOwn: boolean): Promise<string> {
    const { role, userId, sessionId } = this.principal;
    const isSelf = isOwn && (role === 'user' || role === 'member');
    if (kind === 'user' && isSelf && userId !== undefined) return userId;
    if (kind === 'session' && isOwn && pick % 4 === 0 && sessionId !== undefined) return sessionId;
    const ids = account.idsByKind.get(kind) ?? [];
    // Resources that a case may end have to be new more often.
    const createEvery = kind.startsWith('pending') || kind === 'page secret' ? 2 : 3;
    if (ids.length > 0 && pick % createEvery !== 0) return ids[pick % ids.length] ?? '';
    const created = await this.#create(kind, account, isOwn);
    // A session belongs to its user, and cached ids are used by all principals of the account.
    if (kind === 'session' && isOwn) return created;
    account.idsByKind.set(kind, [...ids, created].slice(-MAX_IDS_PER_KIND));
    return created;
  }

  async #create(kind: ValueKind, account: TestAccount, isOwn: boolean): Promise<string> {
    const { accountId, owner, mark, currency } = account;
    const own = { account_id: accountId, amount: 5_00, currency, reference: `reference ${mark}` };
    const payment = { ...own, customer_email: `${mark}.customer@example.com`, metadata: { mark } };
    switch (kind) {
      case 'transaction':
      case 'pending transaction':
        return this.#created('/v1/transactions', account, { ...own, type: 'credit', metadata: { mark } });
      case 'settled payment':
        return this.#settledPayment(account, { ...own, type: 'payment' });
      case 'transfer':
      case 'pending transfer':
        return this.#transfer(account);
      case 'payment request':
      case 'pending payment request':
        return this.#created('/v1/payments', account, payment);
      case 'paid payment request':
        return this.#paidPayment(account, payment);
      case 'refund': {
        const id = await this.#paidPayment(account, payment);
        return this.#created(`/v1/payments/${id}/refunds`, account, { reason: `reason ${mark}` });
      }
      case 'page secret':
        return this.#pageSecret(account, payment);
      case 'subscription':
        return this.#created('/v1/subscriptions', account, { ...payment, interval: 'month' });
      case 'webhook endpoint':
        return this.#webhookEndpoint(account);
      case 'webhook delivery':
        return this.#webhookDelivery(account, { ...own, type: 'credit' });
      case 'reconciliation':
        return this.#reconciliation(account);
      case 'user': {
        const body = { email: `m${this.state.number()}.${mark}@example.com`, password: PASSWORD };
        return this.#created('/v1/users', account, body);
      }
      case 'key':
        return this.#created('/v1/api_keys', account, { name: `key ${mark}` });
      case 'session':
        return this.#newSession(isOwn ? (this.principal.email ?? owner.email) : owner.email, owner);
      case 'event':
        return this.#listed('/v1/events?limit=1', owner.token);
      case 'audit entry':
        return this.#listed('/v1/audit?limit=1', await this.state.reservedAdminToken());
      default:
        throw new Error(`Cannot create: ${kind}.`);
    }
  }

  async #created(target: string, { owner, accountId }: TestAccount, body: object): Promise<string> {
    const created = await sendOrThrow(this.state.wire, 'POST', target, { token: owner.token, body });
    const id = created.id as string;
    this.state.owners.set(id, accountId);
    return id;
  }

  async #transfer(account: TestAccount): Promise<string> {
    const { accountId, currency, mark } = account;
    const { accountId: to_account_id } = await this.state.destinationFor(currency);
    const body = { from_account_id: accountId, to_account_id, amount: 1, currency, metadata: { mark } };
    return this.#created('/v1/transfers', account, body);
  }

  /** An existing one if there are many: an account has 16 at most. */
  async #webhookEndpoint(account: TestAccount): Promise<string> {
    const { owner, mark } = account;
    const target = '/v1/webhook_endpoints?limit=100';
    const { data } = await sendOrThrow(this.state.wire, 'GET', target, { token: owner.token });
    const existing = data as { id: string; description: string | null }[];
    const found = existing.length < 10 ? undefined : existing.find(({ description }) => description === mark);
    const body = { url: 'http://127.0.0.1:9/hooks', events: ['*'], description: mark };
    return found?.id ?? this.#created('/v1/webhook_endpoints', account, body);
  }

  async #reconciliation({ accountId, owner, mark }: TestAccount): Promise<string> {
    const file = `date,amount,reference\n2026-01-31,1,${mark}\n`;
    const target = '/v1/reconciliations?format=csv';
    const { id } = await sendOrThrow(this.state.wire, 'POST', target, { token: owner.token, file });
    this.state.owners.set(id as string, accountId);
    return id as string;
  }

  async #webhookDelivery(account: TestAccount, transaction: object): Promise<string> {
    const endpointId = await this.#webhookEndpoint(account);
    await this.#created('/v1/transactions', account, transaction);
    const target = `/v1/webhook_endpoints/${endpointId}/deliveries?limit=1`;
    const id = await this.#listed(target, account.owner.token);
    this.state.owners.set(id, account.accountId);
    return id;
  }

  async #settledPayment(account: TestAccount, body: object): Promise<string> {
    const id = await this.#created('/v1/transactions', account, body);
    const token = await this.state.reservedAdminToken();
    await sendOrThrow(this.state.wire, 'POST', `/v1/transactions/${id}/settle`, { token });
    return id;
  }

  async #pageSecret({ owner, accountId }: TestAccount, body: object): Promise<string> {
    const created = await sendOrThrow(this.state.wire, 'POST', '/v1/payments', { token: owner.token, body });
    const secret = (created.payment_url as string).split('/').at(-1) ?? '';
    this.state.owners.set(created.id as string, accountId);
    this.state.owners.set(secret, accountId);
    return secret;
  }

  async #paidPayment({ owner, accountId }: TestAccount, body: object): Promise<string> {
    const { wire } = this.state;
    const created = await sendOrThrow(wire, 'POST', '/v1/payments', { token: owner.token, body });
    const secret = (created.payment_url as string).split('/').at(-1) ?? '';
    const form = Buffer.from('number=4242424242424242&expiry=12%2F39&code=123');
    const headers = [
      ['host', '127.0.0.1'],
      ['content-type', 'application/x-www-form-urlencoded'],
    ] as const;
    const page = { method: 'POST', target: `/pay/${secret}`, headers, body: form };
    await wire.exchange('POST', toBytes(page, 'plain'));
    this.state.owners.set(created.id as string, accountId);
    this.state.owners.set(secret, accountId);
    return created.id as string;
  }

  async #newSession(email: string | undefined, owner: Principal): Promise<string> {
    const isAdmins = email === this.principal.email && this.principal.role === 'admin';
    const { sessionId = '', userId = '' } = await (isAdmins
      ? this.state.newAdmin()
      : logIn(this.state.wire, email ?? owner.email ?? ''));
    this.state.owners.set(sessionId, userId);
    return sessionId;
  }

  async #listed(target: string, token: string | undefined): Promise<string> {
    const { data } = await sendOrThrow(this.state.wire, 'GET', target, { token });
    return (data as { id: string }[])[0]?.id ?? randomId('evt', 0);
  }
}

function randomId(prefix = 'txn', pick: number): string {
  const digest = createHash('sha256').update(`${prefix} ${pick}`).digest();
  const letters = [...digest.subarray(0, 26)].map((byte) => ALPHABET[byte % 32]).join('');
  return `${prefix}_0${letters.slice(1)}`;
}

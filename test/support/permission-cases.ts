import type { OperationName, Role } from '@florin/identity';
import { freshEmail, logIn, PASSWORD } from './account-holders.js';
import { APPROVED, cardOf, submitCard } from './payments.js';
import type { RequestOptions, RunningApi } from './running-api.js';

/** An id of the caller's account, of another account, of no resource, or a malformed one. */
export const TARGETS = ['own', 'foreign', 'random', 'malformed'] as const;
export type Target = (typeof TARGETS)[number];

export interface AccountAccess {
  readonly accountId: string;
  readonly ownerToken: string;
}

/** The caller, its account and another account. */
export interface CallerContext {
  readonly api: RunningApi;
  readonly role: Role;
  readonly token: string | undefined;
  readonly adminToken: string;
  readonly userId: string | undefined;
  /** For callers that can log in. */
  readonly credentials: { readonly email: string; readonly password: string } | undefined;
  readonly own: AccountAccess;
  readonly foreign: AccountAccess;
}

export interface PermissionCase {
  /** The status of success. */
  readonly success: number;
  /** The error for an id outside of the caller's scope; `404 not_found` by default. */
  readonly hiddenError?: string | ((target: Target) => string);
  /** The prefix of the target's id. Operations without a target are tried once. */
  readonly prefix?: string;
  /** Appended to the path, such as `?format=csv`. */
  readonly query?: string;
  readonly createTarget?: (context: CallerContext, whose: 'own' | 'foreign') => Promise<string>;
  readonly request?: (id: string, context: CallerContext) => RequestOptions | Promise<RequestOptions>;
  /** Operations without authentication are tried without a token. */
  readonly isUnauthenticated?: boolean;
  /** Success may end the caller's access, so each try needs a new caller. */
  readonly endsCallerAccess?: boolean;
}

const create = async (
  { api }: CallerContext,
  path: string,
  token: string | undefined,
  body: object,
): Promise<Record<string, string>> => {
  const response = await api.request('POST', path, { body, ...(token !== undefined && { token }) });
  if (response.status !== 201) throw new Error(`Could not prepare ${path}: ${response.text}`);
  return response.body as unknown as Record<string, string>;
};

const listed = async (
  { api }: CallerContext,
  path: string,
  token: string,
): Promise<Record<string, string>[]> => {
  const { body } = await api.request<{ data: Record<string, string>[] }>('GET', path, { token });
  return body.data;
};

const credentials = () => ({ email: freshEmail('user'), password: PASSWORD });
const accessOf = (context: CallerContext, whose: 'own' | 'foreign'): AccountAccess => context[whose];

/** Users and members can only access themselves; owners and admins get another user. */
async function aUserId(context: CallerContext, whose: 'own' | 'foreign'): Promise<string> {
  const { role, userId } = context;
  if (whose === 'own' && (role === 'user' || role === 'member') && userId !== undefined) return userId;
  return (await create(context, '/v1/users', accessOf(context, whose).ownerToken, credentials())).id!;
}

async function aSessionId(context: CallerContext, whose: 'own' | 'foreign'): Promise<string> {
  const { email, password } =
    (whose === 'own' ? context.credentials : undefined) ??
    (await create(context, '/v1/users', undefined, credentials()));
  return (await logIn(context.api, email, password)).session_id;
}

const aKeyId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> =>
  (await create(context, '/v1/api_keys', accessOf(context, whose).ownerToken, { name: 'A key' })).id!;

const aTransaction = { amount: 500, currency: 'USD', type: 'credit' };
const aPayment = { amount: 500, currency: 'USD', customer_email: 'customer@example.com' };

const aTransactionId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const { accountId, ownerToken } = accessOf(context, whose);
  return (await create(context, '/v1/transactions', ownerToken, { account_id: accountId, ...aTransaction }))
    .id!;
};

const aPaymentId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const { accountId, ownerToken } = accessOf(context, whose);
  return (await create(context, '/v1/payments', ownerToken, { account_id: accountId, ...aPayment })).id!;
};

/** A payment that the customer has paid by card. */
const aPaidPaymentId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const { accountId, ownerToken } = accessOf(context, whose);
  const body = { account_id: accountId, ...aPayment };
  const { id, payment_url } = await create(context, '/v1/payments', ownerToken, body);
  await submitCard(context.api.url + new URL(payment_url!).pathname, cardOf(APPROVED));
  return id!;
};

const aRefundId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const path = `/v1/payments/${await aPaidPaymentId(context, whose)}/refunds`;
  return (await create(context, path, accessOf(context, whose).ownerToken, {})).id!;
};

const aSubscription = { ...aPayment, interval: 'month' };

const aSubscriptionId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const { accountId, ownerToken } = accessOf(context, whose);
  return (await create(context, '/v1/subscriptions', ownerToken, { account_id: accountId, ...aSubscription }))
    .id!;
};

/** The id of an account with money. */
const aFundedAccountId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const { accountId } = accessOf(context, whose);
  const body = { account_id: accountId, ...aTransaction, settle: true };
  await create(context, '/v1/transactions', context.adminToken, body);
  return accountId;
};

/** To an account that is neither the caller's nor the foreign one. */
const aTransfer = async (context: CallerContext, from_account_id: string) => {
  const account = { ...credentials(), name: 'An account', type: 'business' };
  const { id: to_account_id } = await create(context, '/v1/accounts', undefined, account);
  return { from_account_id, to_account_id, amount: 500, currency: 'USD' };
};

const aTransferId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const body = await aTransfer(context, await aFundedAccountId(context, whose));
  return (await create(context, '/v1/transfers', context.adminToken, body)).id!;
};

/** Nothing listens there. */
const anEndpoint = { url: 'http://127.0.0.1:9/webhooks', events: ['*'] };

const anEndpointId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const { ownerToken } = accessOf(context, whose);
  // An account has 16 endpoints at most.
  for (const { id } of await listed(context, '/v1/webhook_endpoints?limit=100', ownerToken))
    await context.api.request('DELETE', `/v1/webhook_endpoints/${id}`, { token: ownerToken });
  return (await create(context, '/v1/webhook_endpoints', ownerToken, anEndpoint)).id!;
};

const aDeliveryId = async (context: CallerContext, whose: 'own' | 'foreign'): Promise<string> => {
  const endpointId = await anEndpointId(context, whose);
  await aTransactionId(context, whose);
  const path = `/v1/webhook_endpoints/${endpointId}/deliveries`;
  return (await listed(context, path, accessOf(context, whose).ownerToken))[0]!.id!;
};

const A_FILE = {
  body: 'date,amount\n2026-01-31,75.00\n',
  headers: { 'content-type': 'text/csv' },
};

const aReconciliationId = async ({ api, ...context }: CallerContext, whose: 'own' | 'foreign') => {
  const token = context[whose].ownerToken;
  const created = await api.request('POST', '/v1/reconciliations?format=csv', { token, ...A_FILE });
  return (created.body as { id: string }).id;
};

const reconciliation: PermissionCase = { success: 200, prefix: 'rcn', createTarget: aReconciliationId };

const anAccountId = (context: CallerContext, whose: 'own' | 'foreign') =>
  Promise.resolve(accessOf(context, whose).accountId);

const byHeader = (success: number, body?: object): PermissionCase => ({
  success,
  prefix: 'acct',
  createTarget: anAccountId,
  request: (id) => ({ ...(body && { body }), headers: { 'x-account-id': id } }),
});

const transaction = (body?: object): PermissionCase => ({
  success: 200,
  prefix: 'txn',
  createTarget: aTransactionId,
  request: () => ({ ...(body && { body }) }),
});

const transfer = (body?: object): PermissionCase => ({
  success: 200,
  prefix: 'trf',
  createTarget: aTransferId,
  request: () => ({ ...(body && { body }) }),
});

const subscription = (body?: object): PermissionCase => ({
  success: 200,
  prefix: 'sub',
  createTarget: aSubscriptionId,
  request: () => ({ ...(body && { body }) }),
});

const endpoint = (success = 200, body?: object): PermissionCase => ({
  success,
  prefix: 'whe',
  createTarget: anEndpointId,
  request: () => ({ ...(body && { body }) }),
});

const delivery: PermissionCase = { success: 200, prefix: 'whd', createTarget: aDeliveryId };

const payment: PermissionCase = { success: 200, prefix: 'pay', createTarget: aPaymentId };

/** How each operation is tried. A route without an entry fails the permission matrix. */
export const PERMISSION_CASES: Readonly<Partial<Record<OperationName, PermissionCase>>> = {
  'auth.login': {
    success: 200,
    isUnauthenticated: true,
    request: async (_, context) => {
      const body = credentials();
      await create(context, '/v1/users', undefined, body);
      return { body };
    },
  },
  'auth.refresh': {
    success: 200,
    isUnauthenticated: true,
    request: async (_, context) => {
      const { email } = await create(context, '/v1/users', undefined, credentials());
      return { body: { refresh_token: (await logIn(context.api, email!)).refresh_token } };
    },
  },
  'auth.password_reset': {
    success: 202,
    isUnauthenticated: true,
    request: () => ({ body: { email: freshEmail('reset') } }),
  },
  'sessions.end': {
    success: 200,
    prefix: 'sess',
    hiddenError: '404 invalid_session',
    createTarget: aSessionId,
    request: (id) => ({ body: { session_id: id } }),
  },
  'sessions.list': { success: 200 },

  'users.list': { success: 200 },
  'users.create': { success: 201, request: () => ({ body: credentials() }) },
  'users.get': { success: 200, prefix: 'user', createTarget: aUserId },
  'users.update': {
    success: 200,
    prefix: 'user',
    createTarget: aUserId,
    request: () => ({ body: { name: 'Another' } }),
  },
  'users.delete': {
    success: 200,
    prefix: 'user',
    hiddenError: (target) => (target === 'foreign' ? '403 forbidden' : '404 not_found'),
    createTarget: aUserId,
    endsCallerAccess: true,
  },

  'api_keys.create': { success: 201, request: () => ({ body: { name: 'A key' } }) },
  'api_keys.list': { success: 200 },
  'api_keys.revoke': { success: 200, prefix: 'key', createTarget: aKeyId },
  'audit.list': { success: 200 },

  'accounts.create': {
    success: 201,
    request: () => ({ body: { ...credentials(), name: 'An account', type: 'business' } }),
  },
  'accounts.list': { success: 200 },
  'accounts.get': { success: 200, prefix: 'acct', createTarget: anAccountId },
  'accounts.set_status': {
    success: 200,
    prefix: 'acct',
    createTarget: anAccountId,
    request: () => ({ body: { status: 'active' } }),
  },
  'account.get': byHeader(200),
  'account.update': byHeader(200, { name: 'Another name' }),
  'account.close': { ...byHeader(200), endsCallerAccess: true },
  'account.balance': byHeader(200),
  'account.log_head': byHeader(200),
  'account.statement': byHeader(200),
  'account.activity': byHeader(200),
  'admin.activity': { success: 200 },
  'admin.health': { success: 200 },

  'transactions.create': {
    success: 201,
    prefix: 'acct',
    createTarget: anAccountId,
    request: (id) => ({ body: { account_id: id, ...aTransaction } }),
  },
  'transactions.create_batch': {
    success: 200,
    prefix: 'acct',
    hiddenError: '422 batch_failed',
    createTarget: anAccountId,
    request: (id) => ({ body: { transactions: [{ account_id: id, ...aTransaction }], atomic: true } }),
  },
  'transactions.list': { success: 200 },
  'transactions.get': transaction(),
  'transactions.update': transaction({ reference: 'order 7' }),
  'transactions.cancel': transaction(),
  'transactions.settle': transaction({}),
  'transactions.entries': transaction(),
  'transfers.create': {
    success: 201,
    prefix: 'acct',
    createTarget: aFundedAccountId,
    request: async (id, context) => ({ body: await aTransfer(context, id) }),
  },
  'transfers.list': { success: 200 },
  'transfers.get': transfer(),
  'transfers.cancel': transfer(),
  'transfers.settle': transfer({}),
  'events.list': { success: 200 },

  'payments.create': {
    success: 201,
    prefix: 'acct',
    hiddenError: '404 account_not_found',
    createTarget: anAccountId,
    request: (id) => ({ body: { account_id: id, ...aPayment } }),
  },
  'payments.list': { success: 200 },
  'payments.get': payment,
  'payments.status': payment,
  'payments.cancel': payment,
  'payments.send_email': { ...payment, success: 202 },

  'refunds.create': {
    success: 201,
    prefix: 'pay',
    createTarget: aPaidPaymentId,
    request: () => ({ body: {} }),
  },
  'refunds.list': payment,
  'refunds.get': { success: 200, prefix: 're', createTarget: aRefundId },

  'subscriptions.create': {
    success: 201,
    prefix: 'acct',
    hiddenError: '404 account_not_found',
    createTarget: anAccountId,
    request: (id) => ({ body: { account_id: id, ...aSubscription } }),
  },
  'subscriptions.list': { success: 200 },
  'subscriptions.get': subscription(),
  'subscriptions.update': subscription({ status: 'paused' }),
  'subscriptions.cancel': subscription(),

  'webhook_endpoints.create': {
    success: 201,
    prefix: 'acct',
    createTarget: async (context, whose) => {
      await anEndpointId(context, whose);
      return accessOf(context, whose).accountId;
    },
    request: (id) => ({ body: { account_id: id, ...anEndpoint } }),
  },
  'webhook_endpoints.list': { success: 200 },
  'webhook_endpoints.get': endpoint(),
  'webhook_endpoints.update': endpoint(200, { description: 'Web shop' }),
  'webhook_endpoints.delete': endpoint(),
  'webhook_endpoints.rotate_secret': endpoint(),
  'webhook_endpoints.test': endpoint(),
  'webhook_endpoints.replay': endpoint(202, { from: '2026-01-31' }),
  'webhook_deliveries.list': endpoint(),
  'webhook_deliveries.get': delivery,
  'webhook_deliveries.retry': delivery,

  'reconciliations.create': {
    success: 201,
    prefix: 'acct',
    createTarget: anAccountId,
    query: '?format=csv',
    request: (id) => ({ ...A_FILE, headers: { ...A_FILE.headers, 'x-account-id': id } }),
  },
  'reconciliations.list': { success: 200 },
  'reconciliations.get': reconciliation,
  'reconciliations.lines': reconciliation,
};

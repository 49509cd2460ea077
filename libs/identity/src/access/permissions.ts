import { type Role, ROLES } from './principal.js';

/**
 * Scope of an operation for a role: `any` resource, those of the caller's `own` account, the caller's user (`self`),
 * the caller and the `members` of its account, or `none`. An empty scope is not a refusal: a user without an account
 * has `own` for transactions, so its lists are empty and every id is not found.
 */
export const REACHES = ['any', 'own', 'self', 'members', 'none'] as const;
export type Reach = (typeof REACHES)[number];

/** Error code for an authenticated caller without the permission. An anonymous caller gets `unauthorized`. */
export type Refusal = 'unauthorized' | 'forbidden' | 'not_found';

/** Whether a bearer token is not read, may be omitted (unless sign-up is closed), or is required. */
export type TokenRule = 'ignored' | 'optional' | 'required';

export interface Permission {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token: TokenRule;
  readonly refusal: Refusal;
  readonly reach: Readonly<Record<Role, Reach>>;
}

const permission = (
  method: Permission['method'],
  path: string,
  reach: Permission['reach'],
  refusal: Refusal,
  token: TokenRule = 'required',
): Permission => ({ method, path, token, refusal, reach });

const forAll = (reach: Reach): Permission['reach'] =>
  Object.fromEntries(ROLES.map((role) => [role, reach])) as Permission['reach'];
const EVERY_ROLE = forAll('any');
const NO_ROLE = forAll('none');

const USERS_SELF = { ...NO_ROLE, user: 'self', member: 'self', owner: 'self', admin: 'self' } as const;
const VISIBLE_USERS = { ...USERS_SELF, owner: 'members', admin: 'any' } as const;
const USER_CREATORS = { ...EVERY_ROLE, owner: 'members', account_key: 'none', platform_key: 'none' } as const;
const ACCOUNT_CREATORS = { ...EVERY_ROLE, account_key: 'none' } as const;
const API_KEY_MANAGERS = { ...NO_ROLE, owner: 'own', admin: 'any' } as const;
const PLATFORM = { ...NO_ROLE, platform_key: 'any', admin: 'any' } as const;
const ACCOUNT_OWNERS = { ...PLATFORM, owner: 'own' } as const;
const ACCOUNT_OPERATORS = { ...ACCOUNT_OWNERS, account_key: 'own' } as const;
const ACCOUNT_MEMBERS = { ...ACCOUNT_OPERATORS, member: 'own' } as const;
/** Resources of accounts: a user without an account gets empty lists, and 404 for every id. */
const ACCOUNT_RESOURCES = { ...ACCOUNT_MEMBERS, user: 'own' } as const;

/**
 * The only definition of permissions: the guard, the documentation and the matrix test read this table. Some older
 * operations respond 401 to a missing permission, for compatibility; new ones use 403.
 */
const TABLE = {
  'auth.login': permission('POST', '/v1/auth/login', EVERY_ROLE, 'unauthorized', 'ignored'),
  'auth.refresh': permission('POST', '/v1/auth/refresh', EVERY_ROLE, 'unauthorized', 'ignored'),
  'auth.password_reset': permission('POST', '/v1/auth/password_reset', EVERY_ROLE, 'unauthorized', 'ignored'),
  'sessions.end': permission('DELETE', '/v1/auth/session', USERS_SELF, 'unauthorized'),
  'sessions.list': permission('GET', '/v1/auth/sessions', USERS_SELF, 'forbidden'),

  'users.list': permission('GET', '/v1/users', { ...NO_ROLE, owner: 'members', admin: 'any' }, 'forbidden'),
  'users.create': permission('POST', '/v1/users', USER_CREATORS, 'unauthorized', 'optional'),
  'users.get': permission('GET', '/v1/users/{user_id}', VISIBLE_USERS, 'not_found'),
  'users.update': permission('PATCH', '/v1/users/{user_id}', VISIBLE_USERS, 'not_found'),
  'users.delete': permission('DELETE', '/v1/users/{user_id}', VISIBLE_USERS, 'forbidden'),

  'api_keys.create': permission('POST', '/v1/api_keys', API_KEY_MANAGERS, 'forbidden'),
  'api_keys.list': permission('GET', '/v1/api_keys', API_KEY_MANAGERS, 'forbidden'),
  'api_keys.revoke': permission('DELETE', '/v1/api_keys/{key_id}', API_KEY_MANAGERS, 'forbidden'),
  'audit.list': permission('GET', '/v1/audit', { ...NO_ROLE, admin: 'any' }, 'forbidden'),

  'accounts.create': permission('POST', '/v1/accounts', ACCOUNT_CREATORS, 'unauthorized', 'optional'),
  'accounts.list': permission('GET', '/v1/accounts', PLATFORM, 'forbidden'),
  'accounts.get': permission('GET', '/v1/accounts/{account_id}', PLATFORM, 'forbidden'),
  'accounts.set_status': permission('PATCH', '/v1/accounts/{account_id}', PLATFORM, 'forbidden'),
  'account.get': permission('GET', '/v1/account', ACCOUNT_MEMBERS, 'forbidden'),
  'account.update': permission('PATCH', '/v1/account', ACCOUNT_OWNERS, 'unauthorized'),
  'account.close': permission('DELETE', '/v1/account', ACCOUNT_OWNERS, 'forbidden'),
  'account.balance': permission('GET', '/v1/account/balance', ACCOUNT_MEMBERS, 'forbidden'),
  'account.log_head': permission('GET', '/v1/account/log_head', ACCOUNT_MEMBERS, 'forbidden'),
  'account.statement': permission('GET', '/v1/account/statement', ACCOUNT_MEMBERS, 'forbidden'),
  'account.activity': permission('GET', '/v1/account/activity', ACCOUNT_MEMBERS, 'forbidden'),
  'admin.activity': permission('GET', '/v1/admin/activity', PLATFORM, 'forbidden'),
  'admin.health': permission('GET', '/v1/admin/health', PLATFORM, 'forbidden'),

  'transactions.create': permission('POST', '/v1/transactions', ACCOUNT_RESOURCES, 'unauthorized'),
  'transactions.create_batch': permission('POST', '/v1/transactions/batch', ACCOUNT_RESOURCES, 'forbidden'),
  'transactions.list': permission('GET', '/v1/transactions', ACCOUNT_RESOURCES, 'unauthorized'),
  'transactions.get': permission(
    'GET',
    '/v1/transactions/{transaction_id}',
    ACCOUNT_RESOURCES,
    'unauthorized',
  ),
  'transactions.update': permission(
    'PATCH',
    '/v1/transactions/{transaction_id}',
    ACCOUNT_RESOURCES,
    'unauthorized',
  ),
  'transactions.cancel': permission(
    'DELETE',
    '/v1/transactions/{transaction_id}',
    ACCOUNT_RESOURCES,
    'unauthorized',
  ),
  'transactions.settle': permission(
    'POST',
    '/v1/transactions/{transaction_id}/settle',
    PLATFORM,
    'forbidden',
  ),
  'transactions.entries': permission(
    'GET',
    '/v1/transactions/{transaction_id}/entries',
    ACCOUNT_MEMBERS,
    'forbidden',
  ),
  'transfers.create': permission('POST', '/v1/transfers', ACCOUNT_OPERATORS, 'forbidden'),
  'transfers.list': permission('GET', '/v1/transfers', ACCOUNT_MEMBERS, 'forbidden'),
  'transfers.get': permission('GET', '/v1/transfers/{transfer_id}', ACCOUNT_MEMBERS, 'forbidden'),
  'transfers.cancel': permission('DELETE', '/v1/transfers/{transfer_id}', ACCOUNT_OPERATORS, 'forbidden'),
  'transfers.settle': permission('POST', '/v1/transfers/{transfer_id}/settle', PLATFORM, 'forbidden'),
  'events.list': permission('GET', '/v1/events', ACCOUNT_MEMBERS, 'forbidden'),

  'payments.create': permission('POST', '/v1/payments', ACCOUNT_RESOURCES, 'unauthorized'),
  'payments.list': permission('GET', '/v1/payments', ACCOUNT_RESOURCES, 'forbidden'),
  'payments.get': permission('GET', '/v1/payments/{payment_id}', ACCOUNT_RESOURCES, 'forbidden'),
  'payments.status': permission('GET', '/v1/payments/{payment_id}/status', ACCOUNT_RESOURCES, 'unauthorized'),
  'payments.cancel': permission('DELETE', '/v1/payments/{payment_id}', ACCOUNT_RESOURCES, 'forbidden'),

  'payments.send_email': permission(
    'POST',
    '/v1/payments/{payment_id}/send_email',
    ACCOUNT_RESOURCES,
    'forbidden',
  ),
  'refunds.create': permission('POST', '/v1/payments/{payment_id}/refunds', ACCOUNT_OPERATORS, 'forbidden'),
  'refunds.list': permission('GET', '/v1/payments/{payment_id}/refunds', ACCOUNT_MEMBERS, 'forbidden'),
  'refunds.get': permission('GET', '/v1/refunds/{refund_id}', ACCOUNT_MEMBERS, 'forbidden'),

  'subscriptions.create': permission('POST', '/v1/subscriptions', ACCOUNT_RESOURCES, 'forbidden'),
  'subscriptions.list': permission('GET', '/v1/subscriptions', ACCOUNT_RESOURCES, 'forbidden'),
  'subscriptions.get': permission(
    'GET',
    '/v1/subscriptions/{subscription_id}',
    ACCOUNT_RESOURCES,
    'forbidden',
  ),
  'subscriptions.update': permission(
    'PATCH',
    '/v1/subscriptions/{subscription_id}',
    ACCOUNT_RESOURCES,
    'forbidden',
  ),
  'subscriptions.cancel': permission(
    'DELETE',
    '/v1/subscriptions/{subscription_id}',
    ACCOUNT_RESOURCES,
    'forbidden',
  ),

  'webhook_endpoints.create': permission('POST', '/v1/webhook_endpoints', ACCOUNT_OPERATORS, 'forbidden'),
  'webhook_endpoints.list': permission('GET', '/v1/webhook_endpoints', ACCOUNT_MEMBERS, 'forbidden'),
  'webhook_endpoints.get': permission(
    'GET',
    '/v1/webhook_endpoints/{endpoint_id}',
    ACCOUNT_MEMBERS,
    'forbidden',
  ),
  'webhook_endpoints.update': permission(
    'PATCH',
    '/v1/webhook_endpoints/{endpoint_id}',
    ACCOUNT_OPERATORS,
    'forbidden',
  ),
  'webhook_endpoints.delete': permission(
    'DELETE',
    '/v1/webhook_endpoints/{endpoint_id}',
    ACCOUNT_OPERATORS,
    'forbidden',
  ),
  'webhook_endpoints.rotate_secret': permission(
    'POST',
    '/v1/webhook_endpoints/{endpoint_id}/rotate_secret',
    ACCOUNT_OPERATORS,
    'forbidden',
  ),
  'webhook_endpoints.test': permission(
    'POST',
    '/v1/webhook_endpoints/{endpoint_id}/test',
    ACCOUNT_OPERATORS,
    'forbidden',
  ),
  'webhook_endpoints.replay': permission(
    'POST',
    '/v1/webhook_endpoints/{endpoint_id}/replay',
    ACCOUNT_OPERATORS,
    'forbidden',
  ),
  'webhook_deliveries.list': permission(
    'GET',
    '/v1/webhook_endpoints/{endpoint_id}/deliveries',
    ACCOUNT_MEMBERS,
    'forbidden',
  ),
  'webhook_deliveries.get': permission(
    'GET',
    '/v1/webhook_deliveries/{delivery_id}',
    ACCOUNT_MEMBERS,
    'forbidden',
  ),
  'webhook_deliveries.retry': permission(
    'POST',
    '/v1/webhook_deliveries/{delivery_id}/retry',
    ACCOUNT_OPERATORS,
    'forbidden',
  ),

  'reconciliations.create': permission('POST', '/v1/reconciliations', ACCOUNT_OPERATORS, 'forbidden'),
  'reconciliations.list': permission('GET', '/v1/reconciliations', ACCOUNT_MEMBERS, 'forbidden'),
  'reconciliations.get': permission(
    'GET',
    '/v1/reconciliations/{reconciliation_id}',
    ACCOUNT_MEMBERS,
    'forbidden',
  ),
  'reconciliations.lines': permission(
    'GET',
    '/v1/reconciliations/{reconciliation_id}/lines',
    ACCOUNT_MEMBERS,
    'forbidden',
  ),
};

export type OperationName = keyof typeof TABLE;
export const PERMISSIONS: Readonly<Record<OperationName, Permission>> = TABLE;
export const OPERATIONS = Object.keys(TABLE) as OperationName[];

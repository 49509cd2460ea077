import { type Role, ROLES } from './principal.js';

/**
 * How far an operation reaches for a role: `any` thing at all, things of its `own` account, its own user (`self`),
 * itself and the `members` of its account, or `none`. Reach over nothing is not a refusal: a plain user reaches its
 * own account's transactions, has no account, and so finds that no transaction exists.
 */
export const REACHES = ['any', 'own', 'self', 'members', 'none'] as const;
export type Reach = (typeof REACHES)[number];

/** What a caller whom we know, but who lacks the permission, is told. A caller we do not know is `unauthorized`. */
export type Refusal = 'unauthorized' | 'forbidden' | 'not_found';

/** Whether a bearer token is read at all, may be left out (unless sign-up is closed), or must be there. */
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
const ACCOUNT_MEMBERS = { ...ACCOUNT_OWNERS, member: 'own', account_key: 'own' } as const;
/** For things of accounts: who has no account sees none of them. By their ids they do not exist, and lists are empty. */
const ACCOUNT_RESOURCES = { ...ACCOUNT_MEMBERS, user: 'own' } as const;

/**
 * Who may do what, in one place: the guard, the documentation and the matrix test read this table and nothing else.
 * An operation of the interface refuses with the status the interface lists for it; one that Florin adds, with 403.
 */
const TABLE = {
  'auth.login': permission('POST', '/v1/auth/login', EVERY_ROLE, 'unauthorized', 'ignored'),
  'auth.refresh': permission('POST', '/v1/auth/refresh', EVERY_ROLE, 'unauthorized', 'ignored'),
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
  'accounts.set_status': permission('PATCH', '/v1/accounts/{account_id}', PLATFORM, 'forbidden'),
  'account.get': permission('GET', '/v1/account', ACCOUNT_MEMBERS, 'forbidden'),
  'account.update': permission('PATCH', '/v1/account', ACCOUNT_OWNERS, 'unauthorized'),
  'account.close': permission('DELETE', '/v1/account', ACCOUNT_OWNERS, 'forbidden'),
  'account.balance': permission('GET', '/v1/account/balance', ACCOUNT_MEMBERS, 'forbidden'),

  'transactions.create': permission('POST', '/v1/transactions', ACCOUNT_RESOURCES, 'unauthorized'),
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
  'events.list': permission('GET', '/v1/events', ACCOUNT_MEMBERS, 'forbidden'),

  'payments.create': permission('POST', '/v1/payments', ACCOUNT_RESOURCES, 'unauthorized'),
  'payments.list': permission('GET', '/v1/payments', ACCOUNT_RESOURCES, 'forbidden'),
  'payments.get': permission('GET', '/v1/payments/{payment_id}', ACCOUNT_RESOURCES, 'forbidden'),
  'payments.status': permission('GET', '/v1/payments/{payment_id}/status', ACCOUNT_RESOURCES, 'unauthorized'),
  'payments.cancel': permission('DELETE', '/v1/payments/{payment_id}', ACCOUNT_RESOURCES, 'forbidden'),

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
};

export type OperationName = keyof typeof TABLE;
export const PERMISSIONS: Readonly<Record<OperationName, Permission>> = TABLE;
export const OPERATIONS = Object.keys(TABLE) as OperationName[];

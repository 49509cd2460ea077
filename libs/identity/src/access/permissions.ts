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

const row = (
  method: Permission['method'],
  path: string,
  reach: Permission['reach'],
  refusal: Refusal,
  token: TokenRule = 'required',
): Permission => ({ method, path, token, refusal, reach });

const forAll = (reach: Reach): Permission['reach'] =>
  Object.fromEntries(ROLES.map((role) => [role, reach])) as Permission['reach'];
const EVERYBODY = forAll('any');
const NOBODY = forAll('none');

const PEOPLE_THEMSELVES = { ...NOBODY, user: 'self', member: 'self', owner: 'self', admin: 'self' } as const;
const PEOPLE_THEY_SEE = { ...PEOPLE_THEMSELVES, owner: 'members', admin: 'any' } as const;
const USER_MAKERS = { ...EVERYBODY, owner: 'members', account_key: 'none', platform_key: 'none' } as const;
const ACCOUNT_OPENERS = { ...EVERYBODY, account_key: 'none' } as const;
const KEY_MAKERS = { ...NOBODY, owner: 'own', admin: 'any' } as const;
const PLATFORM = { ...NOBODY, platform_key: 'any', admin: 'any' } as const;
const ACCOUNT_LEADERS = { ...PLATFORM, owner: 'own' } as const;
const ACCOUNT_PEOPLE = { ...ACCOUNT_LEADERS, member: 'own', account_key: 'own' } as const;
/** For things of accounts: who has no account sees none of them. By their ids they do not exist, and lists are empty. */
const ACCOUNT_THINGS = { ...ACCOUNT_PEOPLE, user: 'own' } as const;

/**
 * Who may do what, in one place: the guard, the documentation and the matrix test read this table and nothing else.
 * An operation of the interface refuses with the status the interface lists for it; one that Florin adds, with 403.
 */
const TABLE = {
  'auth.login': row('POST', '/v1/auth/login', EVERYBODY, 'unauthorized', 'ignored'),
  'auth.refresh': row('POST', '/v1/auth/refresh', EVERYBODY, 'unauthorized', 'ignored'),
  'sessions.end': row('DELETE', '/v1/auth/session', PEOPLE_THEMSELVES, 'unauthorized'),
  'sessions.list': row('GET', '/v1/auth/sessions', PEOPLE_THEMSELVES, 'forbidden'),

  'users.list': row('GET', '/v1/users', { ...NOBODY, owner: 'members', admin: 'any' }, 'forbidden'),
  'users.create': row('POST', '/v1/users', USER_MAKERS, 'unauthorized', 'optional'),
  'users.get': row('GET', '/v1/users/{user_id}', PEOPLE_THEY_SEE, 'not_found'),
  'users.update': row('PATCH', '/v1/users/{user_id}', PEOPLE_THEY_SEE, 'not_found'),
  'users.delete': row('DELETE', '/v1/users/{user_id}', PEOPLE_THEY_SEE, 'forbidden'),

  'api_keys.create': row('POST', '/v1/api_keys', KEY_MAKERS, 'forbidden'),
  'api_keys.list': row('GET', '/v1/api_keys', KEY_MAKERS, 'forbidden'),
  'api_keys.revoke': row('DELETE', '/v1/api_keys/{key_id}', KEY_MAKERS, 'forbidden'),
  'audit.list': row('GET', '/v1/audit', { ...NOBODY, admin: 'any' }, 'forbidden'),

  'accounts.create': row('POST', '/v1/accounts', ACCOUNT_OPENERS, 'unauthorized', 'optional'),
  'accounts.list': row('GET', '/v1/accounts', PLATFORM, 'forbidden'),
  'accounts.set_status': row('PATCH', '/v1/accounts/{account_id}', PLATFORM, 'forbidden'),
  'account.get': row('GET', '/v1/account', ACCOUNT_PEOPLE, 'forbidden'),
  'account.update': row('PATCH', '/v1/account', ACCOUNT_LEADERS, 'unauthorized'),
  'account.close': row('DELETE', '/v1/account', ACCOUNT_LEADERS, 'forbidden'),
  'account.balance': row('GET', '/v1/account/balance', ACCOUNT_PEOPLE, 'forbidden'),

  'transactions.create': row('POST', '/v1/transactions', ACCOUNT_THINGS, 'unauthorized'),
  'transactions.list': row('GET', '/v1/transactions', ACCOUNT_THINGS, 'unauthorized'),
  'transactions.get': row('GET', '/v1/transactions/{transaction_id}', ACCOUNT_THINGS, 'unauthorized'),
  'transactions.update': row('PATCH', '/v1/transactions/{transaction_id}', ACCOUNT_THINGS, 'unauthorized'),
  'transactions.cancel': row('DELETE', '/v1/transactions/{transaction_id}', ACCOUNT_THINGS, 'unauthorized'),
  'transactions.settle': row('POST', '/v1/transactions/{transaction_id}/settle', PLATFORM, 'forbidden'),
  'events.list': row('GET', '/v1/events', ACCOUNT_PEOPLE, 'forbidden'),

  'payments.create': row('POST', '/v1/payments', ACCOUNT_THINGS, 'unauthorized'),
  'payments.list': row('GET', '/v1/payments', ACCOUNT_THINGS, 'forbidden'),
  'payments.get': row('GET', '/v1/payments/{payment_id}', ACCOUNT_THINGS, 'forbidden'),
  'payments.status': row('GET', '/v1/payments/{payment_id}/status', ACCOUNT_THINGS, 'unauthorized'),
  'payments.cancel': row('DELETE', '/v1/payments/{payment_id}', ACCOUNT_THINGS, 'forbidden'),

  'subscriptions.create': row('POST', '/v1/subscriptions', ACCOUNT_THINGS, 'forbidden'),
  'subscriptions.list': row('GET', '/v1/subscriptions', ACCOUNT_THINGS, 'forbidden'),
  'subscriptions.get': row('GET', '/v1/subscriptions/{subscription_id}', ACCOUNT_THINGS, 'forbidden'),
  'subscriptions.update': row('PATCH', '/v1/subscriptions/{subscription_id}', ACCOUNT_THINGS, 'forbidden'),
  'subscriptions.cancel': row('DELETE', '/v1/subscriptions/{subscription_id}', ACCOUNT_THINGS, 'forbidden'),
};

export type OperationName = keyof typeof TABLE;
export const PERMISSIONS: Readonly<Record<OperationName, Permission>> = TABLE;
export const OPERATIONS = Object.keys(TABLE) as OperationName[];

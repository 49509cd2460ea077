import type { Role } from './principal.js';

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

type Row = Omit<Permission, 'token'> & { readonly token?: TokenRule };
const row = (permission: Row): Permission => ({ token: 'required', ...permission });

const EVERYBODY: Permission['reach'] = {
  anonymous: 'any',
  user: 'any',
  member: 'any',
  owner: 'any',
  account_key: 'any',
  platform_key: 'any',
  admin: 'any',
};

const NOBODY: Permission['reach'] = {
  anonymous: 'none',
  user: 'none',
  member: 'none',
  owner: 'none',
  account_key: 'none',
  platform_key: 'none',
  admin: 'none',
};

const PEOPLE_THEMSELVES = { ...NOBODY, user: 'self', member: 'self', owner: 'self', admin: 'self' } as const;
const PEOPLE_THEY_SEE = { ...PEOPLE_THEMSELVES, owner: 'members', admin: 'any' } as const;
const PLATFORM = { ...NOBODY, platform_key: 'any', admin: 'any' } as const;
const ACCOUNT_LEADERS = { ...PLATFORM, owner: 'own' } as const;
const ACCOUNT_PEOPLE = { ...ACCOUNT_LEADERS, member: 'own', account_key: 'own' } as const;
/** For things named by an id: who has no account sees none of them, so they do not exist for it. */
const ACCOUNT_THINGS = { ...ACCOUNT_PEOPLE, user: 'own' } as const;

/**
 * Who may do what, in one place: the guard, the documentation and the matrix test read this table and nothing else.
 * An operation of the interface refuses with the status the interface lists for it; one that Florin adds, with 403.
 */
const TABLE = {
  'auth.login': row({
    method: 'POST',
    path: '/v1/auth/login',
    token: 'ignored',
    refusal: 'unauthorized',
    reach: EVERYBODY,
  }),
  'auth.refresh': row({
    method: 'POST',
    path: '/v1/auth/refresh',
    token: 'ignored',
    refusal: 'unauthorized',
    reach: EVERYBODY,
  }),
  'sessions.end': row({
    method: 'DELETE',
    path: '/v1/auth/session',
    refusal: 'unauthorized',
    reach: PEOPLE_THEMSELVES,
  }),
  'sessions.list': row({
    method: 'GET',
    path: '/v1/auth/sessions',
    refusal: 'forbidden',
    reach: PEOPLE_THEMSELVES,
  }),

  'users.list': row({
    method: 'GET',
    path: '/v1/users',
    refusal: 'forbidden',
    reach: { ...NOBODY, owner: 'members', admin: 'any' },
  }),
  'users.create': row({
    method: 'POST',
    path: '/v1/users',
    token: 'optional',
    refusal: 'unauthorized',
    reach: { ...EVERYBODY, owner: 'members', account_key: 'none', platform_key: 'none' },
  }),
  'users.get': row({
    method: 'GET',
    path: '/v1/users/{user_id}',
    refusal: 'not_found',
    reach: PEOPLE_THEY_SEE,
  }),
  'users.update': row({
    method: 'PATCH',
    path: '/v1/users/{user_id}',
    refusal: 'not_found',
    reach: PEOPLE_THEY_SEE,
  }),
  'users.delete': row({
    method: 'DELETE',
    path: '/v1/users/{user_id}',
    refusal: 'forbidden',
    reach: PEOPLE_THEY_SEE,
  }),

  'api_keys.create': row({
    method: 'POST',
    path: '/v1/api_keys',
    refusal: 'forbidden',
    reach: { ...NOBODY, owner: 'own', admin: 'any' },
  }),
  'api_keys.list': row({
    method: 'GET',
    path: '/v1/api_keys',
    refusal: 'forbidden',
    reach: { ...NOBODY, owner: 'own', admin: 'any' },
  }),
  'api_keys.revoke': row({
    method: 'DELETE',
    path: '/v1/api_keys/{key_id}',
    refusal: 'forbidden',
    reach: { ...NOBODY, owner: 'own', admin: 'any' },
  }),
  'audit.list': row({
    method: 'GET',
    path: '/v1/audit',
    refusal: 'forbidden',
    reach: { ...NOBODY, admin: 'any' },
  }),

  'accounts.create': row({
    method: 'POST',
    path: '/v1/accounts',
    token: 'optional',
    refusal: 'unauthorized',
    reach: { ...EVERYBODY, account_key: 'none' },
  }),
  'accounts.list': row({ method: 'GET', path: '/v1/accounts', refusal: 'forbidden', reach: PLATFORM }),
  'accounts.set_status': row({
    method: 'PATCH',
    path: '/v1/accounts/{account_id}',
    refusal: 'forbidden',
    reach: PLATFORM,
  }),
  'account.get': row({ method: 'GET', path: '/v1/account', refusal: 'forbidden', reach: ACCOUNT_PEOPLE }),
  'account.update': row({
    method: 'PATCH',
    path: '/v1/account',
    refusal: 'unauthorized',
    reach: ACCOUNT_LEADERS,
  }),
  'account.close': row({
    method: 'DELETE',
    path: '/v1/account',
    refusal: 'forbidden',
    reach: ACCOUNT_LEADERS,
  }),
  'account.balance': row({
    method: 'GET',
    path: '/v1/account/balance',
    refusal: 'forbidden',
    reach: ACCOUNT_PEOPLE,
  }),

  'transactions.create': row({
    method: 'POST',
    path: '/v1/transactions',
    refusal: 'unauthorized',
    reach: ACCOUNT_THINGS,
  }),
  'transactions.list': row({
    method: 'GET',
    path: '/v1/transactions',
    refusal: 'unauthorized',
    reach: ACCOUNT_PEOPLE,
  }),
  'transactions.get': row({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}',
    refusal: 'unauthorized',
    reach: ACCOUNT_THINGS,
  }),
  'transactions.update': row({
    method: 'PATCH',
    path: '/v1/transactions/{transaction_id}',
    refusal: 'unauthorized',
    reach: ACCOUNT_THINGS,
  }),
  'transactions.cancel': row({
    method: 'DELETE',
    path: '/v1/transactions/{transaction_id}',
    refusal: 'unauthorized',
    reach: ACCOUNT_THINGS,
  }),
  'transactions.settle': row({
    method: 'POST',
    path: '/v1/transactions/{transaction_id}/settle',
    refusal: 'forbidden',
    reach: PLATFORM,
  }),
  'events.list': row({ method: 'GET', path: '/v1/events', refusal: 'forbidden', reach: ACCOUNT_PEOPLE }),

  'payments.create': row({
    method: 'POST',
    path: '/v1/payments',
    refusal: 'unauthorized',
    reach: ACCOUNT_THINGS,
  }),
  'payments.list': row({ method: 'GET', path: '/v1/payments', refusal: 'forbidden', reach: ACCOUNT_PEOPLE }),
  'payments.get': row({
    method: 'GET',
    path: '/v1/payments/{payment_id}',
    refusal: 'forbidden',
    reach: ACCOUNT_THINGS,
  }),
  'payments.status': row({
    method: 'GET',
    path: '/v1/payments/{payment_id}/status',
    refusal: 'unauthorized',
    reach: ACCOUNT_THINGS,
  }),
  'payments.cancel': row({
    method: 'DELETE',
    path: '/v1/payments/{payment_id}',
    refusal: 'forbidden',
    reach: ACCOUNT_THINGS,
  }),

  'subscriptions.create': row({
    method: 'POST',
    path: '/v1/subscriptions',
    refusal: 'forbidden',
    reach: ACCOUNT_THINGS,
  }),
  'subscriptions.list': row({
    method: 'GET',
    path: '/v1/subscriptions',
    refusal: 'forbidden',
    reach: ACCOUNT_PEOPLE,
  }),
  'subscriptions.get': row({
    method: 'GET',
    path: '/v1/subscriptions/{subscription_id}',
    refusal: 'forbidden',
    reach: ACCOUNT_THINGS,
  }),
  'subscriptions.update': row({
    method: 'PATCH',
    path: '/v1/subscriptions/{subscription_id}',
    refusal: 'forbidden',
    reach: ACCOUNT_THINGS,
  }),
  'subscriptions.cancel': row({
    method: 'DELETE',
    path: '/v1/subscriptions/{subscription_id}',
    refusal: 'forbidden',
    reach: ACCOUNT_THINGS,
  }),
};

export type OperationName = keyof typeof TABLE;
export const PERMISSIONS: Readonly<Record<OperationName, Permission>> = TABLE;
export const OPERATIONS = Object.keys(TABLE) as OperationName[];

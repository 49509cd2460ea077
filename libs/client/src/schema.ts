// Made from openapi.json by `npm run openapi`. Change the service, not this file.

/** @description Who logs in. */
export interface LogIn {
  /**
   * @description The email address or the username.
   * @example ada@example.com
   */
  email: string;
  /**
   * Format: password
   * @description The user’s password.
   * @example correct horse battery
   */
  password: string;
}
/** @description Who logged in. */
export interface LoggedInUser {
  /**
   * @description The user.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * Format: idn-email
   * @description The user’s email.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description What to call them.
   * @example Ada Lovelace
   */
  name: string | null;
}
/** @description A new session with its tokens. */
export interface LoggedIn {
  /**
   * @description To be sent as `Authorization: Bearer …`.
   * @example eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl
   */
  access_token: string;
  /**
   * @description To be exchanged once for new tokens.
   * @example flr_dGhlIHJlZnJlc2ggdG9rZW4
   */
  refresh_token: string;
  /**
   * @description How the access token is sent.
   * @example Bearer
   * @enum {string}
   */
  token_type: 'Bearer';
  /**
   * Format: int64
   * @description Seconds until the access token expires.
   * @example 3600
   */
  expires_in: number;
  /**
   * @description The session that began.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  session_id: string;
  user: LoggedInUser;
}
/** @description The refresh token, if it is not in the header. */
export interface RefreshTokens {
  /**
   * Format: password
   * @description In place of the Authorization header.
   * @example flr_dGhlIHJlZnJlc2ggdG9rZW4
   */
  refresh_token?: string;
}
/** @description New tokens. The refresh token that was sent is spent. */
export interface Tokens {
  /**
   * @description To be sent as `Authorization: Bearer …`.
   * @example eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl
   */
  access_token: string;
  /**
   * @description To be exchanged once for new tokens.
   * @example flr_dGhlIHJlZnJlc2ggdG9rZW4
   */
  refresh_token: string;
  /**
   * @description How the access token is sent.
   * @example Bearer
   * @enum {string}
   */
  token_type: 'Bearer';
  /**
   * Format: int64
   * @description Seconds until the access token expires.
   * @example 3600
   */
  expires_in: number;
}
/** @description Which session to end. */
export interface EndSession {
  /**
   * @description The current session when left out.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  session_id?: string;
}
/** @description The session has ended, and its tokens no longer work. */
export interface EndedSession {
  /**
   * @description That it is so.
   * @example The session has ended; its tokens no longer work.
   */
  message: string;
  /**
   * @description The session that ended.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  session_id: string;
}
/** @description A session of the caller. */
export interface Session {
  /**
   * @description The session.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whether it is the one this request is made in.
   * @example false
   */
  current: boolean;
  /**
   * @description Where it was begun from.
   * @example 203.0.113.7
   */
  address: string | null;
  /**
   * @description What the program that began it calls itself.
   * @example curl/8.5.0
   */
  agent: string | null;
  /**
   * Format: date-time
   * @description When it began.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it was last used, to the minute.
   * @example 2026-01-31T09:30:00.000Z
   */
  last_used_at: string;
  /**
   * Format: date-time
   * @description When it ends unless it is used.
   * @example 2026-03-02T09:30:00.000Z
   */
  expires_at: string;
}
/** @description The caller’s sessions that have not ended, newest first. */
export interface SessionList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The sessions of this page. */
  data: Session[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The user. */
export interface User {
  /**
   * @description The user.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * Format: idn-email
   * @description To log in with.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description May be used in place of the email to log in.
   * @example ada
   */
  username: string | null;
  /**
   * @description What to call them.
   * @example Ada Lovelace
   */
  name: string | null;
  /**
   * @description Only active users can log in and stay logged in.
   * @example active
   * @enum {string}
   */
  status: 'pending' | 'active' | 'suspended';
  /**
   * @description What the user is to the service or to its account.
   * @example member
   * @enum {string}
   */
  role: 'admin' | 'owner' | 'member' | 'user';
  /**
   * @description The account that the user belongs to.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string | null;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
}
/** @description Where in the list this page is. */
export interface UserPagination {
  /**
   * Format: int64
   * @description This page, from 1.
   * @example 1
   */
  page: number;
  /**
   * Format: int64
   * @description How many to a page.
   * @example 25
   */
  limit: number;
  /**
   * Format: int64
   * @description How many pages there are.
   * @example 3
   */
  total_pages: number;
  /**
   * Format: int64
   * @description How many users there are.
   * @example 61
   */
  total_records: number;
}
/** @description A page of users, newest first. */
export interface UserList {
  /** @description The users of this page. */
  data: User[];
  pagination: UserPagination;
}
/** @description A user to be. */
export interface CreateUser {
  /**
   * Format: idn-email
   * @description To log in with; unique, in whatever case it is written.
   * @example ada@example.com
   */
  email: string;
  /**
   * Format: password
   * @description 8 to 128 characters of any kind, and none of the most common passwords.
   * @example correct horse battery
   */
  password: string;
  /**
   * @description What to call them.
   * @example Ada Lovelace
   */
  name?: string;
  /**
   * @description May be used in place of the email to log in.
   * @example ada
   */
  username?: string;
}
/** @description What to change of a user; the rest stays. */
export interface UpdateUser {
  /**
   * @description What to call them.
   * @example Ada Lovelace
   */
  name?: string | null;
  /**
   * @description May be used in place of the email to log in.
   * @example ada
   */
  username?: string | null;
  /**
   * @description For owners and admins to set.
   * @example pending
   * @enum {string}
   */
  status?: 'pending' | 'active' | 'suspended';
  /**
   * Format: password
   * @description 8 to 128 characters of any kind, and none of the most common passwords.
   * @example correct horse battery
   */
  password?: string;
}
/** @description The user is gone, and its sessions with it. */
export interface DeletedUser {
  /**
   * @description That it is so.
   * @example The user and all of its sessions are gone for good.
   */
  message: string;
  /**
   * @description The user that was.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
}
/** @description An API key to be. */
export interface CreateApiKey {
  /**
   * @description To tell it from others.
   * @example Web shop
   */
  name: string;
  /**
   * @description Owners make `account` keys, admins `platform` keys; that is also what is made when left out.
   * @example account
   * @enum {string}
   */
  kind?: 'account' | 'platform';
  /**
   * Format: date-time
   * @description In the future. It works for ever when left out.
   * @example 2099-12-31T23:59:59Z
   */
  expires_at?: string;
}
/** @description The new API key, with the key itself. */
export interface IssuedApiKey {
  /**
   * @description The API key.
   * @example key_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description To tell it from others.
   * @example Web shop
   */
  name: string;
  /**
   * @description Whether it acts for one account or for the platform.
   * @example account
   * @enum {string}
   */
  kind: 'account' | 'platform';
  /**
   * @description The account it acts for.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string | null;
  /**
   * @description Whether it was revoked. Past `expires_at` it does not work either.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'revoked';
  /**
   * @description The last four characters of the key.
   * @example x9Qw
   */
  last_four: string;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it stops working by itself.
   * @example null
   */
  expires_at: string | null;
  /**
   * Format: date-time
   * @description When it was last used, to the minute.
   * @example null
   */
  last_used_at: string | null;
  /**
   * Format: date-time
   * @description When it was revoked.
   * @example null
   */
  revoked_at: string | null;
  /**
   * @description Shown this once, and to whoever repeats the request with its Idempotency-Key. It is sent as `Authorization: Bearer flk_…`.
   * @example flk_c2VjcmV0IGtleQ
   */
  key: string;
}
/** @description An API key, without the key itself. */
export interface ApiKey {
  /**
   * @description The API key.
   * @example key_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description To tell it from others.
   * @example Web shop
   */
  name: string;
  /**
   * @description Whether it acts for one account or for the platform.
   * @example account
   * @enum {string}
   */
  kind: 'account' | 'platform';
  /**
   * @description The account it acts for.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string | null;
  /**
   * @description Whether it was revoked. Past `expires_at` it does not work either.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'revoked';
  /**
   * @description The last four characters of the key.
   * @example x9Qw
   */
  last_four: string;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it stops working by itself.
   * @example null
   */
  expires_at: string | null;
  /**
   * Format: date-time
   * @description When it was last used, to the minute.
   * @example null
   */
  last_used_at: string | null;
  /**
   * Format: date-time
   * @description When it was revoked.
   * @example null
   */
  revoked_at: string | null;
}
/** @description A page of API keys, newest first. */
export interface ApiKeyList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The keys of this page. */
  data: ApiKey[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The key no longer works. */
export interface RevokedApiKey {
  /**
   * @description The key that was revoked.
   * @example key_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description What it is now.
   * @example revoked
   * @enum {string}
   */
  status: 'revoked';
  /**
   * @description That it is so.
   * @example The API key no longer works.
   */
  message: string;
}
/** @description Who did what to a user, a session or a key, and when. */
export interface AuditEntry {
  /**
   * @description The entry.
   * @example audit_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description A user, a key, `anonymous`, or `system`.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string;
  /**
   * @description What was done.
   * @example user.created
   * @enum {string}
   */
  action:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'session.started'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked';
  /**
   * @description The user, session or key it was done to.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject: string;
  /**
   * @description Where it was done from.
   * @example 203.0.113.7
   */
  address: string | null;
  /**
   * @description What the program that did it calls itself.
   * @example curl/8.5.0
   */
  agent: string | null;
  /**
   * @description What else there is to say about it.
   * @example {
   *       "fields": [
   *         "name"
   *       ]
   *     }
   */
  details: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @description When it was done.
   * @example 2026-01-31T09:30:00.000Z
   */
  occurred_at: string;
}
/** @description A page of the audit trail, newest first. */
export interface AuditEntryList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The entries of this page. */
  data: AuditEntry[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description What the account prefers. */
export interface AccountSettings {
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description An IANA time zone.
   * @example Europe/Vienna
   */
  timezone: string;
  /**
   * @description A BCP 47 language tag.
   * @example de-AT
   */
  language: string;
}
/** @description The account. */
export interface Account {
  /**
   * @description The account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * Format: idn-email
   * @description Its primary email.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description Of the business or the individual.
   * @example Ada Ltd
   */
  name: string;
  /**
   * @description Whose it is.
   * @example individual
   * @enum {string}
   */
  type: 'individual' | 'business';
  /**
   * @description Only active accounts take new transactions; closed is for good.
   * @example active
   * @enum {string}
   */
  status: 'pending' | 'active' | 'suspended' | 'closed';
  /**
   * Format: date-time
   * @description When it was opened.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
  settings: AccountSettings;
}
/** @description What the account prefers; what is left out stays, or is USD, UTC and en. */
export interface Settings {
  /**
   * @description Fixed once the account has a transaction, and while customers are asked to pay in it.
   * @example USD
   */
  currency?: string;
  /**
   * @description An IANA time zone.
   * @example Europe/Vienna
   */
  timezone?: string;
  /**
   * @description A BCP 47 language tag.
   * @example de-AT
   */
  language?: string;
}
/** @description What to change of an account; the rest stays. */
export interface UpdateAccount {
  /**
   * @description Of the business or the individual.
   * @example Ada Lovelace
   */
  name?: string;
  /**
   * Format: idn-email
   * @description The owner’s login follows it.
   * @example ada@example.com
   */
  email?: string;
  settings?: Settings;
}
/** @description The account is closed for good. */
export interface ClosedAccount {
  /**
   * @description The account that is closed.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description What it is now.
   * @example closed
   * @enum {string}
   */
  status: 'closed';
  /**
   * Format: date-time
   * @description When it was closed.
   * @example 2026-01-31T09:30:00.000Z
   */
  closed_at: string;
  /**
   * @description What that means.
   * @example The account is closed. Its users, tokens and keys no longer work, and what was pending is canceled.
   */
  message: string;
}
/** @description An account to be, and its owner. */
export interface CreateAccount {
  /**
   * Format: idn-email
   * @description Of the account, and the login of its owner. Unique; that of a closed account stays taken.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description Of the business or the individual.
   * @example Ada Lovelace
   */
  name: string;
  /**
   * @description Whose it is.
   * @example individual
   * @enum {string}
   */
  type: 'individual' | 'business';
  /**
   * Format: password
   * @description The owner’s, 8 to 128 characters.
   * @example correct horse battery
   */
  password: string;
  settings?: Settings;
}
/** @description An account as lists show it: without its settings. */
export interface AccountListItem {
  /**
   * @description The account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * Format: idn-email
   * @description Its primary email.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description Of the business or the individual.
   * @example Ada Ltd
   */
  name: string;
  /**
   * @description Whose it is.
   * @example individual
   * @enum {string}
   */
  type: 'individual' | 'business';
  /**
   * @description Only active accounts take new transactions; closed is for good.
   * @example active
   * @enum {string}
   */
  status: 'pending' | 'active' | 'suspended' | 'closed';
  /**
   * Format: date-time
   * @description When it was opened.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
}
/** @description Where in the list this page is. */
export interface AccountPagination {
  /**
   * Format: int64
   * @description This page, from 1.
   * @example 1
   */
  page: number;
  /**
   * Format: int64
   * @description How many to a page.
   * @example 25
   */
  limit: number;
  /**
   * Format: int64
   * @description How many accounts there are.
   * @example 61
   */
  total: number;
  /**
   * @description Whether there is another page.
   * @example false
   */
  has_next: boolean;
}
/** @description A page of accounts, newest first. */
export interface AccountList {
  /** @description The accounts of this page. */
  data: AccountListItem[];
  pagination: AccountPagination;
}
/** @description Which state to put an account in. */
export interface SetAccountStatus {
  /**
   * @description Only an active account takes new transactions.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'suspended' | 'pending';
}
/** @description A payment, a credit or a refund to be. */
export interface CreateTransaction {
  /**
   * @description The account it is for.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description Must be the account’s.
   * @example USD
   */
  currency: string;
  /**
   * @description A payment takes money out; the others bring it in.
   * @example payment
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description Your own reference for it.
   * @example INV-2026-014
   */
  reference?: string;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * @description For a refund: the succeeded payment it gives back.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  refund_of?: string;
}
/** @description A transaction as create and lists show it. */
export interface TransactionListItem {
  /**
   * @description The transaction.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account it belongs to.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description A payment takes money out; a credit and a refund bring it in.
   * @example credit
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description It starts pending and leaves that exactly once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description For a refund: the payment it gives back.
   * @example null
   */
  refund_of: string | null;
  /**
   * @description Why it failed, if it did.
   * @example null
   */
  failure_reason: string | null;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it settled, failed or was canceled; null while it is pending.
   * @example null
   */
  ended_at: string | null;
}
/** @description A page of transactions, newest first. */
export interface TransactionList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The transactions of this page. */
  data: TransactionListItem[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The transaction. */
export interface Transaction {
  /**
   * @description The transaction.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account it belongs to.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description A payment takes money out; a credit and a refund bring it in.
   * @example credit
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description It starts pending and leaves that exactly once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description For a refund: the payment it gives back.
   * @example null
   */
  refund_of: string | null;
  /**
   * @description Why it failed, if it did.
   * @example null
   */
  failure_reason: string | null;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it settled, failed or was canceled; null while it is pending.
   * @example null
   */
  ended_at: string | null;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
}
/** @description What to change of a transaction; the rest stays, and the money always does. */
export interface UpdateTransaction {
  /**
   * @description Your own reference for it.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Merged at the top level; a key of null is deleted, null as a whole clears. What results has the limits of a new one.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
}
/** @description The transaction is canceled; what it held is available again. */
export interface CanceledTransaction {
  /**
   * @description The transaction that was canceled.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description What it is now.
   * @example canceled
   * @enum {string}
   */
  status: 'canceled';
  /**
   * Format: date-time
   * @description When it was canceled.
   * @example 2026-01-31T09:30:00.000Z
   */
  canceled_at: string;
  /**
   * @description That it is so.
   * @example The transaction is canceled and will not be settled.
   */
  message: string;
}
/** @description How a pending transaction ends. */
export interface SettleTransaction {
  /**
   * @description Succeeded, if left out.
   * @example succeeded
   * @enum {string}
   */
  status?: 'succeeded' | 'failed';
  /**
   * @description Only with failed.
   * @example card expired
   */
  failure_reason?: string;
}
/** @description What the account has, holds and expects, in minor units. */
export interface Balance {
  /**
   * @description The account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * Format: int64
   * @description Spendable.
   * @example 250000
   */
  available: number;
  /**
   * Format: int64
   * @description Set aside for pending payments.
   * @example 7500
   */
  held: number;
  /**
   * Format: int64
   * @description Pending credits and refunds.
   * @example 1200
   */
  incoming: number;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
}
/** @description An account as it was opened or updated, or its last state. */
export interface AccountEventData {
  /**
   * @description opened: whose it is.
   * @example individual
   * @enum {string}
   */
  type?: 'individual' | 'business';
  /**
   * Format: idn-email
   * @description opened, updated: of the account.
   * @example ada@example.com
   */
  email?: string;
  /**
   * @description opened, updated: of the account.
   * @example Ada Ltd
   */
  name?: string;
  settings?: AccountSettings;
  /**
   * @description The others: what it was before.
   * @example pending
   * @enum {string}
   */
  from?: 'pending' | 'active' | 'suspended' | 'closed';
}
/** @description Something that happened to the account. */
export interface AccountEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whose it is.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When it happened.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who made it happen: a user, a key, `anonymous`, `customer` on a payment page, or `system`. Null where it was not noted yet.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /**
   * @description What happened.
   * @example account.opened
   * @enum {string}
   */
  type:
    | 'account.opened'
    | 'account.updated'
    | 'account.activated'
    | 'account.suspended'
    | 'account.pending'
    | 'account.closed';
  /**
   * @description What it happened to.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: AccountEventData;
}
/** @description The transaction as it was then. */
export interface TransactionEventData {
  /**
   * @description Which way the money goes.
   * @example payment
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description What it was from then on.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description The payment that a refund gives back.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  refund_of?: string;
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * @description failed: why.
   * @example card expired
   */
  failure_reason?: string;
}
/** @description Something that happened to a transaction. */
export interface TransactionEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whose it is.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When it happened.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who made it happen: a user, a key, `anonymous`, `customer` on a payment page, or `system`. Null where it was not noted yet.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /**
   * @description What happened.
   * @example transaction.created
   * @enum {string}
   */
  type:
    | 'transaction.created'
    | 'transaction.updated'
    | 'transaction.succeeded'
    | 'transaction.failed'
    | 'transaction.canceled';
  /**
   * @description What it happened to.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: TransactionEventData;
}
/** @description The card that was asked. */
export interface EventCard {
  /**
   * @description Whose card it is.
   * @example visa
   * @enum {string}
   */
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'maestro' | 'unknown';
  /**
   * @description Its last four digits.
   * @example 4242
   */
  last4: string;
}
/** @description The payment request as it was then. */
export interface PaymentEventData {
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description What it was from then on.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description The subscription that issued it.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subscription_id?: string;
  /**
   * Format: idn-email
   * @description created: who is asked to pay.
   * @example ada@example.com
   */
  customer_email?: string;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @description created: until when it can be paid.
   * @example 2026-01-31T09:30:00.000Z
   */
  expires_at?: string;
  /**
   * @description succeeded: the settled credit it was paid as.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transaction_id?: string;
  /**
   * Format: int64
   * @description declined, failed: how many cards were declined.
   * @example 1
   */
  declines?: number;
  /**
   * @description declined, canceled: why.
   * @example card_declined
   * @enum {string}
   */
  reason?: 'card_declined' | 'insufficient_funds' | 'requested' | 'expired' | 'account_closed' | 'superseded';
  card?: EventCard;
}
/** @description Something that happened to a payment request. */
export interface PaymentEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whose it is.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When it happened.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who made it happen: a user, a key, `anonymous`, `customer` on a payment page, or `system`. Null where it was not noted yet.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /**
   * @description What happened.
   * @example payment_request.created
   * @enum {string}
   */
  type:
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.succeeded'
    | 'payment_request.failed'
    | 'payment_request.canceled'
    | 'payment_request.reversed';
  /**
   * @description What it happened to.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: PaymentEventData;
}
/** @description A period of a subscription. */
export interface EventPeriod {
  /**
   * Format: int64
   * @description Which it is, from 1.
   * @example 1
   */
  number: number;
  /**
   * Format: date-time
   * @description When it began.
   * @example 2026-01-31T09:30:00.000Z
   */
  start: string;
  /**
   * Format: date-time
   * @description When it ends.
   * @example 2026-01-31T09:30:00.000Z
   */
  end: string;
}
/** @description The subscription as it was then. */
export interface SubscriptionEventData {
  /**
   * @description What it was from then on.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  period: EventPeriod;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount?: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency?: string;
  /**
   * @description created: how long a period is.
   * @example day
   * @enum {string}
   */
  interval?: 'day' | 'week' | 'month' | 'year';
  /**
   * Format: idn-email
   * @description created: who is asked to pay.
   * @example ada@example.com
   */
  customer_email?: string;
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * @description The payment request it is about.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  payment_id?: string;
  /**
   * Format: int64
   * @description renewed: periods for which nobody was asked.
   * @example 0
   */
  skipped_periods?: number;
  /**
   * @description paid, paused, canceled: what it was before.
   * @example active
   * @enum {string}
   */
  from?: 'active' | 'past_due' | 'paused' | 'canceled';
}
/** @description Something that happened to a subscription. */
export interface SubscriptionEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whose it is.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When it happened.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who made it happen: a user, a key, `anonymous`, `customer` on a payment page, or `system`. Null where it was not noted yet.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /**
   * @description What happened.
   * @example subscription.created
   * @enum {string}
   */
  type:
    | 'subscription.created'
    | 'subscription.renewed'
    | 'subscription.reminded'
    | 'subscription.past_due'
    | 'subscription.paid'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.canceled';
  /**
   * @description What it happened to.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: SubscriptionEventData;
}
/** @description A page of what happened to the account, newest first. */
export interface EventList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The events of this page. */
  data: (AccountEvent | TransactionEvent | PaymentEvent | SubscriptionEvent)[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description Whom to ask for how much. */
export interface CreatePayment {
  /**
   * @description The account that asks.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description Must be the account’s.
   * @example USD
   */
  currency: string;
  /**
   * Format: idn-email
   * @description Who is asked to pay.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * @description Your own reference for it.
   * @example INV-2026-014
   */
  reference?: string;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @description 5 minutes to 30 days ahead; 24 hours if left out.
   * @example 2026-01-31T09:30:00Z
   */
  expires_at?: string;
}
/** @description The payment request. */
export interface Payment {
  /**
   * @description The payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account that asks.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description It starts pending and leaves that exactly once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * Format: idn-email
   * @description Who is asked to pay.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
  /**
   * Format: date-time
   * @description Until when it can be paid.
   * @example 2026-02-01T09:30:00.000Z
   */
  expires_at: string;
  /**
   * @description The settled credit it was paid as.
   * @example null
   */
  transaction_id: string | null;
  /**
   * @description The subscription that issued it.
   * @example null
   */
  subscription_id: string | null;
  /**
   * Format: date-time
   * @description When it was canceled.
   * @example null
   */
  canceled_at: string | null;
  /**
   * @description Why it was canceled: taken back by you or by its subscription, out of time, closed with its account, or paid for with another request of its subscription.
   * @example null
   * @enum {string|null}
   */
  cancel_reason: 'requested' | 'expired' | 'account_closed' | 'superseded' | null;
  /**
   * Format: uri
   * @description Where the customer completes the payment.
   * @example https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl
   */
  payment_url: string;
}
/** @description A page of payment requests, newest first. */
export interface PaymentList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The payment requests of this page. */
  data: Payment[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description How the payment request stands. */
export interface PaymentStanding {
  /**
   * @description The payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whether it was paid.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
}
/** @description The payment request is canceled. */
export interface CanceledPayment {
  /**
   * @description The payment request that was canceled.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description What it is now.
   * @example canceled
   * @enum {string}
   */
  status: 'canceled';
  /**
   * Format: date-time
   * @description When it was canceled.
   * @example 2026-01-31T09:30:00.000Z
   */
  canceled_at: string;
  /**
   * @description That it is so.
   * @example The payment request is canceled and can no longer be paid.
   */
  message: string;
}
/** @description Whom to ask for how much, and how often. */
export interface CreateSubscription {
  /**
   * @description The account that asks.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: idn-email
   * @description Who is asked to pay, period by period.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * Format: int64
   * @description Of each period, in minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description Must be the account’s.
   * @example USD
   */
  currency: string;
  /**
   * @description How long a period is.
   * @example day
   * @enum {string}
   */
  interval: 'day' | 'week' | 'month' | 'year';
  /**
   * @description Your own reference for it.
   * @example INV-2026-014
   */
  reference?: string;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
}
/** @description The subscription. */
export interface Subscription {
  /**
   * @description The subscription.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account that asks.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: idn-email
   * @description Who is asked to pay, period by period.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * @description How long a period is.
   * @example month
   * @enum {string}
   */
  interval: 'day' | 'week' | 'month' | 'year';
  /**
   * @description past_due when a period ended unpaid; active and past_due keep an account open.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  /**
   * @description The caller’s own reference; null when none was given.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description The caller’s own key-value pairs, as they were sent.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * Format: int64
   * @description Which period it is in, from 1.
   * @example 1
   */
  current_period: number;
  /**
   * Format: date-time
   * @description When this period began.
   * @example 2026-01-31T09:30:00.000Z
   */
  current_period_start: string;
  /**
   * Format: date-time
   * @description When this period ends.
   * @example 2026-02-28T09:30:00.000Z
   */
  current_period_end: string;
  /**
   * Format: date-time
   * @description When this period was paid.
   * @example null
   */
  current_period_paid_at: string | null;
  /**
   * @description The latest payment request it issued.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  latest_payment_id: string;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it last changed.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
  /**
   * Format: date-time
   * @description When it was canceled.
   * @example null
   */
  canceled_at: string | null;
  /**
   * Format: uri
   * @description Where the customer pays the latest request.
   * @example https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl
   */
  latest_payment_url: string;
}
/** @description A page of subscriptions, newest first. */
export interface SubscriptionList {
  /**
   * @description Says that this is a list.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The subscriptions of this page. */
  data: Subscription[];
  /**
   * @description Whether there are more beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description Whether to go on asking. */
export interface UpdateSubscription {
  /**
   * @description paused asks for nothing any more; active goes on with a period that is paid for, or begins a new one now.
   * @example active
   * @enum {string}
   */
  status?: 'active' | 'paused';
}
/** @description The subscription is canceled. */
export interface CanceledSubscription {
  /**
   * @description The subscription that was canceled.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description What it is now.
   * @example canceled
   * @enum {string}
   */
  status: 'canceled';
  /**
   * Format: date-time
   * @description When it was canceled.
   * @example 2026-01-31T09:30:00.000Z
   */
  canceled_at: string;
  /**
   * @description That it is so.
   * @example The subscription is canceled and asks for nothing any more.
   */
  message: string;
}
export interface ListSessionsQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
}
export interface ListUsersQuery {
  /** @description Which page, from 1. */
  page?: number;
  /** @description How many to a page. */
  limit?: number;
  /** @description Only users in this state. */
  status?: 'pending' | 'active' | 'suspended';
  /** @description Part of a name or an email, in any case. */
  search?: string;
}
export interface ListApiKeysQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
}
export interface ListAuditEntriesQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
  /** @description Only what this user or key did, or `anonymous`, or `system`. */
  actor?: string;
  /** @description Only what was done to this user, session or key. */
  subject?: string;
}
export interface ListAccountsQuery {
  /** @description Which page, from 1. */
  page?: number;
  /** @description How many to a page. */
  limit?: number;
  /** @description Only accounts in this state. */
  status?: 'pending' | 'active' | 'suspended' | 'closed';
  /** @description Only accounts of this kind. */
  type?: 'individual' | 'business';
  /** @description Later than this instant. */
  created_after?: string;
  /** @description Earlier than this instant. */
  created_before?: string;
}
export interface ListTransactionsQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
  /** @description Only those in this state. */
  status?: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** @description Only those of this kind. */
  type?: 'payment' | 'credit' | 'refund';
  /** @description Created at this instant, or on this day in UTC, or later. */
  date_from?: string;
  /** @description Created at this instant, or on this day in UTC, or earlier. */
  date_to?: string;
  /** @description For those who see all accounts. */
  account_id?: string;
  /** @description Only refunds of this payment. */
  refund_of?: string;
}
export interface ListEventsQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
}
export interface ListPaymentsQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
  /** @description Only those in this state. */
  status?: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** @description Only those to which you gave this reference. */
  reference?: string;
  /** @description Only those that this subscription issued. */
  subscription_id?: string;
}
export interface ListSubscriptionsQuery {
  /** @description How many to a page. */
  limit?: number;
  /** @description The id after which, older, the page begins. Not together with `ending_before`. */
  starting_after?: string;
  /** @description The id before which, newer, the page ends. Not together with `starting_after`. */
  ending_before?: string;
  /** @description Only those in this state. */
  status?: 'active' | 'past_due' | 'paused' | 'canceled';
  /** @description Only those to which you gave this reference. */
  reference?: string;
}
export interface paths {
  '/v1/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in
     * @description Begins a session. Unknown users and wrong passwords are refused alike. In production only over HTTPS.
     *
     *     No access token is needed.
     */
    post: operations['logIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange a refresh token for new tokens
     * @description Takes the refresh token from the Authorization header or from the body; both must not differ. Each works once: a repetition within a few seconds gets the same answer, any later one ends the session.
     *
     *     No access token is needed.
     */
    post: operations['refreshTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session
     * @description All tokens of the session stop working at once, on every instance.
     *
     *     Open to users without an account (themselves), members (themselves), owners (themselves), admins (themselves).
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List one’s own sessions
     * @description Open to users without an account (themselves), members (themselves), owners (themselves), admins (themselves).
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List users
     * @description Open to owners (themselves and their members), admins.
     */
    get: operations['listUsers'];
    put?: never;
    /**
     * Create a user
     * @description With an owner’s token the user becomes a member of that account; otherwise it belongs to none. In production only over HTTPS.
     *
     *     Open to callers without a token, users without an account, members, owners (themselves and their members), admins. Without `SIGNUP=closed` a token may be left out; one that is sent must work.
     */
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/users/{user_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a user
     * @description Open to users without an account (themselves), members (themselves), owners (themselves and their members), admins.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /**
     * Delete a user
     * @description For good. The owner of an open account and the last active admin cannot be deleted.
     *
     *     Open to users without an account (themselves), members (themselves), owners (themselves and their members), admins.
     */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    /**
     * Update a user
     * @description Users change themselves except for their status; owners set the name and status of their members; admins everything. A new password ends the user’s other sessions; in production it is only taken over HTTPS.
     *
     *     Open to users without an account (themselves), members (themselves), owners (themselves and their members), admins.
     */
    patch: operations['updateUser'];
    trace?: never;
  };
  '/v1/api_keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description Open to owners (their account), admins.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description Open to owners (their account), admins.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api_keys/{key_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key
     * @description Open to owners (their account), admins.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List who did what to which user, session or key, newest first
     * @description Open to admins.
     */
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the account
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    /**
     * Close the account for good
     * @description Revokes its tokens and keys, suspends its users, and cancels what is pending. What is left on the balance stays on the books.
     *
     *     Open to owners (their account), platform keys, admins.
     */
    delete: operations['closeAccount'];
    options?: never;
    head?: never;
    /**
     * Change what is sent of the account
     * @description Settings are merged. The currency is fixed once the account has a transaction, and while customers are asked to pay in it.
     *
     *     Open to owners (their account), platform keys, admins.
     */
    patch: operations['updateAccount'];
    trace?: never;
  };
  '/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts, newest first
     * @description Open to platform keys, admins.
     */
    get: operations['listAccounts'];
    put?: never;
    /**
     * Open an account together with its owner
     * @description The owner is a user with the account’s email and password. In production only over HTTPS.
     *
     *     Open to callers without a token, users without an account, members, owners, platform keys, admins. Without `SIGNUP=closed` a token may be left out; one that is sent must work.
     */
    post: operations['createAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{account_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Suspend an account, make it active again or let it wait
     * @description Open to platform keys, admins.
     */
    patch: operations['setAccountStatus'];
    trace?: never;
  };
  '/v1/transactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List transactions, newest first
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listTransactions'];
    put?: never;
    /**
     * Create a payment, a credit or a refund
     * @description Starts pending. A payment moves its amount from available to held at once, or is refused for want of funds; a credit or a refund arrives when it settles. Refunds that name the payment they give back never exceed it.
     *
     *     Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createTransaction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/transactions/{transaction_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a transaction
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getTransaction'];
    put?: never;
    post?: never;
    /**
     * Cancel a pending transaction
     * @description What a payment held is available again.
     *
     *     Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['cancelTransaction'];
    options?: never;
    head?: never;
    /**
     * Change the reference or the metadata of a transaction
     * @description Metadata is merged at the top level; a key of null is deleted, and null as a whole clears. Sending amount, currency or type is a conflict, whatever the value.
     *
     *     Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    patch: operations['updateTransaction'];
    trace?: never;
  };
  '/v1/transactions/{transaction_id}/settle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settle a pending transaction
     * @description Succeeded, unless it is told to fail. Posts a balanced pair of entries.
     *
     *     Open to platform keys, admins.
     */
    post: operations['settleTransaction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve what the account has, holds and expects
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getBalance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what happened to the account, newest first
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payment requests, newest first
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listPayments'];
    put?: never;
    /**
     * Ask a customer to pay
     * @description Answers with the address of a page on which the customer pays by card. Once paid, the amount is on the account.
     *
     *     Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{payment_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a payment request
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getPayment'];
    put?: never;
    post?: never;
    /**
     * Cancel a pending payment request
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['cancelPayment'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{payment_id}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check whether a payment request was paid
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getPaymentStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions, newest first
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listSubscriptions'];
    put?: never;
    /**
     * Ask a customer to pay, period by period
     * @description Issues a payment request now and one in every period to come.
     *
     *     Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/subscriptions/{subscription_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a subscription
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getSubscription'];
    put?: never;
    post?: never;
    /**
     * Cancel a subscription
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['cancelSubscription'];
    options?: never;
    head?: never;
    /**
     * Pause or resume a subscription
     * @description Open to members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    patch: operations['updateSubscription'];
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /** Whether the process runs */
    get: operations['checkLiveness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * Whether requests can be served
     * @description Not while the database is away, a migration is pending, or the service is shutting down.
     */
    get: operations['checkReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * Measurements for Prometheus
     * @description For requests from the same machine that no proxy forwarded, and for those with the `METRICS_TOKEN` of the settings as a bearer token. Others get a 404.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Who logs in. */
    LogIn: LogIn;
    /** @description Who logged in. */
    LoggedInUser: LoggedInUser;
    /** @description A new session with its tokens. */
    LoggedIn: LoggedIn;
    /** @description The refresh token, if it is not in the header. */
    RefreshTokens: RefreshTokens;
    /** @description New tokens. The refresh token that was sent is spent. */
    Tokens: Tokens;
    /** @description Which session to end. */
    EndSession: EndSession;
    /** @description The session has ended, and its tokens no longer work. */
    EndedSession: EndedSession;
    /** @description A session of the caller. */
    Session: Session;
    /** @description The caller’s sessions that have not ended, newest first. */
    SessionList: SessionList;
    /** @description The user. */
    User: User;
    /** @description Where in the list this page is. */
    UserPagination: UserPagination;
    /** @description A page of users, newest first. */
    UserList: UserList;
    /** @description A user to be. */
    CreateUser: CreateUser;
    /** @description What to change of a user; the rest stays. */
    UpdateUser: UpdateUser;
    /** @description The user is gone, and its sessions with it. */
    DeletedUser: DeletedUser;
    /** @description An API key to be. */
    CreateApiKey: CreateApiKey;
    /** @description The new API key, with the key itself. */
    IssuedApiKey: IssuedApiKey;
    /** @description An API key, without the key itself. */
    ApiKey: ApiKey;
    /** @description A page of API keys, newest first. */
    ApiKeyList: ApiKeyList;
    /** @description The key no longer works. */
    RevokedApiKey: RevokedApiKey;
    /** @description Who did what to a user, a session or a key, and when. */
    AuditEntry: AuditEntry;
    /** @description A page of the audit trail, newest first. */
    AuditEntryList: AuditEntryList;
    /** @description What the account prefers. */
    AccountSettings: AccountSettings;
    /** @description The account. */
    Account: Account;
    /** @description What the account prefers; what is left out stays, or is USD, UTC and en. */
    Settings: Settings;
    /** @description What to change of an account; the rest stays. */
    UpdateAccount: UpdateAccount;
    /** @description The account is closed for good. */
    ClosedAccount: ClosedAccount;
    /** @description An account to be, and its owner. */
    CreateAccount: CreateAccount;
    /** @description An account as lists show it: without its settings. */
    AccountListItem: AccountListItem;
    /** @description Where in the list this page is. */
    AccountPagination: AccountPagination;
    /** @description A page of accounts, newest first. */
    AccountList: AccountList;
    /** @description Which state to put an account in. */
    SetAccountStatus: SetAccountStatus;
    /** @description A payment, a credit or a refund to be. */
    CreateTransaction: CreateTransaction;
    /** @description A transaction as create and lists show it. */
    TransactionListItem: TransactionListItem;
    /** @description A page of transactions, newest first. */
    TransactionList: TransactionList;
    /** @description The transaction. */
    Transaction: Transaction;
    /** @description What to change of a transaction; the rest stays, and the money always does. */
    UpdateTransaction: UpdateTransaction;
    /** @description The transaction is canceled; what it held is available again. */
    CanceledTransaction: CanceledTransaction;
    /** @description How a pending transaction ends. */
    SettleTransaction: SettleTransaction;
    /** @description What the account has, holds and expects, in minor units. */
    Balance: Balance;
    /** @description An account as it was opened or updated, or its last state. */
    AccountEventData: AccountEventData;
    /** @description Something that happened to the account. */
    AccountEvent: AccountEvent;
    /** @description The transaction as it was then. */
    TransactionEventData: TransactionEventData;
    /** @description Something that happened to a transaction. */
    TransactionEvent: TransactionEvent;
    /** @description The card that was asked. */
    EventCard: EventCard;
    /** @description The payment request as it was then. */
    PaymentEventData: PaymentEventData;
    /** @description Something that happened to a payment request. */
    PaymentEvent: PaymentEvent;
    /** @description A period of a subscription. */
    EventPeriod: EventPeriod;
    /** @description The subscription as it was then. */
    SubscriptionEventData: SubscriptionEventData;
    /** @description Something that happened to a subscription. */
    SubscriptionEvent: SubscriptionEvent;
    /** @description A page of what happened to the account, newest first. */
    EventList: EventList;
    /** @description Whom to ask for how much. */
    CreatePayment: CreatePayment;
    /** @description The payment request. */
    Payment: Payment;
    /** @description A page of payment requests, newest first. */
    PaymentList: PaymentList;
    /** @description How the payment request stands. */
    PaymentStanding: PaymentStanding;
    /** @description The payment request is canceled. */
    CanceledPayment: CanceledPayment;
    /** @description Whom to ask for how much, and how often. */
    CreateSubscription: CreateSubscription;
    /** @description The subscription. */
    Subscription: Subscription;
    /** @description A page of subscriptions, newest first. */
    SubscriptionList: SubscriptionList;
    /** @description Whether to go on asking. */
    UpdateSubscription: UpdateSubscription;
    /** @description The subscription is canceled. */
    CanceledSubscription: CanceledSubscription;
    /** @description A refusal: a code to act on, and words to show. */
    Error: {
      /**
       * @description What kind of refusal it is.
       * @example invalid_request
       * @enum {string}
       */
      error:
        | 'invalid_request'
        | 'currency_mismatch'
        | 'unauthorized'
        | 'invalid_credentials'
        | 'invalid_grant'
        | 'insufficient_funds'
        | 'forbidden'
        | 'not_found'
        | 'account_not_found'
        | 'invalid_session'
        | 'conflict'
        | 'email_exists'
        | 'not_cancellable'
        | 'active_subscriptions'
        | 'idempotency_mismatch'
        | 'rate_limited'
        | 'internal_error'
        | 'unavailable';
      /**
       * @description The same for a human reader: which field, and what it wanted.
       * @example amount must be a whole number from 1 to 1000000000000, in minor units.
       */
      message: string;
    };
    /** @description A refusal with `invalid_request`. */
    InvalidRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_request';
    };
    /** @description A refusal with `internal_error`. */
    InternalError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'internal_error';
    };
    /** @description A refusal with `unavailable`. */
    UnavailableError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'unavailable';
    };
    /** @description A refusal with `invalid_credentials` or `unauthorized`. */
    InvalidCredentialsOrUnauthorizedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_credentials' | 'unauthorized';
    };
    /** @description A refusal with `rate_limited`. */
    RateLimitedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'rate_limited';
    };
    /** @description A refusal with `invalid_grant`. */
    InvalidGrantError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_grant';
    };
    /** @description A refusal with `unauthorized`. */
    UnauthorizedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'unauthorized';
    };
    /** @description A refusal with `invalid_session`. */
    InvalidSessionError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_session';
    };
    /** @description A refusal with `forbidden`. */
    ForbiddenError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'forbidden';
    };
    /** @description A refusal with `conflict` or `email_exists`. */
    ConflictOrEmailExistsError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'conflict' | 'email_exists';
    };
    /** @description A refusal with `idempotency_mismatch`. */
    IdempotencyMismatchError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'idempotency_mismatch';
    };
    /** @description A refusal with `not_found`. */
    NotFoundError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'not_found';
    };
    /** @description A refusal with `conflict`. */
    ConflictError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'conflict';
    };
    /** @description A refusal with `email_exists` or `conflict`. */
    EmailExistsOrConflictError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'email_exists' | 'conflict';
    };
    /** @description A refusal with `active_subscriptions` or `conflict`. */
    ActiveSubscriptionsOrConflictError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'active_subscriptions' | 'conflict';
    };
    /** @description A refusal with `invalid_request` or `currency_mismatch`. */
    InvalidRequestOrCurrencyMismatchError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_request' | 'currency_mismatch';
    };
    /** @description A refusal with `insufficient_funds`. */
    InsufficientFundsError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'insufficient_funds';
    };
    /** @description A refusal with `not_cancellable`. */
    NotCancellableError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'not_cancellable';
    };
    /** @description A refusal with `account_not_found`. */
    AccountNotFoundError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'account_not_found';
    };
  };
  responses: {
    /** @description The request never reached the operation: 405, the address does not take this method; 408, the request took too long to arrive; 414, the address is longer than 8 KiB; 417, only 100-continue may be expected; 431, the headers are larger than 16 KiB. */
    Unreached: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        Allow: components['headers']['Allow'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `invalid_request`: Something that was sent is missing, malformed or not allowed here; the message says what. */
    InvalidRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `internal_error`: A fault on our side. The X-Request-Id helps to find it. */
    InternalError: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InternalError'];
      };
    };
    /** @description `unavailable`: Busy, shutting down, or without its database. Retry-After says when to come back. Nothing was changed unless the message says that this is not known; repeating it with its Idempotency-Key is safe either way. */
    Unavailable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnavailableError'];
      };
    };
    /**
     * @description `invalid_credentials`: The email or the password is not right.
     *
     *     `unauthorized`: The token is missing, expired or invalid, its user is not active, or it does not permit this.
     */
    InvalidCredentialsOrUnauthorized: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['WwwAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidCredentialsOrUnauthorizedError'];
      };
    };
    /** @description `invalid_request`: The body is larger than 256 KiB. */
    InvalidRequest413: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `invalid_request`: The body is not JSON. */
    InvalidRequest415: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `rate_limited`: Too many requests. Retry-After says how many seconds to wait. */
    RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RateLimitedError'];
      };
    };
    /** @description `invalid_grant`: The refresh token is expired, revoked, spent or unknown. Log in again. */
    InvalidGrant: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['WwwAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidGrantError'];
      };
    };
    /** @description `unauthorized`: The user is not active, or its account is closed. */
    Unauthorized403: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /** @description `unauthorized`: The token is missing, expired or invalid, its user is not active, or it does not permit this. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['WwwAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /** @description `invalid_session`: The session is unknown, has ended already, or is another’s. */
    InvalidSession: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidSessionError'];
      };
    };
    /** @description `forbidden`: The token does not permit this. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description `conflict`: It clashes with how things stand. Of a create: a request with the same Idempotency-Key is still running.
     *
     *     `email_exists`: The email is in use.
     */
    ConflictOrEmailExists: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictOrEmailExistsError'];
      };
    };
    /** @description `idempotency_mismatch`: The Idempotency-Key was used before with another request. */
    IdempotencyMismatch: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['IdempotencyMismatchError'];
      };
    };
    /** @description `not_found`: There is no such thing, or the caller may not see it. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotFoundError'];
      };
    };
    /** @description `conflict`: It clashes with how things stand. Of a create: a request with the same Idempotency-Key is still running. */
    Conflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConflictError'];
      };
    };
    /**
     * @description `email_exists`: The email is in use.
     *
     *     `conflict`: It clashes with how things stand. Of a create: a request with the same Idempotency-Key is still running.
     */
    EmailExistsOrConflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['EmailExistsOrConflictError'];
      };
    };
    /**
     * @description `active_subscriptions`: The account has subscriptions that are active or past due. Cancel or pause them first.
     *
     *     `conflict`: It clashes with how things stand. Of a create: a request with the same Idempotency-Key is still running.
     */
    ActiveSubscriptionsOrConflict: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ActiveSubscriptionsOrConflictError'];
      };
    };
    /**
     * @description `invalid_request`: Something that was sent is missing, malformed or not allowed here; the message says what.
     *
     *     `currency_mismatch`: The currency is not the account’s.
     */
    InvalidRequestOrCurrencyMismatch: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestOrCurrencyMismatchError'];
      };
    };
    /** @description `insufficient_funds`: The account has less available than the payment takes. Nothing was stored. */
    InsufficientFunds: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InsufficientFundsError'];
      };
    };
    /** @description `not_cancellable`: It has ended, or its customer is paying at this moment, and so cannot be canceled. */
    NotCancellable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotCancellableError'];
      };
    };
    /** @description `account_not_found`: account_id, or X-Account-Id, names no account that the caller sees. */
    AccountNotFound: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AccountNotFoundError'];
      };
    };
  };
  parameters: {
    /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
    RequestId: string;
    /** @description The account that an admin or platform token acts for. Others may only name their own. */
    AccountId: string;
    /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: {
    /** @description The name of the request in our logs. */
    RequestId: string;
    /** @description How many seconds to wait before trying again. */
    RetryAfter: number;
    /** @description How to say who asks: with a token. */
    WwwAuthenticate: 'Bearer';
    /** @description Says that this is the answer to an earlier request with the same key. */
    IdempotentReplayed: 'true';
    /** @description With 405: the methods that the address takes. */
    Allow: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  logIn: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "mary@example.com",
         *       "password": "correct horse battery"
         *     }
         */
        'application/json': LogIn;
      };
    };
    responses: {
      /** @description A new session with its tokens. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': LoggedIn;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['InvalidCredentialsOrUnauthorized'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  refreshTokens: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': RefreshTokens;
      };
    };
    responses: {
      /** @description New tokens. The refresh token that was sent is spent. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Tokens;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['InvalidGrant'];
      403: components['responses']['Unauthorized403'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': EndSession;
      };
    };
    responses: {
      /** @description The session has ended, and its tokens no longer work. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': EndedSession;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['InvalidSession'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listSessions: {
    parameters: {
      query?: ListSessionsQuery;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller’s sessions that have not ended, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': SessionList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listUsers: {
    parameters: {
      query?: ListUsersQuery;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of users, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': UserList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "katherine@example.com",
         *       "password": "correct horse battery",
         *       "name": "Katherine Johnson",
         *       "username": "katherine"
         *     }
         */
        'application/json': CreateUser;
      };
    };
    responses: {
      /** @description The user. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': User;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      409: components['responses']['ConflictOrEmailExists'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatch'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which user. */
        user_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': User;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which user. */
        user_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user is gone, and its sessions with it. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': DeletedUser;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which user. */
        user_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Katherine Goble Johnson"
         *     }
         */
        'application/json': UpdateUser;
      };
    };
    responses: {
      /** @description The user. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': User;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: ListApiKeysQuery;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of API keys, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': ApiKeyList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Web shop"
         *     }
         */
        'application/json': CreateApiKey;
      };
    };
    responses: {
      /** @description The new API key, with the key itself. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': IssuedApiKey;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatch'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which API key. */
        key_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key no longer works. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': RevokedApiKey;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listAuditEntries: {
    parameters: {
      query?: ListAuditEntriesQuery;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the audit trail, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': AuditEntryList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Account;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  closeAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account is closed for good. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': ClosedAccount;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['ActiveSubscriptionsOrConflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  updateAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Somerville Ltd",
         *       "settings": {
         *         "timezone": "Europe/London"
         *       }
         *     }
         */
        'application/json': UpdateAccount;
      };
    };
    responses: {
      /** @description The account. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Account;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['EmailExistsOrConflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listAccounts: {
    parameters: {
      query?: ListAccountsQuery;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of accounts, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': AccountList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  createAccount: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "mary@example.com",
         *       "password": "correct horse battery",
         *       "name": "Mary Somerville",
         *       "type": "individual",
         *       "settings": {
         *         "currency": "USD",
         *         "timezone": "Europe/Vienna",
         *         "language": "en"
         *       }
         *     }
         */
        'application/json': CreateAccount;
      };
    };
    responses: {
      /** @description The account. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Account;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      409: components['responses']['ConflictOrEmailExists'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatch'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  setAccountStatus: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': SetAccountStatus;
      };
    };
    responses: {
      /** @description The account. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Account;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listTransactions: {
    parameters: {
      query?: ListTransactionsQuery;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of transactions, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': TransactionList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  createTransaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0j",
         *       "amount": 7500,
         *       "currency": "USD",
         *       "type": "credit",
         *       "reference": "INV-2026-014",
         *       "metadata": {
         *         "order": "A-1001"
         *       }
         *     }
         */
        'application/json': CreateTransaction;
      };
    };
    responses: {
      /** @description A transaction as create and lists show it. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': TransactionListItem;
        };
      };
      400: components['responses']['InvalidRequestOrCurrencyMismatch'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['InsufficientFunds'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatch'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getTransaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which transaction. */
        transaction_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transaction. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Transaction;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  cancelTransaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which transaction. */
        transaction_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transaction is canceled; what it held is available again. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': CanceledTransaction;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['NotCancellable'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  updateTransaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which transaction. */
        transaction_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': UpdateTransaction;
      };
    };
    responses: {
      /** @description The transaction. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Transaction;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  settleTransaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which transaction. */
        transaction_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "status": "succeeded"
         *     }
         */
        'application/json': SettleTransaction;
      };
    };
    responses: {
      /** @description The transaction. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Transaction;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getBalance: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the account has, holds and expects, in minor units. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Balance;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listEvents: {
    parameters: {
      query?: ListEventsQuery;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of what happened to the account, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': EventList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listPayments: {
    parameters: {
      query?: ListPaymentsQuery;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of payment requests, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PaymentList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  createPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0j",
         *       "amount": 7500,
         *       "currency": "USD",
         *       "customer_email": "grace@example.com",
         *       "reference": "INV-2026-014",
         *       "metadata": {
         *         "order": "A-1001"
         *       }
         *     }
         */
        'application/json': CreatePayment;
      };
    };
    responses: {
      /** @description The payment request. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Payment;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['AccountNotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatch'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payment request. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Payment;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  cancelPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payment request is canceled. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': CanceledPayment;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['NotCancellable'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getPaymentStatus: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How the payment request stands. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PaymentStanding;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listSubscriptions: {
    parameters: {
      query?: ListSubscriptionsQuery;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of subscriptions, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': SubscriptionList;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to repeat for 24 hours: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0j",
         *       "amount": 7500,
         *       "currency": "USD",
         *       "customer_email": "grace@example.com",
         *       "reference": "INV-2026-014",
         *       "interval": "month"
         *     }
         */
        'application/json': CreateSubscription;
      };
    };
    responses: {
      /** @description The subscription. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Subscription;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['AccountNotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatch'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which subscription. */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Subscription;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  cancelSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which subscription. */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription is canceled. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': CanceledSubscription;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['NotCancellable'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or platform token acts for. Others may only name their own. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Which subscription. */
        subscription_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "status": "paused"
         *     }
         */
        'application/json': UpdateSubscription;
      };
    };
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Subscription;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  checkLiveness: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It does. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description How it is.
             * @example live
             * @enum {string}
             */
            status: 'live';
          };
        };
      };
      400: components['responses']['InvalidRequest'];
      500: components['responses']['InternalError'];
      default: components['responses']['Unreached'];
    };
  };
  checkReadiness: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description They can. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description How it is.
             * @example ready
             * @enum {string}
             */
            status: 'ready';
          };
        };
      };
      400: components['responses']['InvalidRequest'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: {
        /** @description A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description In its text format. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      400: components['responses']['InvalidRequest'];
      404: components['responses']['NotFound'];
      500: components['responses']['InternalError'];
      default: components['responses']['Unreached'];
    };
  };
}

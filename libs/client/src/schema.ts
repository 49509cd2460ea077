// Made from openapi.json by `npm run openapi`. Change the service, not this file.

/** @description The credentials of the user. */
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
/** @description The user that logged in. */
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
   * @description The full name of the user.
   * @example Ada Lovelace
   */
  name: string | null;
}
/** @description A new session with its tokens. */
export interface LoggedIn {
  /**
   * @description Send it as `Authorization: Bearer <access_token>`.
   * @example eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl
   */
  access_token: string;
  /**
   * @description Can be exchanged once for new tokens.
   * @example flr_dGhlIHJlZnJlc2ggdG9rZW4
   */
  refresh_token: string;
  /**
   * @description Always `Bearer`.
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
   * @description The new session.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  session_id: string;
  user: LoggedInUser;
}
/** @description The refresh token, if it is not in the header. */
export interface RefreshTokens {
  /**
   * Format: password
   * @description Instead of the Authorization header.
   * @example flr_dGhlIHJlZnJlc2ggdG9rZW4
   */
  refresh_token?: string;
}
/** @description New tokens. The refresh token that you sent no longer works. */
export interface Tokens {
  /**
   * @description Send it as `Authorization: Bearer <access_token>`.
   * @example eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl
   */
  access_token: string;
  /**
   * @description Can be exchanged once for new tokens.
   * @example flr_dGhlIHJlZnJlc2ggdG9rZW4
   */
  refresh_token: string;
  /**
   * @description Always `Bearer`.
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
/** @description The session to end. */
export interface EndSession {
  /**
   * @description Default: the current session.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  session_id?: string;
}
/** @description The session has ended, and its tokens no longer work. */
export interface EndedSession {
  /**
   * @description A confirmation to show to people.
   * @example The session has ended; its tokens no longer work.
   */
  message: string;
  /**
   * @description The ended session.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  session_id: string;
}
/** @description One of your sessions. */
export interface Session {
  /**
   * @description The session.
   * @example sess_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Whether this request belongs to the session.
   * @example false
   */
  current: boolean;
  /**
   * @description The IP address that logged in.
   * @example 203.0.113.7
   */
  address: string | null;
  /**
   * @description The `User-Agent` that logged in.
   * @example curl/8.5.0
   */
  agent: string | null;
  /**
   * Format: date-time
   * @description When it started.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * Format: date-time
   * @description When it was last used, accurate to the minute.
   * @example 2026-01-31T09:30:00.000Z
   */
  last_used_at: string;
  /**
   * Format: date-time
   * @description When it ends if it is not used.
   * @example 2026-03-02T09:30:00.000Z
   */
  expires_at: string;
}
/** @description Your active sessions, newest first. */
export interface SessionList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The sessions of this page. */
  data: Session[];
  /**
   * @description Whether there are more items beyond this page.
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
   * @description The email address to log in with.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description A username to log in with instead of the email.
   * @example ada
   */
  username: string | null;
  /**
   * @description The full name of the user.
   * @example Ada Lovelace
   */
  name: string | null;
  /**
   * @description Only active users can log in and use their sessions.
   * @example active
   * @enum {string}
   */
  status: 'pending' | 'active' | 'suspended';
  /**
   * @description The role of the user: an admin of the service, or the owner or a member of an account.
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
/** @description The position of this page in the list. */
export interface UserPagination {
  /**
   * Format: int64
   * @description The number of this page, starting at 1.
   * @example 1
   */
  page: number;
  /**
   * Format: int64
   * @description The maximum number of items per page.
   * @example 25
   */
  limit: number;
  /**
   * Format: int64
   * @description The total number of pages.
   * @example 3
   */
  total_pages: number;
  /**
   * Format: int64
   * @description The total number of users.
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
/** @description The user to create. */
export interface CreateUser {
  /**
   * Format: idn-email
   * @description The email address to log in with. Unique, ignoring case.
   * @example ada@example.com
   */
  email: string;
  /**
   * Format: password
   * @description 8 to 128 characters. The most common passwords and the user’s own name, username and email are rejected.
   * @example correct horse battery
   */
  password: string;
  /**
   * @description The full name of the user.
   * @example Ada Lovelace
   */
  name?: string | null;
  /**
   * @description A username to log in with instead of the email.
   * @example ada
   */
  username?: string | null;
}
/** @description The fields to change. */
export interface UpdateUser {
  /**
   * @description The full name of the user.
   * @example Ada Lovelace
   */
  name?: string | null;
  /**
   * @description A username to log in with instead of the email.
   * @example ada
   */
  username?: string | null;
  /**
   * @description Can be set by owners and admins.
   * @example pending
   * @enum {string}
   */
  status?: 'pending' | 'active' | 'suspended';
  /**
   * Format: password
   * @description 8 to 128 characters. The most common passwords and the user’s own name, username and email are rejected.
   * @example correct horse battery
   */
  password?: string;
  /**
   * Format: password
   * @description The user’s password before the change. If you send it, it must be correct. Wrong attempts count like failed logins.
   * @example correct horse battery
   */
  current_password?: string;
}
/** @description The user and its sessions are deleted. */
export interface DeletedUser {
  /**
   * @description A confirmation to show to people.
   * @example The user and its sessions are deleted.
   */
  message: string;
  /**
   * @description The deleted user.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
}
/** @description The API key to create. */
export interface CreateApiKey {
  /**
   * @description A name of your choice.
   * @example Web shop
   */
  name: string;
  /**
   * @description `account` for owners, `platform` for admins. That is also the default.
   * @example account
   * @enum {string|null}
   */
  kind?: 'account' | 'platform' | null;
  /**
   * Format: date-time
   * @description When the key expires; must be in the future. Default: never.
   * @example 2099-12-31T23:59:59Z
   */
  expires_at?: string | null;
}
/** @description The new API key, with its secret. */
export interface IssuedApiKey {
  /**
   * @description The API key.
   * @example key_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description A name of your choice.
   * @example Web shop
   */
  name: string;
  /**
   * @description Whether the key acts for one account or for the platform.
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
   * @description The user who created it; null if not recorded. A platform key works only while this admin is active.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  created_by: string | null;
  /**
   * @description Whether the key was revoked. An expired key keeps its status.
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
   * @description When it expires.
   * @example null
   */
  expires_at: string | null;
  /**
   * Format: date-time
   * @description When it was last used, accurate to the minute.
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
   * @description The secret. Send it as `Authorization: Bearer flk_…`. It is returned only here, and if you retry with the same `Idempotency-Key`.
   * @example flk_c2VjcmV0IGtleQ
   */
  key: string;
}
/** @description The API key, without its secret. */
export interface ApiKey {
  /**
   * @description The API key.
   * @example key_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description A name of your choice.
   * @example Web shop
   */
  name: string;
  /**
   * @description Whether the key acts for one account or for the platform.
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
   * @description The user who created it; null if not recorded. A platform key works only while this admin is active.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  created_by: string | null;
  /**
   * @description Whether the key was revoked. An expired key keeps its status.
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
   * @description When it expires.
   * @example null
   */
  expires_at: string | null;
  /**
   * Format: date-time
   * @description When it was last used, accurate to the minute.
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
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The keys of this page. */
  data: ApiKey[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The API key is revoked. */
export interface RevokedApiKey {
  /**
   * @description The revoked API key.
   * @example key_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The new status.
   * @example revoked
   * @enum {string}
   */
  status: 'revoked';
  /**
   * @description A confirmation to show to people.
   * @example The API key no longer works.
   */
  message: string;
}
/** @description A change to a user, a session or an API key. */
export interface AuditEntry {
  /**
   * @description The entry.
   * @example audit_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description Who made the change: the id of a user or an API key, `anonymous` or `system`.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string;
  /**
   * @description The type of change.
   * @example user.created
   * @enum {string}
   */
  action:
    | 'user.created'
    | 'user.updated'
    | 'user.deleted'
    | 'user.password_reset'
    | 'session.started'
    | 'session.ended'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'webhook_endpoint.disabled';
  /**
   * @description The user, session or API key that was changed.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject: string;
  /**
   * @description The IP address of the request.
   * @example 203.0.113.7
   */
  address: string | null;
  /**
   * @description The `User-Agent` of the request.
   * @example curl/8.5.0
   */
  agent: string | null;
  /**
   * @description Details of the change.
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
   * @description When the change was made.
   * @example 2026-01-31T09:30:00.000Z
   */
  occurred_at: string;
}
/** @description A page of audit entries, newest first. */
export interface AuditEntryList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The entries of this page. */
  data: AuditEntry[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The user who forgot the password. */
export interface RequestPasswordReset {
  /**
   * @description The email address or the username.
   * @example ada@example.com
   */
  email: string;
}
/** @description The same answer for every email. */
export interface PasswordResetRequested {
  /**
   * @description A confirmation to show to people.
   * @example If there is an active user with this email, a mail with a link to set a new password is on its way.
   */
  message: string;
}
/** @description How payment pages look. Fields are null until you set them. */
export interface Branding {
  /**
   * @description The color of buttons.
   * @example null
   */
  color: string | null;
  /**
   * @description Where customers get help.
   * @example null
   */
  support_email: string | null;
  /**
   * @description The website of the business.
   * @example null
   */
  website: string | null;
  /**
   * Format: uri
   * @description The address of the logo.
   * @example null
   */
  logo_url: string | null;
}
/** @description The settings of the account. */
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
  branding: Branding;
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
   * @description The primary email address.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description The name of the business or the individual.
   * @example Ada Ltd
   */
  name: string;
  /**
   * @description Individual or business.
   * @example individual
   * @enum {string}
   */
  type: 'individual' | 'business';
  /**
   * @description Only an active account accepts new transactions. `closed` is final.
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
/** @description How payment pages look. Omitted fields keep their value; null clears a field. */
export interface BrandingChange {
  /**
   * @description The color of buttons. White text on it must have a contrast of 4.5:1 or more.
   * @example #0f5c4a
   */
  color?: string | null;
  /**
   * @description A PNG or JPEG image in base64, of at most 65,536 bytes and 2,048 × 2,048 pixels.
   * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
   */
  logo?: string | null;
  /**
   * Format: idn-email
   * @description Where customers get help.
   * @example help@shop.example
   */
  support_email?: string | null;
  /**
   * @description The website of the business.
   * @example https://shop.example
   */
  website?: string | null;
}
/** @description The settings of the account. Omitted settings keep their value. */
export interface Settings {
  /**
   * @description Cannot be changed once the account has a transaction, a pending payment request, or a subscription that is not canceled.
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
  branding?: BrandingChange | null;
}
/** @description The fields to change. */
export interface UpdateAccount {
  /**
   * @description The name of the business or the individual.
   * @example Ada Lovelace
   */
  name?: string;
  /**
   * Format: idn-email
   * @description The owner logs in with the new email.
   * @example ada@example.com
   */
  email?: string;
  settings?: Settings;
}
/** @description The account is closed. */
export interface ClosedAccount {
  /**
   * @description The closed account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The new status.
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
   * @description A confirmation to show to people.
   * @example The account is closed. Its users, tokens and keys no longer work. Pending transactions and payment requests are canceled.
   */
  message: string;
}
/** @description The settings of a new account. The defaults are USD, UTC and en. */
export interface InitialSettings {
  /**
   * @description The currency of the balance.
   * @example USD
   */
  currency?: string | null;
  /**
   * @description An IANA time zone.
   * @example Europe/Vienna
   */
  timezone?: string | null;
  /**
   * @description A BCP 47 language tag.
   * @example de-AT
   */
  language?: string | null;
  branding?: BrandingChange | null;
}
/** @description The account to create and its owner. */
export interface CreateAccount {
  /**
   * Format: idn-email
   * @description The email address of the account. Its owner logs in with it. Unique, also among closed accounts.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description The name of the business or the individual.
   * @example Ada Lovelace
   */
  name: string;
  /**
   * @description Individual or business.
   * @example individual
   * @enum {string}
   */
  type: 'individual' | 'business';
  /**
   * Format: password
   * @description The password of the owner, 8 to 128 characters. The most common passwords and the name and email are rejected.
   * @example correct horse battery
   */
  password: string;
  settings?: InitialSettings | null;
}
/** @description An account in a list, without its settings. */
export interface AccountListItem {
  /**
   * @description The account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * Format: idn-email
   * @description The primary email address.
   * @example ada@example.com
   */
  email: string;
  /**
   * @description The name of the business or the individual.
   * @example Ada Ltd
   */
  name: string;
  /**
   * @description Individual or business.
   * @example individual
   * @enum {string}
   */
  type: 'individual' | 'business';
  /**
   * @description Only an active account accepts new transactions. `closed` is final.
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
/** @description The position of this page in the list. */
export interface AccountPagination {
  /**
   * Format: int64
   * @description The number of this page, starting at 1.
   * @example 1
   */
  page: number;
  /**
   * Format: int64
   * @description The maximum number of items per page.
   * @example 25
   */
  limit: number;
  /**
   * Format: int64
   * @description The total number of accounts.
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
/** @description The new status. */
export interface SetAccountStatus {
  /**
   * @description Only an active account accepts new transactions.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'suspended' | 'pending';
}
/** @description The transaction to create. */
export interface CreateTransaction {
  /**
   * @description The account of the transaction.
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
   * @description Must be the currency of the account.
   * @example USD
   */
  currency: string;
  /**
   * @description A payment reduces the balance; a credit or a refund increases it.
   * @example payment
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description Your own reference.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
  /**
   * @description For a refund: the succeeded payment to refund.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  refund_of?: string | null;
  /**
   * @description Settles the transaction in the same step. For admins and platform keys.
   * @example false
   */
  settle?: boolean | null;
}
/** @description The balance of the account after the request, in minor units. */
export interface BalanceAfter {
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * Format: int64
   * @description The amount that the account could spend.
   * @example 250000
   */
  available: number;
  /**
   * Format: int64
   * @description The amount on hold for pending payments.
   * @example 7500
   */
  held: number;
  /**
   * Format: int64
   * @description The amount of pending credits and refunds.
   * @example 1200
   */
  incoming: number;
}
/** @description The transaction as it would be created. */
export interface UnsavedTransaction {
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
   * @description A payment reduces the balance; a credit or a refund increases it.
   * @example credit
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description For a refund: the refunded payment.
   * @example null
   */
  refund_of: string | null;
  /**
   * @description For one side of a transfer: the transfer.
   * @example null
   */
  transfer_id: string | null;
  /**
   * @description For the money of a refund of a payment request: the refund.
   * @example null
   */
  refund_id: string | null;
  /**
   * @description Why the transaction failed.
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
   * @description When it succeeded, failed or was canceled; null while it is pending.
   * @example null
   */
  ended_at: string | null;
  /**
   * @description Always null: the transaction is not stored.
   * @example null
   */
  id: null;
}
/** @description The result of a dry run. Nothing was stored. */
export interface TransactionDryRun {
  /**
   * @description Always true: nothing was stored.
   * @example true
   * @enum {boolean}
   */
  dry_run: true;
  /** @description The balance of the account after it; null for a batch of several accounts. */
  balance: BalanceAfter | null;
  result: UnsavedTransaction;
}
/** @description The transaction, without `updated_at`. */
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
   * @description A payment reduces the balance; a credit or a refund increases it.
   * @example credit
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description For a refund: the refunded payment.
   * @example null
   */
  refund_of: string | null;
  /**
   * @description For one side of a transfer: the transfer.
   * @example null
   */
  transfer_id: string | null;
  /**
   * @description For the money of a refund of a payment request: the refund.
   * @example null
   */
  refund_id: string | null;
  /**
   * @description Why the transaction failed.
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
   * @description When it succeeded, failed or was canceled; null while it is pending.
   * @example null
   */
  ended_at: string | null;
}
/** @description A page of transactions, newest first. */
export interface TransactionList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The transactions of this page. */
  data: TransactionListItem[];
  /**
   * @description Whether there are more items beyond this page.
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
   * @description A payment reduces the balance; a credit or a refund increases it.
   * @example credit
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description For a refund: the refunded payment.
   * @example null
   */
  refund_of: string | null;
  /**
   * @description For one side of a transfer: the transfer.
   * @example null
   */
  transfer_id: string | null;
  /**
   * @description For the money of a refund of a payment request: the refund.
   * @example null
   */
  refund_id: string | null;
  /**
   * @description Why the transaction failed.
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
   * @description When it succeeded, failed or was canceled; null while it is pending.
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
/** @description A posted ledger entry. It never changes. */
export interface Entry {
  /**
   * @description The transaction and the line.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j:account
   */
  id: string;
  /**
   * @description The account, or `clearing` for the clearing account of the currency.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account: string;
  /**
   * @description A credit increases the balance of `account`, a debit reduces it.
   * @example debit
   * @enum {string}
   */
  side: 'debit' | 'credit';
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
   * Format: date-time
   * @description When it was posted.
   * @example 2026-01-31T09:30:00.000Z
   */
  posted_at: string;
}
/** @description All entries of the transaction: none, or a debit and a credit of the same amount. */
export interface EntryList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The entries, that of the account first. */
  data: Entry[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The fields to change. */
export interface UpdateTransaction {
  /**
   * @description Your own reference.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Merged at the top level: set a key to null to delete it, or send null to delete all keys. The limits apply to the result.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
}
/** @description The transaction is canceled and its hold is released. */
export interface CanceledTransaction {
  /**
   * @description The canceled transaction.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The new status.
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
   * @description A confirmation to show to people.
   * @example The transaction is canceled and will not be settled.
   */
  message: string;
}
/** @description The result of the transaction. */
export interface SettleTransaction {
  /**
   * @description Default: `succeeded`.
   * @example succeeded
   * @enum {string}
   */
  status?: 'succeeded' | 'failed';
  /**
   * @description Only with the status `failed`.
   * @example card expired
   */
  failure_reason?: string;
}
/** @description The transaction was created. */
export interface CreatedBatchResult {
  /**
   * Format: int64
   * @description The status that its own request would have had.
   * @example 201
   */
  status: number;
  transaction: TransactionListItem;
}
/** @description The transaction was refused, and not stored. */
export interface RefusedBatchResult {
  /**
   * Format: int64
   * @description The status that its own request would have had.
   * @example 402
   */
  status: number;
  /**
   * @description The error code.
   * @example insufficient_funds
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
    | 'batch_failed'
    | 'rate_limited'
    | 'internal_error'
    | 'unavailable';
  /**
   * @description What is wrong and what to do.
   * @example Insufficient funds: 25.00 USD available, 90.00 USD required.
   */
  message: string;
}
/** @description The results of the batch. */
export interface TransactionBatch {
  /** @description One result for each transaction, in the order of the request. */
  results: (CreatedBatchResult | RefusedBatchResult)[];
}
/** @description The transaction would be created. */
export interface UnsavedBatchResult {
  /**
   * Format: int64
   * @description The status that its own request would have had.
   * @example 201
   */
  status: number;
  transaction: UnsavedTransaction;
}
/** @description The results that the batch would have. */
export interface UnsavedTransactionBatch {
  /** @description One result for each transaction, in the order of the request. */
  results: (UnsavedBatchResult | RefusedBatchResult)[];
}
/** @description The result of a dry run. Nothing was stored. */
export interface TransactionBatchDryRun {
  /**
   * @description Always true: nothing was stored.
   * @example true
   * @enum {boolean}
   */
  dry_run: true;
  /** @description The balance of the account after it; null for a batch of several accounts. */
  balance: BalanceAfter | null;
  result: UnsavedTransactionBatch;
}
/** @description The transactions to create. */
export interface CreateTransactionBatch {
  /** @description The transactions, decided in this order. */
  transactions: CreateTransaction[];
  /**
   * @description True: all or none are created. False: each for itself.
   * @example false
   */
  atomic: boolean;
}
/** @description The transfer to create. */
export interface CreateTransfer {
  /**
   * @description The account that pays.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  from_account_id: string;
  /**
   * @description The account that receives the money.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  to_account_id: string;
  /**
   * Format: int64
   * @description In minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description Must be the currency of both accounts.
   * @example USD
   */
  currency: string;
  /**
   * @description Your own reference. Both accounts see it.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
  /**
   * @description Settles the transfer in the same step. For admins and platform keys.
   * @example false
   */
  settle?: boolean | null;
}
/** @description The transfer as it would be created. */
export interface UnsavedTransfer {
  /**
   * @description The account that pays.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  from_account_id: string;
  /**
   * @description The account that receives the money.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  to_account_id: string;
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
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
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
   * @description When it succeeded, failed or was canceled; null while it is pending.
   * @example null
   */
  ended_at: string | null;
  /**
   * @description Always null: the transfer is not stored.
   * @example null
   */
  id: null;
}
/** @description The result of a dry run, with the balance of the account that pays. Nothing was stored. */
export interface TransferDryRun {
  /**
   * @description Always true: nothing was stored.
   * @example true
   * @enum {boolean}
   */
  dry_run: true;
  /** @description The balance of the account after it; null for a batch of several accounts. */
  balance: BalanceAfter | null;
  result: UnsavedTransfer;
}
/** @description The transfer. */
export interface Transfer {
  /**
   * @description The transfer.
   * @example trf_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account that pays.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  from_account_id: string;
  /**
   * @description The account that receives the money.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  to_account_id: string;
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
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
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
   * @description When it succeeded, failed or was canceled; null while it is pending.
   * @example null
   */
  ended_at: string | null;
}
/** @description A page of transfers, newest first. */
export interface TransferList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The transfers of this page. */
  data: Transfer[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The transfer is canceled, and the money is available to the source again. */
export interface CanceledTransfer {
  /**
   * @description The canceled transfer.
   * @example trf_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The new status.
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
   * @description A confirmation to show to people.
   * @example The transfer is canceled and will not be settled.
   */
  message: string;
}
/** @description The result of the transfer. */
export interface SettleTransfer {
  /**
   * @description Default: `succeeded`.
   * @example succeeded
   * @enum {string}
   */
  status?: 'succeeded' | 'failed';
  /**
   * @description Only with the status `failed`.
   * @example card expired
   */
  failure_reason?: string;
}
/** @description The balance of the account, in minor units. */
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
   * @description The amount that the account can spend.
   * @example 250000
   */
  available: number;
  /**
   * Format: int64
   * @description The amount on hold for pending payments.
   * @example 7500
   */
  held: number;
  /**
   * Format: int64
   * @description The amount of pending credits and refunds.
   * @example 1200
   */
  incoming: number;
  /**
   * Format: date-time
   * @description When it last changed. With `at`: the newest event up to then, or `at` if there was none.
   * @example 2026-01-31T09:30:00.000Z
   */
  updated_at: string;
  /**
   * Format: date-time
   * @description Only with `at`: the instant of this balance.
   * @example 2026-01-31T09:30:00.000Z
   */
  at?: string;
}
/** @description The newest event of the account and its hash. */
export interface LogHead {
  /**
   * @description The account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * @description The newest event. Null if there is none, or if the events are not chained yet.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  event_id: string | null;
  /**
   * @description The hash of that event; 64 zeros if there is none. Null if the events are not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
}
/** @description The balance of the account after the event. */
export interface EventBalance {
  /**
   * Format: int64
   * @description The amount that the account can spend.
   * @example 250000
   */
  available: number;
  /**
   * Format: int64
   * @description The amount on hold for pending payments.
   * @example 7500
   */
  held: number;
  /**
   * Format: int64
   * @description The amount of pending credits and refunds.
   * @example 1200
   */
  incoming: number;
}
/** @description How payment pages look. Absent if nothing is set. */
export interface EventBranding {
  /**
   * @description The color of buttons.
   * @example null
   */
  color: string | null;
  /**
   * @description Where customers get help.
   * @example null
   */
  support_email: string | null;
  /**
   * @description The website of the business.
   * @example null
   */
  website: string | null;
  /**
   * @description The version of the logo, which is the last part of `logo_url`.
   * @example null
   */
  logo: string | null;
}
/** @description The settings of the account after the event. */
export interface EventSettings {
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
  branding?: EventBranding;
}
/** @description The account after it was opened or updated, or its previous status. */
export interface AccountEventData {
  /**
   * @description With `opened`: individual or business.
   * @example individual
   * @enum {string}
   */
  type?: 'individual' | 'business';
  /**
   * Format: idn-email
   * @description With `opened` and `updated`: the email address.
   * @example ada@example.com
   */
  email?: string;
  /**
   * @description With `opened` and `updated`: the name.
   * @example Ada Ltd
   */
  name?: string;
  settings?: EventSettings;
  /**
   * @description With the other events: the previous status.
   * @example pending
   * @enum {string}
   */
  from?: 'pending' | 'active' | 'suspended' | 'closed';
}
/** @description An event of the account. */
export interface AccountEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
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
   * @description The object that changed.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: AccountEventData;
}
/** @description The transaction at the time of the event. */
export interface TransactionEventData {
  /**
   * @description The type of the transaction.
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
   * @description The status after the event.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description The payment that the refund belongs to.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  refund_of?: string;
  /**
   * @description The transfer that it is one side of.
   * @example trf_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transfer_id?: string;
  /**
   * @description The refund that it belongs to.
   * @example re_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  refund_id?: string;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * @description With `failed`: the reason.
   * @example card expired
   */
  failure_reason?: string;
}
/** @description An event of a transaction. */
export interface TransactionEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
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
   * @description The object that changed.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: TransactionEventData;
}
/** @description The transfer at the time of the event. */
export interface TransferEventData {
  /**
   * @description The account that pays.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  from_account_id: string;
  /**
   * @description The account that receives the money.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  to_account_id: string;
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
   * @description The status after the event.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description With `failed`: the reason.
   * @example rejected by the bank
   */
  failure_reason?: string;
}
/** @description An event of a transfer, once for each of its accounts. */
export interface TransferEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
   * @example transfer.created
   * @enum {string}
   */
  type: 'transfer.created' | 'transfer.succeeded' | 'transfer.failed' | 'transfer.canceled';
  /**
   * @description The object that changed.
   * @example trf_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: TransferEventData;
}
/** @description An item that the customer pays for. */
export interface LineItem {
  /**
   * @description What it is.
   * @example Green tea, 100 g
   */
  name: string;
  /**
   * Format: int64
   * @description How many of them.
   * @example 3
   */
  quantity: number;
  /**
   * Format: int64
   * @description The amount of one, in minor units: 2500 is 25.00.
   * @example 2500
   */
  unit_amount: number;
}
/** @description The card that the customer used. */
export interface EventCard {
  /**
   * @description The brand of the card.
   * @example visa
   * @enum {string}
   */
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'maestro' | 'unknown';
  /**
   * @description The last four digits of the card.
   * @example 4242
   */
  last4: string;
}
/** @description The payment request at the time of the event. */
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
   * @description The status after the event.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description The subscription that created it.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subscription_id?: string;
  /**
   * Format: idn-email
   * @description With `created`: the email address of the customer.
   * @example ada@example.com
   */
  customer_email?: string;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @description With `created`: when it expires.
   * @example 2026-01-31T09:30:00.000Z
   */
  expires_at?: string;
  /**
   * @description With `created`: what the payment is for.
   * @example Order A-1001
   */
  description?: string;
  /** @description With `created`: what the customer pays for. */
  line_items?: LineItem[];
  /**
   * @description With `created`: where the page leads after the payment.
   * @example https://shop.example/thanks
   */
  success_url?: string;
  /**
   * @description With `created`: where "Cancel" leads.
   * @example https://shop.example/cart
   */
  cancel_url?: string;
  /**
   * @description With `created`: whether it is sent by email.
   * @example false
   */
  send_email?: boolean;
  /**
   * @description With `succeeded`: the credit that the payment was booked as.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transaction_id?: string;
  /**
   * Format: int64
   * @description With `declined` and `failed`: the number of declined cards.
   * @example 1
   */
  declines?: number;
  /**
   * @description With `declined` and `canceled`: the reason.
   * @example card_declined
   * @enum {string}
   */
  reason?: 'card_declined' | 'insufficient_funds' | 'requested' | 'expired' | 'account_closed' | 'superseded';
  card?: EventCard;
}
/** @description An event of a payment request. */
export interface PaymentEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
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
   * @description The object that changed.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: PaymentEventData;
}
/** @description The refund at the time of the event. */
export interface RefundEventData {
  /**
   * @description The payment request that is refunded.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  payment_id: string;
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
   * @description The status after the event.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed';
  /**
   * @description Why it is refunded.
   * @example returned goods
   */
  reason: string | null;
  /**
   * @description The payment that takes the amount from the account.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transaction_id: string;
  /**
   * @description With `failed`: the reason.
   * @example refund_declined
   * @enum {string}
   */
  failure_reason?: 'refund_declined';
}
/** @description An event of a refund. */
export interface RefundEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
   * @example refund.created
   * @enum {string}
   */
  type: 'refund.created' | 'refund.succeeded' | 'refund.failed';
  /**
   * @description The object that changed.
   * @example re_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: RefundEventData;
}
/** @description A period of a subscription. */
export interface EventPeriod {
  /**
   * Format: int64
   * @description The number of the period, starting at 1.
   * @example 1
   */
  number: number;
  /**
   * Format: date-time
   * @description When it started.
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
/** @description The subscription at the time of the event. */
export interface SubscriptionEventData {
  /**
   * @description The status after the event.
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
   * @description With `created`: the length of a period.
   * @example day
   * @enum {string}
   */
  interval?: 'day' | 'week' | 'month' | 'year';
  /**
   * Format: idn-email
   * @description With `created`: the email address of the customer.
   * @example ada@example.com
   */
  customer_email?: string;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  };
  /**
   * @description The payment request of the event.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  payment_id?: string;
  /**
   * Format: int64
   * @description With `renewed`: the number of periods without a payment request.
   * @example 0
   */
  skipped_periods?: number;
  /**
   * @description With `paid`, `paused` and `canceled`: the previous status.
   * @example active
   * @enum {string}
   */
  from?: 'active' | 'past_due' | 'paused' | 'canceled';
}
/** @description An event of a subscription. */
export interface SubscriptionEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
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
   * @description The object that changed.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: SubscriptionEventData;
}
/** @description Why the webhook endpoint was disabled. */
export interface WebhookEndpointEventData {
  /**
   * Format: uri
   * @description The URL of the endpoint.
   * @example https://shop.example.com/webhooks/florin
   */
  url: string;
  /**
   * @description `failing`: all deliveries failed for five days. `gone`: the endpoint responded with 410.
   * @example failing
   * @enum {string}
   */
  reason: 'failing' | 'gone';
}
/** @description An event of a webhook endpoint. */
export interface WebhookEndpointEvent {
  /**
   * @description The event.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account of the event.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: date-time
   * @description When the event occurred.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
  /**
   * @description Who caused the event: the id of a user or an API key, `customer` (on a payment page), `anonymous` or `system`. Null for events from before actors were recorded.
   * @example user_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  actor: string | null;
  /** @description The balance of the account after the event. Null for events that are not of a transaction or a transfer, and for those from before balances were recorded. */
  balance: EventBalance | null;
  /**
   * @description SHA-256 of the previous hash of the account (64 zeros at first) and this event without `hash` as canonical JSON (RFC 8785). Null for an event that is not chained yet.
   * @example b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
   */
  hash: string | null;
  /**
   * Format: date-time
   * @description When personal data was removed from the event, which keeps its hash.
   * @example 2026-01-31T09:30:00.000Z
   */
  erased_at?: string;
  /**
   * @description The type of the event.
   * @example webhook_endpoint.disabled
   * @enum {string}
   */
  type: 'webhook_endpoint.disabled';
  /**
   * @description The object that changed.
   * @example whe_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  subject_id: string;
  data: WebhookEndpointEventData;
}
/** @description A page of events, newest first. */
export interface EventList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The events of this page. */
  data: (
    | AccountEvent
    | TransactionEvent
    | TransferEvent
    | PaymentEvent
    | RefundEvent
    | SubscriptionEvent
    | WebhookEndpointEvent
  )[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description An item that the customer pays for. */
export interface CreateLineItem {
  /**
   * @description What it is.
   * @example Green tea, 100 g
   */
  name: string;
  /**
   * Format: int64
   * @description How many of them.
   * @example 3
   */
  quantity: number;
  /**
   * Format: int64
   * @description The amount of one, in minor units: 2500 is 25.00.
   * @example 2500
   */
  unit_amount: number;
}
/** @description The payment request to create. */
export interface CreatePayment {
  /**
   * @description The account that receives the payment.
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
   * @description Must be the currency of the account.
   * @example USD
   */
  currency: string;
  /**
   * Format: idn-email
   * @description The email address of the customer.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * @description Your own reference.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
  /**
   * Format: date-time
   * @description 5 minutes to 30 days from now. Default: 24 hours.
   * @example 2026-01-31T09:30:00Z
   */
  expires_at?: string | null;
  /**
   * @description What the payment is for. The page shows it.
   * @example Order A-1001
   */
  description?: string | null;
  /** @description What the customer pays for. The sum of `quantity` × `unit_amount` must be `amount`. */
  line_items?: CreateLineItem[] | null;
  /**
   * @description Where the page leads after the payment. `{PAYMENT_ID}` is replaced by the id. Opening this URL proves nothing: retrieve the payment.
   * @example https://shop.example/thanks?payment={PAYMENT_ID}
   */
  success_url?: string | null;
  /**
   * @description Where "Cancel" on the page leads; the request stays open. `{PAYMENT_ID}` is replaced by the id.
   * @example https://shop.example/cart
   */
  cancel_url?: string | null;
  /**
   * @description Whether to send the payment request to the customer by email. Default: false. At most 50 an hour unless the operator has set another limit.
   * @example false
   */
  send_email?: boolean | null;
}
/** @description The card that the customer paid with. */
export interface PaymentMethod {
  /**
   * @description Always `card`.
   * @example card
   * @enum {string}
   */
  type: 'card';
  /**
   * @description The brand of the card.
   * @example visa
   * @enum {string}
   */
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'maestro' | 'unknown';
  /**
   * @description The last four digits of the card.
   * @example 4242
   */
  last4: string;
}
/** @description The payment request as it would be created. */
export interface UnsavedPayment {
  /**
   * @description The account that receives the payment.
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
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * Format: idn-email
   * @description The email address of the customer.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
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
   * @description When it expires.
   * @example 2026-02-01T09:30:00.000Z
   */
  expires_at: string;
  /**
   * @description The credit that the payment was booked as.
   * @example null
   */
  transaction_id: string | null;
  /**
   * Format: int64
   * @description The sum of its succeeded refunds, in minor units.
   * @example 0
   */
  refunded_amount: number;
  /**
   * @description The subscription that created it.
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
   * @description Why it was canceled: by you or by its subscription, because it expired, because its account was closed, or because another request of its subscription was paid.
   * @example null
   * @enum {string|null}
   */
  cancel_reason: 'requested' | 'expired' | 'account_closed' | 'superseded' | null;
  /**
   * Format: date-time
   * @description When the customer paid.
   * @example null
   */
  paid_at: string | null;
  /**
   * @description Null until it is paid.
   * @example null
   */
  payment_method: PaymentMethod | null;
  /**
   * @description Why the latest declined card was declined.
   * @example null
   * @enum {string|null}
   */
  last_decline_reason: 'card_declined' | 'insufficient_funds' | null;
  /**
   * @description What the payment is for; null if you sent nothing.
   * @example Order A-1001
   */
  description: string | null;
  /** @description What the customer pays for; empty if you sent none. */
  line_items: LineItem[];
  /**
   * @description Where the page leads after the payment, as you sent it.
   * @example https://shop.example/thanks?payment={PAYMENT_ID}
   */
  success_url: string | null;
  /**
   * @description Where "Cancel" on the page leads, as you sent it.
   * @example https://shop.example/cart
   */
  cancel_url: string | null;
  /**
   * @description Whether the payment request was sent to the customer by email when it was created.
   * @example false
   */
  send_email: boolean;
  /**
   * @description Always null: the payment request is not stored.
   * @example null
   */
  id: null;
  /**
   * @description Always null: there is no page.
   * @example null
   */
  payment_url: null;
}
/** @description The result of a dry run. Nothing was stored. */
export interface PaymentDryRun {
  /**
   * @description Always true: nothing was stored.
   * @example true
   * @enum {boolean}
   */
  dry_run: true;
  /** @description The balance of the account after it; null for a batch of several accounts. */
  balance: BalanceAfter | null;
  result: UnsavedPayment;
}
/** @description The payment request. */
export interface Payment {
  /**
   * @description The payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account that receives the payment.
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
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * Format: idn-email
   * @description The email address of the customer.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
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
   * @description When it expires.
   * @example 2026-02-01T09:30:00.000Z
   */
  expires_at: string;
  /**
   * @description The credit that the payment was booked as.
   * @example null
   */
  transaction_id: string | null;
  /**
   * Format: int64
   * @description The sum of its succeeded refunds, in minor units.
   * @example 0
   */
  refunded_amount: number;
  /**
   * @description The subscription that created it.
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
   * @description Why it was canceled: by you or by its subscription, because it expired, because its account was closed, or because another request of its subscription was paid.
   * @example null
   * @enum {string|null}
   */
  cancel_reason: 'requested' | 'expired' | 'account_closed' | 'superseded' | null;
  /**
   * Format: date-time
   * @description When the customer paid.
   * @example null
   */
  paid_at: string | null;
  /**
   * @description Null until it is paid.
   * @example null
   */
  payment_method: PaymentMethod | null;
  /**
   * @description Why the latest declined card was declined.
   * @example null
   * @enum {string|null}
   */
  last_decline_reason: 'card_declined' | 'insufficient_funds' | null;
  /**
   * @description What the payment is for; null if you sent nothing.
   * @example Order A-1001
   */
  description: string | null;
  /** @description What the customer pays for; empty if you sent none. */
  line_items: LineItem[];
  /**
   * @description Where the page leads after the payment, as you sent it.
   * @example https://shop.example/thanks?payment={PAYMENT_ID}
   */
  success_url: string | null;
  /**
   * @description Where "Cancel" on the page leads, as you sent it.
   * @example https://shop.example/cart
   */
  cancel_url: string | null;
  /**
   * @description Whether the payment request was sent to the customer by email when it was created.
   * @example false
   */
  send_email: boolean;
  /**
   * Format: uri
   * @description The page where the customer pays.
   * @example https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl
   */
  payment_url: string;
}
/** @description A page of payment requests, newest first. */
export interface PaymentList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The payment requests of this page. */
  data: Payment[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description One card that the customer tried. */
export interface PaymentAttempt {
  /**
   * Format: int64
   * @description The number of the attempt, starting at 1.
   * @example 1
   */
  number: number;
  /**
   * @description `started` while the card is being charged. `failed` and `voided`: the card was not charged. `reversed`: the charge was reversed.
   * @example approved
   * @enum {string}
   */
  status: 'started' | 'approved' | 'declined' | 'failed' | 'voided' | 'reversing' | 'reversed';
  /**
   * @description The brand of the card.
   * @example visa
   * @enum {string}
   */
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'maestro' | 'unknown';
  /**
   * @description The last four digits of the card.
   * @example 4242
   */
  last4: string;
  /**
   * @description Why the card was declined.
   * @example null
   * @enum {string|null}
   */
  decline_reason: 'card_declined' | 'insufficient_funds' | null;
  /**
   * Format: date-time
   * @description When the attempt started.
   * @example 2026-01-31T09:30:00.000Z
   */
  started_at: string;
  /**
   * Format: date-time
   * @description When the result was recorded; null while it is not known.
   * @example 2026-01-31T09:30:00.000Z
   */
  ended_at: string | null;
}
/** @description The payment request, with the attempts to pay it. */
export interface PaymentDetails {
  /**
   * @description The payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account that receives the payment.
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
   * @description Starts as `pending` and changes once.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /**
   * Format: idn-email
   * @description The email address of the customer.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
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
   * @description When it expires.
   * @example 2026-02-01T09:30:00.000Z
   */
  expires_at: string;
  /**
   * @description The credit that the payment was booked as.
   * @example null
   */
  transaction_id: string | null;
  /**
   * Format: int64
   * @description The sum of its succeeded refunds, in minor units.
   * @example 0
   */
  refunded_amount: number;
  /**
   * @description The subscription that created it.
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
   * @description Why it was canceled: by you or by its subscription, because it expired, because its account was closed, or because another request of its subscription was paid.
   * @example null
   * @enum {string|null}
   */
  cancel_reason: 'requested' | 'expired' | 'account_closed' | 'superseded' | null;
  /**
   * Format: date-time
   * @description When the customer paid.
   * @example null
   */
  paid_at: string | null;
  /**
   * @description Null until it is paid.
   * @example null
   */
  payment_method: PaymentMethod | null;
  /**
   * @description Why the latest declined card was declined.
   * @example null
   * @enum {string|null}
   */
  last_decline_reason: 'card_declined' | 'insufficient_funds' | null;
  /**
   * @description What the payment is for; null if you sent nothing.
   * @example Order A-1001
   */
  description: string | null;
  /** @description What the customer pays for; empty if you sent none. */
  line_items: LineItem[];
  /**
   * @description Where the page leads after the payment, as you sent it.
   * @example https://shop.example/thanks?payment={PAYMENT_ID}
   */
  success_url: string | null;
  /**
   * @description Where "Cancel" on the page leads, as you sent it.
   * @example https://shop.example/cart
   */
  cancel_url: string | null;
  /**
   * @description Whether the payment request was sent to the customer by email when it was created.
   * @example false
   */
  send_email: boolean;
  /**
   * Format: uri
   * @description The page where the customer pays.
   * @example https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl
   */
  payment_url: string;
  /** @description The cards that the customer tried, in order. */
  attempts: PaymentAttempt[];
}
/** @description The status of the payment request. */
export interface PaymentState {
  /**
   * @description The payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The status of the payment request.
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
   * @description Your own reference; null if you sent none.
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
   * @description The canceled payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The new status.
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
   * @description A confirmation to show to people.
   * @example The payment request is canceled and can no longer be paid.
   */
  message: string;
}
/** @description The payment request, and where it is sent. */
export interface PaymentEmail {
  /**
   * @description The payment request.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * Format: idn-email
   * @description The email address of the customer.
   * @example ada@example.com
   */
  customer_email: string;
}
/** @description The refund to create. */
export interface CreateRefund {
  /**
   * Format: int64
   * @description In minor units. Default: what is left of the payment.
   * @example 7500
   */
  amount?: number | null;
  /**
   * @description Why you refund it, in your own words.
   * @example returned goods
   */
  reason?: string | null;
}
/** @description The refund. */
export interface Refund {
  /**
   * @description The refund.
   * @example re_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The payment request that is refunded.
   * @example pay_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  payment_id: string;
  /**
   * @description The account that pays the refund.
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
   * @description Starts as `pending` and changes once.
   * @example succeeded
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed';
  /**
   * @description Why you refund it, in your own words.
   * @example returned goods
   */
  reason: string | null;
  /**
   * @description Why the refund failed.
   * @example null
   * @enum {string|null}
   */
  failure_reason: 'refund_declined' | null;
  /**
   * @description The payment that takes the amount from the account.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transaction_id: string;
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
/** @description A page of refunds, newest first. */
export interface RefundList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The refunds of this page. */
  data: Refund[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The subscription to create. */
export interface CreateSubscription {
  /**
   * @description The account that receives the payment.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: idn-email
   * @description The email address of the customer.
   * @example ada@example.com
   */
  customer_email: string;
  /**
   * Format: int64
   * @description The amount of each period, in minor units: 7500 is 75.00.
   * @example 7500
   */
  amount: number;
  /**
   * @description Must be the currency of the account.
   * @example USD
   */
  currency: string;
  /**
   * @description The length of a period.
   * @example day
   * @enum {string}
   */
  interval: 'day' | 'week' | 'month' | 'year';
  /**
   * @description Your own reference.
   * @example INV-2026-014
   */
  reference?: string | null;
  /**
   * @description Your own key-value pairs: at most 50 keys of 1 to 40 characters, 8192 bytes of JSON in all with numbers written out, values up to 3 levels deep.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
}
/** @description The subscription. */
export interface Subscription {
  /**
   * @description The subscription.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account that receives the payment.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * Format: idn-email
   * @description The email address of the customer.
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
   * @description The length of a period.
   * @example month
   * @enum {string}
   */
  interval: 'day' | 'week' | 'month' | 'year';
  /**
   * @description `past_due` if a period ended unpaid. An account with `active` or `past_due` subscriptions cannot be closed.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * @description Your own key-value pairs.
   * @example {
   *       "order": "A-1001"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * Format: int64
   * @description The number of the current period, starting at 1.
   * @example 1
   */
  current_period: number;
  /**
   * Format: date-time
   * @description When the current period started.
   * @example 2026-01-31T09:30:00.000Z
   */
  current_period_start: string;
  /**
   * Format: date-time
   * @description When the current period ends.
   * @example 2026-02-28T09:30:00.000Z
   */
  current_period_end: string;
  /**
   * Format: date-time
   * @description When the current period was paid.
   * @example null
   */
  current_period_paid_at: string | null;
  /**
   * @description The latest payment request.
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
   * @description The payment page of the latest payment request.
   * @example https://pay.example.com/pay/c2VjcmV0IG9mIHRoZSBwYWdl
   */
  latest_payment_url: string;
}
/** @description A page of subscriptions, newest first. */
export interface SubscriptionList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The subscriptions of this page. */
  data: Subscription[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description Pauses or resumes the subscription. */
export interface UpdateSubscription {
  /**
   * @description `paused` creates no more payment requests. `active` continues the current period if it is paid, or starts a new one.
   * @example active
   * @enum {string}
   */
  status?: 'active' | 'paused';
}
/** @description The subscription is canceled. */
export interface CanceledSubscription {
  /**
   * @description The canceled subscription.
   * @example sub_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The new status.
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
   * @description A confirmation to show to people.
   * @example The subscription is canceled and creates no more payment requests.
   */
  message: string;
}
/** @description The webhook endpoint to create. */
export interface CreateWebhookEndpoint {
  /**
   * @description Where the events are sent: an `https:` URL of at most 2048 characters, without credentials or fragment, that does not lead to a private address.
   * @example https://shop.example.com/webhooks/florin
   */
  url: string;
  /**
   * @description The types of the events to send, or `["*"]` for all events.
   * @example [
   *       "payment_request.succeeded",
   *       "payment_request.failed"
   *     ]
   */
  events: (
    | '*'
    | 'account.opened'
    | 'account.updated'
    | 'account.activated'
    | 'account.suspended'
    | 'account.pending'
    | 'account.closed'
    | 'transaction.created'
    | 'transaction.updated'
    | 'transaction.succeeded'
    | 'transaction.failed'
    | 'transaction.canceled'
    | 'transfer.created'
    | 'transfer.succeeded'
    | 'transfer.failed'
    | 'transfer.canceled'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.succeeded'
    | 'payment_request.failed'
    | 'payment_request.canceled'
    | 'payment_request.reversed'
    | 'refund.created'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'subscription.created'
    | 'subscription.renewed'
    | 'subscription.reminded'
    | 'subscription.past_due'
    | 'subscription.paid'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.canceled'
    | 'webhook_endpoint.disabled'
  )[];
  /**
   * @description A description of your choice.
   * @example Web shop
   */
  description?: string | null;
  /**
   * @description The account whose events are sent. Default: the account of the token or of `X-Account-Id`. Admins and platform keys that send neither get an endpoint for the events of all accounts.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id?: string | null;
}
/** @description The webhook endpoint, with its new secret. */
export interface WebhookEndpointWithSecret {
  /**
   * @description The webhook endpoint.
   * @example whe_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account whose events are sent; null for the events of all accounts.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string | null;
  /**
   * Format: uri
   * @description Where the events are sent.
   * @example https://shop.example.com/webhooks/florin
   */
  url: string;
  /**
   * @description The types of the events that are sent, or `["*"]` for all events.
   * @example [
   *       "payment_request.succeeded",
   *       "payment_request.failed"
   *     ]
   */
  events: (
    | '*'
    | 'account.opened'
    | 'account.updated'
    | 'account.activated'
    | 'account.suspended'
    | 'account.pending'
    | 'account.closed'
    | 'transaction.created'
    | 'transaction.updated'
    | 'transaction.succeeded'
    | 'transaction.failed'
    | 'transaction.canceled'
    | 'transfer.created'
    | 'transfer.succeeded'
    | 'transfer.failed'
    | 'transfer.canceled'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.succeeded'
    | 'payment_request.failed'
    | 'payment_request.canceled'
    | 'payment_request.reversed'
    | 'refund.created'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'subscription.created'
    | 'subscription.renewed'
    | 'subscription.reminded'
    | 'subscription.past_due'
    | 'subscription.paid'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.canceled'
    | 'webhook_endpoint.disabled'
  )[];
  /**
   * @description Your own description; null if you sent none.
   * @example Web shop
   */
  description: string | null;
  /**
   * @description Events are sent only while it is `enabled`. Florin disables an endpoint whose deliveries have all failed for five days, or that responds with 410.
   * @example enabled
   * @enum {string}
   */
  status: 'enabled' | 'disabled';
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
   * @description The secret that signs the deliveries. Store it at the receiver. It is returned only here, and if you retry a create with the same `Idempotency-Key`.
   * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
   */
  secret: string;
}
/** @description The webhook endpoint, without its secret. */
export interface WebhookEndpoint {
  /**
   * @description The webhook endpoint.
   * @example whe_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account whose events are sent; null for the events of all accounts.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string | null;
  /**
   * Format: uri
   * @description Where the events are sent.
   * @example https://shop.example.com/webhooks/florin
   */
  url: string;
  /**
   * @description The types of the events that are sent, or `["*"]` for all events.
   * @example [
   *       "payment_request.succeeded",
   *       "payment_request.failed"
   *     ]
   */
  events: (
    | '*'
    | 'account.opened'
    | 'account.updated'
    | 'account.activated'
    | 'account.suspended'
    | 'account.pending'
    | 'account.closed'
    | 'transaction.created'
    | 'transaction.updated'
    | 'transaction.succeeded'
    | 'transaction.failed'
    | 'transaction.canceled'
    | 'transfer.created'
    | 'transfer.succeeded'
    | 'transfer.failed'
    | 'transfer.canceled'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.succeeded'
    | 'payment_request.failed'
    | 'payment_request.canceled'
    | 'payment_request.reversed'
    | 'refund.created'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'subscription.created'
    | 'subscription.renewed'
    | 'subscription.reminded'
    | 'subscription.past_due'
    | 'subscription.paid'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.canceled'
    | 'webhook_endpoint.disabled'
  )[];
  /**
   * @description Your own description; null if you sent none.
   * @example Web shop
   */
  description: string | null;
  /**
   * @description Events are sent only while it is `enabled`. Florin disables an endpoint whose deliveries have all failed for five days, or that responds with 410.
   * @example enabled
   * @enum {string}
   */
  status: 'enabled' | 'disabled';
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
/** @description A page of webhook endpoints, newest first. */
export interface WebhookEndpointList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The webhook endpoints of this page. */
  data: WebhookEndpoint[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description The fields to change. */
export interface UpdateWebhookEndpoint {
  /**
   * @description Where the events are sent: an `https:` URL of at most 2048 characters, without credentials or fragment, that does not lead to a private address.
   * @example https://shop.example.com/webhooks/florin
   */
  url?: string;
  /**
   * @description The types of the events to send, or `["*"]` for all events.
   * @example [
   *       "payment_request.succeeded",
   *       "payment_request.failed"
   *     ]
   */
  events?: (
    | '*'
    | 'account.opened'
    | 'account.updated'
    | 'account.activated'
    | 'account.suspended'
    | 'account.pending'
    | 'account.closed'
    | 'transaction.created'
    | 'transaction.updated'
    | 'transaction.succeeded'
    | 'transaction.failed'
    | 'transaction.canceled'
    | 'transfer.created'
    | 'transfer.succeeded'
    | 'transfer.failed'
    | 'transfer.canceled'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.succeeded'
    | 'payment_request.failed'
    | 'payment_request.canceled'
    | 'payment_request.reversed'
    | 'refund.created'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'subscription.created'
    | 'subscription.renewed'
    | 'subscription.reminded'
    | 'subscription.past_due'
    | 'subscription.paid'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.canceled'
    | 'webhook_endpoint.disabled'
  )[];
  /**
   * @description A description of your choice; null removes it.
   * @example Web shop
   */
  description?: string | null;
  /**
   * @description `disabled`: events are no longer sent, and events from this time on are not sent later. `enabled`: pending deliveries continue.
   * @example enabled
   * @enum {string}
   */
  status?: 'enabled' | 'disabled';
}
/** @description The webhook endpoint is deleted. */
export interface DeletedWebhookEndpoint {
  /**
   * @description The deleted webhook endpoint.
   * @example whe_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description A confirmation to show to people.
   * @example The webhook endpoint is deleted, and its pending deliveries are not sent.
   */
  message: string;
}
/** @description One request to the URL of the endpoint. */
export interface WebhookDeliveryAttempt {
  /**
   * Format: date-time
   * @description When the request was sent.
   * @example 2026-01-31T09:30:00.000Z
   */
  at: string;
  /**
   * @description The status of the response; null without a response.
   * @example 200
   */
  status_code: number | null;
  /**
   * @description Why there is no response; null if there is one.
   * @example null
   */
  error: string | null;
  /**
   * Format: int64
   * @description How long the request took, in milliseconds.
   * @example 84
   */
  duration_ms: number;
  /**
   * @description The beginning of the body of the response; null without a response.
   * @example ok
   */
  response: string | null;
}
/** @description The delivery of one event to one webhook endpoint. */
export interface WebhookDelivery {
  /**
   * @description The delivery.
   * @example whd_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The webhook endpoint.
   * @example whe_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  endpoint_id: string;
  /**
   * @description The event, which is also the `webhook-id` of each request.
   * @example evt_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  event_id: string;
  /**
   * @description The type of the event; `webhook_endpoint.test` for a test.
   * @example payment_request.succeeded
   */
  event_type: string;
  /**
   * @description `pending` until a request succeeds with a 2xx status. `failed` after ten failed requests.
   * @example succeeded
   * @enum {string}
   */
  status: 'pending' | 'succeeded' | 'failed';
  /**
   * Format: date-time
   * @description When the next request is due; null once the delivery has ended.
   * @example null
   */
  next_attempt_at: string | null;
  /** @description The requests so far, the latest 20 at most. */
  attempts: WebhookDeliveryAttempt[];
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
}
/** @description The period whose events are sent again. Both ends are included. */
export interface ReplayEvents {
  /**
   * @description The start. A date means the start of that day in UTC.
   * @example 2026-01-31
   */
  from: string;
  /**
   * @description The end. A date means the end of that day in UTC. Default: now.
   * @example 2026-02-01T09:30:00Z
   */
  to?: string | null;
}
/** @description The events will be sent again. */
export interface ReplayedEvents {
  /**
   * Format: int64
   * @description The number of events that will be sent.
   * @example 42
   */
  count: number;
}
/** @description A page of deliveries, newest event first. */
export interface WebhookDeliveryList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The deliveries of this page. */
  data: WebhookDelivery[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description What was posted in one bucket of time, in minor units. */
export interface ActivityBucket {
  /**
   * Format: date-time
   * @description When the bucket starts. It ends where the next one starts.
   * @example 2026-01-31T09:30:00.000Z
   */
  start: string;
  /**
   * Format: int64
   * @description Money in: succeeded credits and refunds.
   * @example 120000
   */
  in: number;
  /**
   * Format: int64
   * @description Money out: succeeded payments.
   * @example 45000
   */
  out: number;
  /**
   * Format: int64
   * @description The number of transactions that succeeded.
   * @example 18
   */
  count: number;
  /**
   * Format: int64
   * @description Available and held at the end of the bucket.
   * @example 257500
   */
  closing_balance: number;
}
/** @description Every bucket of the range, oldest first, also without transactions. */
export interface Activity {
  /** @description The buckets, oldest first. */
  data: ActivityBucket[];
}
/** @description The activity of all accounts in one currency. */
export interface CurrencyActivity {
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /** @description The buckets, oldest first. */
  data: ActivityBucket[];
}
/** @description The activity of all accounts, by currency. */
export interface PlatformActivity {
  /** @description One item for each currency. */
  data: CurrencyActivity[];
}
export interface StatementTotalsBody {
  /**
   * Format: int64
   * @description The sum of the positive amounts.
   * @example 7500
   */
  in: number;
  /**
   * Format: int64
   * @description The sum of the negative amounts, as a positive number.
   * @example 7500
   */
  out: number;
  /**
   * Format: int64
   * @description The number of lines.
   * @example 2
   */
  count: number;
}
/** @description A posted entry of the account. It never changes. */
export interface StatementLine {
  /**
   * @description The id of the entry.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j:account
   */
  id: string;
  /**
   * @description The transaction.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transaction_id: string;
  /**
   * @description The type of the transaction.
   * @example payment
   * @enum {string}
   */
  type: 'payment' | 'credit' | 'refund';
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * Format: int64
   * @description In minor units. Negative for money out.
   * @example -7500
   */
  amount: number;
  /**
   * Format: int64
   * @description Available and held, after this line.
   * @example 250000
   */
  balance_after: number;
  /**
   * Format: date-time
   * @description When it was posted.
   * @example 2026-01-31T09:30:00.000Z
   */
  posted_at: string;
}
/** @description The balances and totals of the period, and a page of its lines, newest first. */
export interface Statement {
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
   * Format: date-time
   * @description The start of the period; null if you sent none.
   * @example 2026-01-31T09:30:00.000Z
   */
  from: string | null;
  /**
   * Format: date-time
   * @description The last instant of the period; null if you sent none.
   * @example 2026-01-31T09:30:00.000Z
   */
  to: string | null;
  /**
   * Format: int64
   * @description Available and held, at the start of the period.
   * @example 250000
   */
  opening_balance: number;
  /**
   * Format: int64
   * @description Available and held, at the end of the period.
   * @example 250000
   */
  closing_balance: number;
  /** @description Of the whole period, not of the page. */
  totals: StatementTotalsBody;
  /** @description The lines of the page. */
  data: StatementLine[];
  /**
   * @description Whether there are more lines beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description A file of a bank or processor, compared with what Florin posted to the account. */
export interface Reconciliation {
  /**
   * @description The reconciliation.
   * @example rcn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description The account.
   * @example acct_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  account_id: string;
  /**
   * @description The format of the file.
   * @example csv
   * @enum {string}
   */
  format: 'csv' | 'camt053';
  /**
   * @description Always `completed`.
   * @example completed
   * @enum {string}
   */
  status: 'completed';
  /**
   * @description ISO 4217, in upper case.
   * @example USD
   */
  currency: string;
  /**
   * Format: date
   * @description The first day of the period, in the time zone of the account.
   * @example 2026-01-31
   */
  from: string;
  /**
   * Format: date
   * @description The last day of the period.
   * @example 2026-01-31
   */
  to: string;
  /**
   * Format: int64
   * @description The number of days that two dates may differ.
   * @example 3
   */
  tolerance_days: number;
  /**
   * Format: int64
   * @description Lines of the file that match an entry.
   * @example 118
   */
  matched: number;
  /**
   * Format: int64
   * @description Lines of the file with the reference of an entry, but another amount.
   * @example 1
   */
  amount_differs: number;
  /**
   * Format: int64
   * @description Lines of the file without an entry.
   * @example 2
   */
  missing_in_florin: number;
  /**
   * Format: int64
   * @description Entries of the period without a line in the file.
   * @example 0
   */
  missing_in_file: number;
  /**
   * Format: date-time
   * @description When it was created.
   * @example 2026-01-31T09:30:00.000Z
   */
  created_at: string;
}
/** @description A page of reconciliations, newest first. */
export interface ReconciliationList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The reconciliations of this page. */
  data: Reconciliation[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description A line of the file. */
export interface ReconciledFileLine {
  /**
   * Format: int64
   * @description Where it is in the file.
   * @example 2
   */
  line: number;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * Format: int64
   * @description In minor units: positive for money in, negative for money out.
   * @example 7500
   */
  amount: number;
  /**
   * Format: date
   * @description The date in the file.
   * @example 2026-01-31
   */
  date: string;
  /**
   * @description The text for people; null if there is none.
   * @example Invoice 14
   */
  description: string | null;
}
/** @description What a succeeded transaction posted to the account. */
export interface ReconciledEntry {
  /**
   * @description The transaction.
   * @example txn_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  transaction_id: string;
  /**
   * @description Your own reference; null if you sent none.
   * @example INV-2026-014
   */
  reference: string | null;
  /**
   * Format: int64
   * @description In minor units: positive for money in, negative for money out.
   * @example 7500
   */
  amount: number;
  /**
   * Format: date
   * @description The day of posting, in the time zone of the account.
   * @example 2026-01-31
   */
  date: string;
}
/** @description A line of the file, an entry of Florin, or a pair. */
export interface ReconciliationLine {
  /**
   * @description The line.
   * @example rcl_01k9zxv3s8e7qv5m2c4w6y8h0j
   */
  id: string;
  /**
   * @description `matched`; `amount_differs`: the same reference with another amount; `missing_in_florin`: no entry; `missing_in_file`: no line in the file.
   * @example matched
   * @enum {string}
   */
  result: 'matched' | 'amount_differs' | 'missing_in_florin' | 'missing_in_file';
  /** @description Null if it is missing in the file. */
  file: ReconciledFileLine | null;
  /** @description Null if it is missing in Florin. */
  florin: ReconciledEntry | null;
}
/** @description A page of lines in the order of the file, followed by the entries that are missing in it. */
export interface ReconciliationLineList {
  /**
   * @description Always `list`.
   * @example list
   * @enum {string}
   */
  object: 'list';
  /** @description The lines of this page. */
  data: ReconciliationLine[];
  /**
   * @description Whether there are more items beyond this page.
   * @example false
   */
  has_more: boolean;
}
/** @description A recurring job. The times are accurate to five seconds. */
export interface JobHealth {
  /**
   * @description The name of the job, as in metrics and logs.
   * @example deliver-webhooks
   */
  name: string;
  /**
   * Format: int64
   * @description How often it runs, in seconds.
   * @example 1
   */
  every_seconds: number;
  /**
   * Format: date-time
   * @description When it last ran in any worker.
   * @example 2026-01-31T09:30:00.000Z
   */
  last_run_at: string;
  /**
   * Format: date-time
   * @description When it last succeeded.
   * @example 2026-01-31T09:30:00.000Z
   */
  last_success_at: string | null;
  /**
   * Format: date-time
   * @description When it last failed. The log of the worker has the cause.
   * @example null
   */
  last_failure_at: string | null;
  /**
   * @description Whether it has not succeeded for three intervals, and for two minutes.
   * @example false
   */
  is_late: boolean;
}
/** @description The last run of `florin verify` that could be recorded. */
export interface VerifyHealth {
  /**
   * Format: date-time
   * @description When it started.
   * @example 2026-01-31T09:30:00.000Z
   */
  started_at: string;
  /**
   * Format: date-time
   * @description When it ended.
   * @example 2026-01-31T09:30:00.000Z
   */
  ended_at: string;
  /**
   * Format: int64
   * @description The number of rules that were checked.
   * @example 60
   */
  rules: number;
  /**
   * Format: int64
   * @description The number of damaged rows.
   * @example 0
   */
  findings: number;
}
/** @description Webhooks that wait to be sent to enabled endpoints. */
export interface WebhookHealth {
  /**
   * Format: int64
   * @description How many wait, including those that are retried later.
   * @example 0
   */
  pending: number;
  /**
   * Format: date-time
   * @description Since when the oldest of them has been due; null if none is due.
   * @example null
   */
  oldest_due_at: string | null;
  /**
   * Format: int64
   * @description Enabled endpoints whose last attempt failed.
   * @example 0
   */
  failing_endpoints: number;
}
/** @description Mails that wait to be sent. */
export interface MailHealth {
  /**
   * Format: int64
   * @description How many wait, including those that are retried later.
   * @example 0
   */
  pending: number;
  /**
   * Format: date-time
   * @description Since when the oldest of them has been due; null if none is due.
   * @example null
   */
  oldest_due_at: string | null;
}
/** @description The PostgreSQL server. */
export interface DatabaseHealth {
  /**
   * @description Its version.
   * @example 17.2
   */
  version: string;
  /**
   * Format: int64
   * @description Migrations of this release that have not run.
   * @example 0
   */
  pending_migrations: number;
}
/** @description The state of the service. */
export interface ServiceHealth {
  /**
   * @description `degraded` if there is a problem.
   * @example ok
   * @enum {string}
   */
  status: 'ok' | 'degraded';
  /**
   * @description What is wrong; empty if nothing is.
   * @example []
   */
  problems: (
    'no_worker' | 'jobs_late' | 'ledger_inconsistent' | 'webhooks_late' | 'mails_late' | 'migrations_pending'
  )[];
  /** @description By name; empty if no worker has run. */
  jobs: JobHealth[];
  /** @description Null before the first run. */
  verify: VerifyHealth | null;
  webhooks: WebhookHealth;
  mails: MailHealth;
  database: DatabaseHealth;
}
export interface ListSessionsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
}
export interface ListUsersQuery {
  /** @description The page number, starting at 1. */
  page?: number;
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description Only users with this status. */
  status?: 'pending' | 'active' | 'suspended';
  /** @description Part of a name or an email, ignoring case. */
  search?: string;
}
export interface ListApiKeysQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
}
export interface ListAuditEntriesQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only changes by this user or API key, by `anonymous` or by `system`. */
  actor?: string;
  /** @description Only changes to this user, session or API key. */
  subject?: string;
}
export interface ListAccountsQuery {
  /** @description The page number, starting at 1. */
  page?: number;
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description Only accounts with this status. */
  status?: 'pending' | 'active' | 'suspended' | 'closed';
  /** @description Only accounts of this type. */
  type?: 'individual' | 'business';
  /** @description Only accounts created after this time, or after this day in UTC. */
  created_after?: string;
  /** @description Only accounts created before this time, or before this day in UTC. */
  created_before?: string;
  /** @description Part of a name or an email, ignoring case. */
  search?: string;
}
export interface ListTransactionsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only items with this status. */
  status?: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** @description Only items of this type. */
  type?: 'payment' | 'credit' | 'refund';
  /** @description Only transactions created at or after this time, or on or after this day in UTC. */
  date_from?: string;
  /** @description Only transactions created at or before this time, or on or before this day in UTC. */
  date_to?: string;
  /** @description Only transactions of this account. For admins and platform keys. */
  account_id?: string;
  /** @description Only refunds of this payment. */
  refund_of?: string;
  /** @description Only items with this reference. */
  reference?: string;
  /** @description Only transactions of this amount or more, in minor units. */
  amount_min?: number;
  /** @description Only transactions of this amount or less, in minor units. */
  amount_max?: number;
}
export interface ListTransfersQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only items with this status. */
  status?: 'pending' | 'succeeded' | 'failed' | 'canceled';
}
export interface GetBalanceQuery {
  /** @description The balance after the last event up to this instant, or up to the end of this day in the account's time zone. Zero before the first event; an instant in the future is like now. */
  at?: string;
}
export interface ListEventsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only events of this type. */
  type?:
    | 'account.opened'
    | 'account.updated'
    | 'account.activated'
    | 'account.suspended'
    | 'account.pending'
    | 'account.closed'
    | 'transaction.created'
    | 'transaction.updated'
    | 'transaction.succeeded'
    | 'transaction.failed'
    | 'transaction.canceled'
    | 'transfer.created'
    | 'transfer.succeeded'
    | 'transfer.failed'
    | 'transfer.canceled'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.succeeded'
    | 'payment_request.failed'
    | 'payment_request.canceled'
    | 'payment_request.reversed'
    | 'refund.created'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'subscription.created'
    | 'subscription.renewed'
    | 'subscription.reminded'
    | 'subscription.past_due'
    | 'subscription.paid'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.canceled'
    | 'webhook_endpoint.disabled';
  /** @description Only events of this object. */
  subject_id?: string;
}
export interface ListPaymentsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only items with this status. */
  status?: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** @description Only items with this reference. */
  reference?: string;
  /** @description Only payment requests of this subscription. */
  subscription_id?: string;
  /** @description Only payment requests to this customer. */
  customer_email?: string;
  /** @description Only payment requests created after this time, or after this day in UTC. */
  created_after?: string;
  /** @description Only payment requests created before this time, or before this day in UTC. */
  created_before?: string;
}
export interface ListRefundsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
}
export interface ListSubscriptionsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only items with this status. */
  status?: 'active' | 'past_due' | 'paused' | 'canceled';
  /** @description Only items with this reference. */
  reference?: string;
}
export interface ListWebhookEndpointsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
}
export interface ListWebhookDeliveriesQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only deliveries with this status. */
  status?: 'pending' | 'succeeded' | 'failed';
}
export interface GetActivityQuery {
  /** @description The size of a bucket; `day` without it. Weeks start on Monday. At most 400 buckets. */
  interval?: 'day' | 'week' | 'month';
  /** @description The first bucket contains this instant or date. Without it, 30 buckets. */
  from?: string;
  /** @description The last bucket contains this instant or date. May be in the future. Without it, now. */
  to?: string;
}
export interface GetPlatformActivityQuery {
  /** @description The size of a bucket; `day` without it. Weeks start on Monday. At most 400 buckets. */
  interval?: 'day' | 'week' | 'month';
  /** @description The first bucket contains this instant or date. Without it, 30 buckets. */
  from?: string;
  /** @description The last bucket contains this instant or date. May be in the future. Without it, now. */
  to?: string;
}
export interface GetStatementQuery {
  /** @description The start of the period. Without it, the period starts with the first transaction. */
  from?: string;
  /** @description The end of the period, inclusive. Without it, the period has no end. */
  to?: string;
  /** @description The format of the response. Takes precedence over the `Accept` header. */
  format?: 'json' | 'csv' | 'pdf';
  /** @description The maximum number of lines per page. For JSON only. */
  limit?: number;
  /** @description A cursor: returns the page after the line with this id (older lines). Cannot be combined with `ending_before`. For JSON only. */
  starting_after?: string;
  /** @description A cursor: returns the page before the line with this id (newer lines). Cannot be combined with `starting_after`. For JSON only. */
  ending_before?: string;
}
export interface ListReconciliationsQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
}
export interface CreateReconciliationQuery {
  /** @description The format of the file. */
  format: 'csv' | 'camt053';
  /** @description The number of days that two dates may differ. */
  tolerance_days?: number;
  /** @description The first day that the file covers. Without it, the earliest of the file. */
  from?: string;
  /** @description The last day that the file covers. Without it, the latest of the file. */
  to?: string;
  /** @description CSV: the column with the reference; without it `reference`, if the file has one. */
  reference_column?: string;
  /** @description CSV: the column with the amount; without it `amount`. Without a header, columns have numbers from 1. */
  amount_column?: string;
  /** @description CSV: the column with money in, in place of the amount. */
  credit_column?: string;
  /** @description CSV: the column with money out, in place of the amount. */
  debit_column?: string;
  /** @description CSV: the column with the date; without it `date`. */
  date_column?: string;
  /** @description CSV: the column with a text for people; without it `description`, if the file has one. */
  description_column?: string;
  /** @description CSV: the column with the currency, which must be that of the account. */
  currency_column?: string;
  /** @description CSV: what separates fields; `comma` by default. */
  delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe';
  /** @description CSV: what separates decimals; `point` by default. Thousands may be grouped. */
  decimal_separator?: 'point' | 'comma';
  /** @description CSV: how dates are written; `yyyy-mm-dd` by default. A time behind the date is ignored. */
  date_format?: 'yyyy-mm-dd' | 'dd.mm.yyyy' | 'dd/mm/yyyy' | 'mm/dd/yyyy' | 'yyyymmdd';
  /** @description CSV: what a positive amount is: `positive_in`, money in, by default, or `positive_out`. */
  amount_sign?: 'positive_in' | 'positive_out';
  /** @description CSV: whether there is a header; `true` by default. */
  header?: 'true' | 'false';
  /** @description CSV: the number of lines above the header or the first line. */
  skip_lines?: number;
}
export interface ListReconciliationLinesQuery {
  /** @description The maximum number of items per page. */
  limit?: number;
  /** @description A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`. */
  starting_after?: string;
  /** @description A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`. */
  ending_before?: string;
  /** @description Only lines with this result. */
  result?: 'matched' | 'amount_differs' | 'missing_in_florin' | 'missing_in_file';
  /** @description With `csv`, all lines as a file, like `Accept: text/csv`. Not with `limit` and cursors. */
  format?: 'json' | 'csv';
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
     * @description Starts a session. The error is the same for an unknown user and for a wrong password. In production this operation requires HTTPS.
     *
     *     No access token required.
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
     * Refresh tokens
     * @description Send the refresh token in the `Authorization` header or in the body. If you send both, they must be equal. A refresh token works once: a retry within a few seconds returns the same tokens, and any later use ends the session.
     *
     *     No access token required.
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
     * @description All tokens of the session stop working immediately.
     *
     *     Allowed for users without an account (themselves), members (themselves), owners (themselves), admins (themselves).
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
     * List your sessions
     * @description Allowed for users without an account (themselves), members (themselves), owners (themselves), admins (themselves).
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
     * @description Allowed for owners (themselves and their members), admins.
     */
    get: operations['listUsers'];
    put?: never;
    /**
     * Create a user
     * @description A user that an owner creates becomes a member of the owner’s account. Other new users have no account. The owner of a suspended account cannot create members. In production this operation requires HTTPS.
     *
     *     Allowed for callers without a token, users without an account, members, owners (themselves and their members), admins. The token is optional unless the setting `SIGNUP` is `closed`. If you send one, it must be valid.
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
     * @description Allowed for users without an account (themselves), members (themselves), owners (themselves and their members), admins.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /**
     * Delete a user
     * @description Deletes the user permanently, ends its sessions and revokes the platform keys that it created. The owner of an open account and the last active admin cannot be deleted.
     *
     *     Allowed for users without an account (themselves), members (themselves), owners (themselves and their members), admins.
     */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    /**
     * Update a user
     * @description Users can update themselves, except for their status. Owners can set the name and status of their members. Admins can update everything. A new password ends the other sessions of the user. `current_password` is optional; if you send it, it must be correct. In production, passwords require HTTPS.
     *
     *     Allowed for users without an account (themselves), members (themselves), owners (themselves and their members), admins.
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
     * @description Allowed for owners (their account), admins.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description Owners create keys of their account, unless it is suspended. Admins create platform keys, which work only while that admin is active.
     *
     *     Allowed for owners (their account), admins.
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
     * @description Allowed for owners (their account), admins.
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
     * List audit entries
     * @description Allowed for admins.
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
  '/v1/auth/password_reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a password reset
     * @description Sends the user a mail with a link to a page where a new password can be set: once, within 30 minutes. That ends all sessions of the user. The response is the same for unknown and inactive users, and for a user who has had five mails within an hour.
     *
     *     No access token required.
     */
    post: operations['requestPasswordReset'];
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
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    /**
     * Close the account
     * @description Permanent. Revokes the tokens and API keys of the account, suspends its users, and cancels pending transactions, pending payment requests and paused subscriptions. A remaining balance stays in the ledger.
     *
     *     Allowed for owners (their account), platform keys, admins.
     */
    delete: operations['closeAccount'];
    options?: never;
    head?: never;
    /**
     * Update the account
     * @description Only the fields that you send are changed; settings and their `branding` are merged. The currency cannot be changed once the account has a transaction, a pending payment request, or a subscription that is not canceled.
     *
     *     Allowed for owners (their account), platform keys, admins.
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
     * List accounts
     * @description Allowed for platform keys, admins.
     */
    get: operations['listAccounts'];
    put?: never;
    /**
     * Create an account
     * @description Also creates the owner: a user who logs in with the email and password of the account. In production this operation requires HTTPS.
     *
     *     Allowed for callers without a token, users without an account, members, owners, platform keys, admins. The token is optional unless the setting `SIGNUP` is `closed`. If you send one, it must be valid.
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
    /**
     * Retrieve an account by id
     * @description Allowed for platform keys, admins.
     */
    get: operations['getAccountById'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Set the status of an account
     * @description Allowed for platform keys, admins.
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
     * List transactions
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listTransactions'];
    put?: never;
    /**
     * Create a transaction
     * @description Creates a pending payment, credit or refund. A payment moves its amount from `available` to `held` immediately and fails with `insufficient_funds` if the balance is too low. A credit or a refund is added to the balance when it settles. The refunds of a payment cannot exceed its amount. With `settle: true`, admins and platform keys create and settle it in one step.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getTransaction'];
    put?: never;
    post?: never;
    /**
     * Cancel a pending transaction
     * @description Releases the hold of a payment.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['cancelTransaction'];
    options?: never;
    head?: never;
    /**
     * Update a transaction
     * @description Updates the reference or the metadata. Metadata is merged at the top level: set a key to null to delete it, or send null to delete all keys. The amount, currency and type cannot be changed: sending one of them is a conflict.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    patch: operations['updateTransaction'];
    trace?: never;
  };
  '/v1/transactions/{transaction_id}/entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the ledger entries of a transaction
     * @description A succeeded transaction has a balanced pair of entries, any other has none. The list is complete: it has no pages.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listTransactionEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
     * @description Sets the status to `succeeded` and posts a balanced pair of ledger entries. Send the status `failed` to release the hold of a payment, or to drop a credit or a refund.
     *
     *     Allowed for platform keys, admins.
     */
    post: operations['settleTransaction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/transactions/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a batch of transactions
     * @description Creates up to 1,000 transactions in one SQL transaction. With `atomic: true`, one refused transaction refuses all with `batch_failed`. With `atomic: false`, each result has the status that its own request would have had. A malformed transaction is 400 for the whole batch. The body may have up to 4 MiB.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createTransactionBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/transfers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List transfers
     * @description Transfers from and to the account.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listTransfers'];
    put?: never;
    /**
     * Create a transfer
     * @description Moves money between two accounts of the same currency. The amount is on hold at the source and incoming at the destination until the transfer settles. Each account has its own transaction of it: a payment at the source, a credit at the destination. They settle, fail or are canceled together.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createTransfer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/transfers/{transfer_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a transfer
     * @description The metadata is that of your own side: the destination does not see the metadata of the source.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getTransfer'];
    put?: never;
    post?: never;
    /**
     * Cancel a pending transfer
     * @description Releases the hold at the source. The destination cannot cancel a transfer.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['cancelTransfer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/transfers/{transfer_id}/settle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settle a pending transfer
     * @description Sets the status of both sides to `succeeded` and posts their ledger entries. Send the status `failed` to release the hold.
     *
     *     Allowed for platform keys, admins.
     */
    post: operations['settleTransfer'];
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
     * Retrieve the balance
     * @description Also the balance at any time, with `at`.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
  '/v1/account/log_head': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the head of the event log
     * @description Store the hash outside of Florin: as long as the log still contains an event with it, no event up to that one was changed, removed or inserted.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getLogHead'];
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
     * List events
     * @description Admins and platform keys get the events of all accounts, or with `X-Account-Id` those of one. Ids are ordered within one account only: to follow new events with `ending_before`, send `X-Account-Id`.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
     * List payment requests
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listPayments'];
    put?: never;
    /**
     * Create a payment request
     * @description Send the `payment_url` of the response to the customer, who pays by card on that page. The amount is credited to the account when the customer has paid.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getPayment'];
    put?: never;
    post?: never;
    /**
     * Cancel a pending payment request
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
     * Retrieve the status of a payment request
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
  '/v1/payments/{payment_id}/send_email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a payment request by email
     * @description Sends a pending payment request to the `customer_email`, in the language of the account: at most once an hour, and at most 50 payment requests of the account an hour unless the operator has set another limit.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['sendPaymentEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/payments/{payment_id}/refunds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the refunds of a payment
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listRefunds'];
    put?: never;
    /**
     * Refund a payment
     * @description Returns a succeeded payment to the card of the customer, all of it or a part. The amount is on hold until the refund has succeeded or failed, usually at once. All refunds of a payment together never exceed it.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createRefund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/refunds/{refund_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a refund
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getRefund'];
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
     * List subscriptions
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listSubscriptions'];
    put?: never;
    /**
     * Create a subscription
     * @description Creates a payment request now and at the start of each following period.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
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
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getSubscription'];
    put?: never;
    post?: never;
    /**
     * Cancel a subscription
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['cancelSubscription'];
    options?: never;
    head?: never;
    /**
     * Pause or resume a subscription
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    patch: operations['updateSubscription'];
    trace?: never;
  };
  '/v1/webhook_endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description Admins and platform keys get the endpoints of all accounts and those without an account, or with `X-Account-Id` those of one account.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Sends the events of an account to your server. Deliveries are signed as the Standard Webhooks specification describes. An account has 16 endpoints at most.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{endpoint_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a webhook endpoint
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description Also deletes its list of deliveries.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Update a webhook endpoint
     * @description New events are sent by the new `url` and `events`. Deliveries that are still pending go to the new `url`.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    patch: operations['updateWebhookEndpoint'];
    trace?: never;
  };
  '/v1/webhook_endpoints/{endpoint_id}/rotate_secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook endpoint
     * @description For 24 hours deliveries are signed with the new and the previous secret, so that you can update your receivers one after the other.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{endpoint_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a webhook endpoint
     * @description Sends an event of the type `webhook_endpoint.test` now, once, also to a disabled endpoint, and returns the delivery. It takes up to 15 seconds. The event is not stored: `GET /v1/events` does not list it.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['testWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{endpoint_id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay events
     * @description Sends the matching events of a period again, also those that were not sent before. At most 100,000 events at a time.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['replayEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{endpoint_id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook endpoint
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_deliveries/{delivery_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a delivery
     * @description Deliveries are kept for 30 days.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_deliveries/{delivery_id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry a delivery
     * @description Makes the delivery due now, with the whole schedule of retries, whatever its status.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['retryWebhookDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the activity
     * @description Money in and out by day, week or month of the account's time zone. A day has 23 or 25 hours when the clocks change.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the activity of all accounts
     * @description Money in and out of all accounts by day, week or month in UTC, for each currency. A transfer counts on both of its sides.
     *
     *     Allowed for platform keys, admins.
     */
    get: operations['getPlatformActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/statement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a statement
     * @description The posted transactions of a period with the balance after each, the balances at its start and end, and its totals. A date without time is a day in the time zone of the account. JSON is a page of lines, newest first. CSV has all lines of the period, oldest first; PDF too, up to 10,000 lines.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getStatement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List reconciliations
     * @description Admins and platform keys get those of all accounts, or with `X-Account-Id` those of one account.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listReconciliations'];
    put?: never;
    /**
     * Reconcile a file
     * @description Compares the file of a bank or processor with what Florin posted to the account: CSV as `text/csv`, or an ISO 20022 camt.053 statement as `application/xml`, in UTF-8, up to 10 MiB and 100,000 lines. A line that cannot be read is 400 with its number, and nothing is stored.
     *
     *     Allowed for owners (their account), account keys (their account), platform keys, admins.
     */
    post: operations['createReconciliation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliations/{reconciliation_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve a reconciliation
     * @description Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['getReconciliation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliations/{reconciliation_id}/lines': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the lines of a reconciliation
     * @description In the order of the file, followed by the entries that are missing in it. With `format=csv` or `Accept: text/csv`, all lines as a CSV file.
     *
     *     Allowed for members (their account), owners (their account), account keys (their account), platform keys, admins.
     */
    get: operations['listReconciliationLines'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/admin/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the health of the service
     * @description The jobs of the workers, the last verification of the ledger, and the webhooks and mails that wait to be sent. For load balancers and alerts, use the health checks and metrics instead.
     *
     *     Allowed for platform keys, admins.
     */
    get: operations['getServiceHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check liveness */
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check readiness
     * @description Not ready while the database is unavailable, a migration is pending, or Florin is shutting down.
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve metrics
     * @description Only for requests from the same machine that no proxy forwarded, and for requests with the setting `METRICS_TOKEN` as bearer token. Other requests get 404.
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
    /** @description The credentials of the user. */
    LogIn: LogIn;
    /** @description The user that logged in. */
    LoggedInUser: LoggedInUser;
    /** @description A new session with its tokens. */
    LoggedIn: LoggedIn;
    /** @description The refresh token, if it is not in the header. */
    RefreshTokens: RefreshTokens;
    /** @description New tokens. The refresh token that you sent no longer works. */
    Tokens: Tokens;
    /** @description The session to end. */
    EndSession: EndSession;
    /** @description The session has ended, and its tokens no longer work. */
    EndedSession: EndedSession;
    /** @description One of your sessions. */
    Session: Session;
    /** @description Your active sessions, newest first. */
    SessionList: SessionList;
    /** @description The user. */
    User: User;
    /** @description The position of this page in the list. */
    UserPagination: UserPagination;
    /** @description A page of users, newest first. */
    UserList: UserList;
    /** @description The user to create. */
    CreateUser: CreateUser;
    /** @description The fields to change. */
    UpdateUser: UpdateUser;
    /** @description The user and its sessions are deleted. */
    DeletedUser: DeletedUser;
    /** @description The API key to create. */
    CreateApiKey: CreateApiKey;
    /** @description The new API key, with its secret. */
    IssuedApiKey: IssuedApiKey;
    /** @description The API key, without its secret. */
    ApiKey: ApiKey;
    /** @description A page of API keys, newest first. */
    ApiKeyList: ApiKeyList;
    /** @description The API key is revoked. */
    RevokedApiKey: RevokedApiKey;
    /** @description A change to a user, a session or an API key. */
    AuditEntry: AuditEntry;
    /** @description A page of audit entries, newest first. */
    AuditEntryList: AuditEntryList;
    /** @description The user who forgot the password. */
    RequestPasswordReset: RequestPasswordReset;
    /** @description The same answer for every email. */
    PasswordResetRequested: PasswordResetRequested;
    /** @description How payment pages look. Fields are null until you set them. */
    Branding: Branding;
    /** @description The settings of the account. */
    AccountSettings: AccountSettings;
    /** @description The account. */
    Account: Account;
    /** @description How payment pages look. Omitted fields keep their value; null clears a field. */
    BrandingChange: BrandingChange;
    /** @description The settings of the account. Omitted settings keep their value. */
    Settings: Settings;
    /** @description The fields to change. */
    UpdateAccount: UpdateAccount;
    /** @description The account is closed. */
    ClosedAccount: ClosedAccount;
    /** @description The settings of a new account. The defaults are USD, UTC and en. */
    InitialSettings: InitialSettings;
    /** @description The account to create and its owner. */
    CreateAccount: CreateAccount;
    /** @description An account in a list, without its settings. */
    AccountListItem: AccountListItem;
    /** @description The position of this page in the list. */
    AccountPagination: AccountPagination;
    /** @description A page of accounts, newest first. */
    AccountList: AccountList;
    /** @description The new status. */
    SetAccountStatus: SetAccountStatus;
    /** @description The transaction to create. */
    CreateTransaction: CreateTransaction;
    /** @description The balance of the account after the request, in minor units. */
    BalanceAfter: BalanceAfter;
    /** @description The transaction as it would be created. */
    UnsavedTransaction: UnsavedTransaction;
    /** @description The result of a dry run. Nothing was stored. */
    TransactionDryRun: TransactionDryRun;
    /** @description The transaction, without `updated_at`. */
    TransactionListItem: TransactionListItem;
    /** @description A page of transactions, newest first. */
    TransactionList: TransactionList;
    /** @description The transaction. */
    Transaction: Transaction;
    /** @description A posted ledger entry. It never changes. */
    Entry: Entry;
    /** @description All entries of the transaction: none, or a debit and a credit of the same amount. */
    EntryList: EntryList;
    /** @description The fields to change. */
    UpdateTransaction: UpdateTransaction;
    /** @description The transaction is canceled and its hold is released. */
    CanceledTransaction: CanceledTransaction;
    /** @description The result of the transaction. */
    SettleTransaction: SettleTransaction;
    /** @description The transaction was created. */
    CreatedBatchResult: CreatedBatchResult;
    /** @description The transaction was refused, and not stored. */
    RefusedBatchResult: RefusedBatchResult;
    /** @description The results of the batch. */
    TransactionBatch: TransactionBatch;
    /** @description The transaction would be created. */
    UnsavedBatchResult: UnsavedBatchResult;
    /** @description The results that the batch would have. */
    UnsavedTransactionBatch: UnsavedTransactionBatch;
    /** @description The result of a dry run. Nothing was stored. */
    TransactionBatchDryRun: TransactionBatchDryRun;
    /** @description The transactions to create. */
    CreateTransactionBatch: CreateTransactionBatch;
    /** @description The transfer to create. */
    CreateTransfer: CreateTransfer;
    /** @description The transfer as it would be created. */
    UnsavedTransfer: UnsavedTransfer;
    /** @description The result of a dry run, with the balance of the account that pays. Nothing was stored. */
    TransferDryRun: TransferDryRun;
    /** @description The transfer. */
    Transfer: Transfer;
    /** @description A page of transfers, newest first. */
    TransferList: TransferList;
    /** @description The transfer is canceled, and the money is available to the source again. */
    CanceledTransfer: CanceledTransfer;
    /** @description The result of the transfer. */
    SettleTransfer: SettleTransfer;
    /** @description The balance of the account, in minor units. */
    Balance: Balance;
    /** @description The newest event of the account and its hash. */
    LogHead: LogHead;
    /** @description The balance of the account after the event. */
    EventBalance: EventBalance;
    /** @description How payment pages look. Absent if nothing is set. */
    EventBranding: EventBranding;
    /** @description The settings of the account after the event. */
    EventSettings: EventSettings;
    /** @description The account after it was opened or updated, or its previous status. */
    AccountEventData: AccountEventData;
    /** @description An event of the account. */
    AccountEvent: AccountEvent;
    /** @description The transaction at the time of the event. */
    TransactionEventData: TransactionEventData;
    /** @description An event of a transaction. */
    TransactionEvent: TransactionEvent;
    /** @description The transfer at the time of the event. */
    TransferEventData: TransferEventData;
    /** @description An event of a transfer, once for each of its accounts. */
    TransferEvent: TransferEvent;
    /** @description An item that the customer pays for. */
    LineItem: LineItem;
    /** @description The card that the customer used. */
    EventCard: EventCard;
    /** @description The payment request at the time of the event. */
    PaymentEventData: PaymentEventData;
    /** @description An event of a payment request. */
    PaymentEvent: PaymentEvent;
    /** @description The refund at the time of the event. */
    RefundEventData: RefundEventData;
    /** @description An event of a refund. */
    RefundEvent: RefundEvent;
    /** @description A period of a subscription. */
    EventPeriod: EventPeriod;
    /** @description The subscription at the time of the event. */
    SubscriptionEventData: SubscriptionEventData;
    /** @description An event of a subscription. */
    SubscriptionEvent: SubscriptionEvent;
    /** @description Why the webhook endpoint was disabled. */
    WebhookEndpointEventData: WebhookEndpointEventData;
    /** @description An event of a webhook endpoint. */
    WebhookEndpointEvent: WebhookEndpointEvent;
    /** @description A page of events, newest first. */
    EventList: EventList;
    /** @description An item that the customer pays for. */
    CreateLineItem: CreateLineItem;
    /** @description The payment request to create. */
    CreatePayment: CreatePayment;
    /** @description The card that the customer paid with. */
    PaymentMethod: PaymentMethod;
    /** @description The payment request as it would be created. */
    UnsavedPayment: UnsavedPayment;
    /** @description The result of a dry run. Nothing was stored. */
    PaymentDryRun: PaymentDryRun;
    /** @description The payment request. */
    Payment: Payment;
    /** @description A page of payment requests, newest first. */
    PaymentList: PaymentList;
    /** @description One card that the customer tried. */
    PaymentAttempt: PaymentAttempt;
    /** @description The payment request, with the attempts to pay it. */
    PaymentDetails: PaymentDetails;
    /** @description The status of the payment request. */
    PaymentState: PaymentState;
    /** @description The payment request is canceled. */
    CanceledPayment: CanceledPayment;
    /** @description The payment request, and where it is sent. */
    PaymentEmail: PaymentEmail;
    /** @description The refund to create. */
    CreateRefund: CreateRefund;
    /** @description The refund. */
    Refund: Refund;
    /** @description A page of refunds, newest first. */
    RefundList: RefundList;
    /** @description The subscription to create. */
    CreateSubscription: CreateSubscription;
    /** @description The subscription. */
    Subscription: Subscription;
    /** @description A page of subscriptions, newest first. */
    SubscriptionList: SubscriptionList;
    /** @description Pauses or resumes the subscription. */
    UpdateSubscription: UpdateSubscription;
    /** @description The subscription is canceled. */
    CanceledSubscription: CanceledSubscription;
    /** @description The webhook endpoint to create. */
    CreateWebhookEndpoint: CreateWebhookEndpoint;
    /** @description The webhook endpoint, with its new secret. */
    WebhookEndpointWithSecret: WebhookEndpointWithSecret;
    /** @description The webhook endpoint, without its secret. */
    WebhookEndpoint: WebhookEndpoint;
    /** @description A page of webhook endpoints, newest first. */
    WebhookEndpointList: WebhookEndpointList;
    /** @description The fields to change. */
    UpdateWebhookEndpoint: UpdateWebhookEndpoint;
    /** @description The webhook endpoint is deleted. */
    DeletedWebhookEndpoint: DeletedWebhookEndpoint;
    /** @description One request to the URL of the endpoint. */
    WebhookDeliveryAttempt: WebhookDeliveryAttempt;
    /** @description The delivery of one event to one webhook endpoint. */
    WebhookDelivery: WebhookDelivery;
    /** @description The period whose events are sent again. Both ends are included. */
    ReplayEvents: ReplayEvents;
    /** @description The events will be sent again. */
    ReplayedEvents: ReplayedEvents;
    /** @description A page of deliveries, newest event first. */
    WebhookDeliveryList: WebhookDeliveryList;
    /** @description What was posted in one bucket of time, in minor units. */
    ActivityBucket: ActivityBucket;
    /** @description Every bucket of the range, oldest first, also without transactions. */
    Activity: Activity;
    /** @description The activity of all accounts in one currency. */
    CurrencyActivity: CurrencyActivity;
    /** @description The activity of all accounts, by currency. */
    PlatformActivity: PlatformActivity;
    StatementTotalsBody: StatementTotalsBody;
    /** @description A posted entry of the account. It never changes. */
    StatementLine: StatementLine;
    /** @description The balances and totals of the period, and a page of its lines, newest first. */
    Statement: Statement;
    /** @description A file of a bank or processor, compared with what Florin posted to the account. */
    Reconciliation: Reconciliation;
    /** @description A page of reconciliations, newest first. */
    ReconciliationList: ReconciliationList;
    /** @description A line of the file. */
    ReconciledFileLine: ReconciledFileLine;
    /** @description What a succeeded transaction posted to the account. */
    ReconciledEntry: ReconciledEntry;
    /** @description A line of the file, an entry of Florin, or a pair. */
    ReconciliationLine: ReconciliationLine;
    /** @description A page of lines in the order of the file, followed by the entries that are missing in it. */
    ReconciliationLineList: ReconciliationLineList;
    /** @description A recurring job. The times are accurate to five seconds. */
    JobHealth: JobHealth;
    /** @description The last run of `florin verify` that could be recorded. */
    VerifyHealth: VerifyHealth;
    /** @description Webhooks that wait to be sent to enabled endpoints. */
    WebhookHealth: WebhookHealth;
    /** @description Mails that wait to be sent. */
    MailHealth: MailHealth;
    /** @description The PostgreSQL server. */
    DatabaseHealth: DatabaseHealth;
    /** @description The state of the service. */
    ServiceHealth: ServiceHealth;
    /** @description An error: a code for programs and a message for people. */
    Error: {
      /**
       * @description The error code.
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
        | 'batch_failed'
        | 'rate_limited'
        | 'internal_error'
        | 'unavailable';
      /**
       * @description What is wrong and what to do.
       * @example amount must be a whole number from 1 to 1000000000000, in minor units.
       */
      message: string;
    };
    /** @description An error with the code `invalid_request`. */
    InvalidRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_request';
    };
    /** @description An error with the code `internal_error`. */
    InternalError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'internal_error';
    };
    /** @description An error with the code `unavailable`. */
    UnavailableError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'unavailable';
    };
    /** @description An error with the code `invalid_credentials` or `unauthorized`. */
    InvalidCredentialsOrUnauthorizedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_credentials' | 'unauthorized';
    };
    /** @description An error with the code `rate_limited`. */
    RateLimitedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'rate_limited';
    };
    /** @description An error with the code `invalid_grant`. */
    InvalidGrantError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_grant';
    };
    /** @description An error with the code `unauthorized`. */
    UnauthorizedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'unauthorized';
    };
    /** @description An error with the code `invalid_session`. */
    InvalidSessionError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_session';
    };
    /** @description An error with the code `forbidden`. */
    ForbiddenError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'forbidden';
    };
    /** @description An error with the code `conflict` or `email_exists`. */
    ConflictOrEmailExistsError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'conflict' | 'email_exists';
    };
    /** @description An error with the code `idempotency_mismatch`. */
    IdempotencyMismatchError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'idempotency_mismatch';
    };
    /** @description An error with the code `not_found`. */
    NotFoundError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'not_found';
    };
    /** @description An error with the code `unauthorized` or `invalid_credentials`. */
    UnauthorizedOrInvalidCredentialsError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'unauthorized' | 'invalid_credentials';
    };
    /** @description An error with the code `conflict`. */
    ConflictError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'conflict';
    };
    /** @description An error with the code `email_exists` or `conflict`. */
    EmailExistsOrConflictError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'email_exists' | 'conflict';
    };
    /** @description An error with the code `active_subscriptions` or `conflict`. */
    ActiveSubscriptionsOrConflictError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'active_subscriptions' | 'conflict';
    };
    /** @description An error with the code `invalid_request` or `currency_mismatch`. */
    InvalidRequestOrCurrencyMismatchError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'invalid_request' | 'currency_mismatch';
    };
    /** @description An error with the code `insufficient_funds`. */
    InsufficientFundsError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'insufficient_funds';
    };
    /** @description An error with the code `not_cancellable`. */
    NotCancellableError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'not_cancellable';
    };
    /** @description An error with the code `idempotency_mismatch` or `batch_failed`. */
    IdempotencyMismatchOrBatchFailedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'idempotency_mismatch' | 'batch_failed';
    };
    /** @description An error with the code `account_not_found`. */
    AccountNotFoundError: components['schemas']['Error'] & {
      /** @enum {string} */
      error: 'account_not_found';
    };
  };
  responses: {
    /** @description The request did not reach the operation: 405, the path does not allow this method; 408, the request was not received in time; 414, the URL is longer than 8 KiB; 417, the only supported expectation is 100-continue; 431, the headers are larger than 16 KiB. */
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
    /** @description `invalid_request`: The request is invalid: something is missing, malformed or not allowed. See the message. */
    InvalidRequest: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `internal_error`: An internal error. The operator can find it in the log by its `X-Request-Id`. */
    InternalError: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InternalError'];
      };
    };
    /** @description `unavailable`: Florin is overloaded, shutting down, or cannot reach its database. Retry after the number of seconds in `Retry-After`. Nothing was changed unless the message says that the outcome is unknown. A retry with the same `Idempotency-Key` is safe in both cases. */
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
     * @description `invalid_credentials`: The email or the password is incorrect.
     *
     *     `unauthorized`: The token is missing, expired, invalid or not allowed to do this, or its user is not active. `WWW-Authenticate` says which.
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
    /** @description `invalid_request`: The body is larger than 256 KiB, or 4 MiB for a batch, 10 MiB for a file to reconcile. */
    InvalidRequest413: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `invalid_request`: The body is not JSON, or not a CSV or XML file where one is required. */
    InvalidRequest415: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidRequestError'];
      };
    };
    /** @description `rate_limited`: Too many requests. Wait for the number of seconds in `Retry-After`. */
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
    /** @description `invalid_grant`: The refresh token is expired, revoked, already used or unknown. Log in again. */
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
    /** @description `unauthorized`: The user is not active, or the account is closed. */
    Unauthorized403: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /** @description `unauthorized`: The token is missing, expired, invalid or not allowed to do this, or its user is not active. `WWW-Authenticate` says which. */
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
    /** @description `invalid_session`: The session is unknown, has already ended, or belongs to another user. */
    InvalidSession: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidSessionError'];
      };
    };
    /** @description `forbidden`: The token does not have the permission. */
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
     * @description `conflict`: The current state does not allow the operation. When you create an object: a request with the same `Idempotency-Key` is still in progress.
     *
     *     `email_exists`: The email is already in use.
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
    /** @description `idempotency_mismatch`: The `Idempotency-Key` was used before with a different request. */
    IdempotencyMismatch: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['IdempotencyMismatchError'];
      };
    };
    /** @description `not_found`: The object does not exist, or the token has no access to it. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotFoundError'];
      };
    };
    /**
     * @description `unauthorized`: The token is missing, expired, invalid or not allowed to do this, or its user is not active. `WWW-Authenticate` says which.
     *
     *     `invalid_credentials`: The email or the password is incorrect.
     */
    UnauthorizedOrInvalidCredentials: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['WwwAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedOrInvalidCredentialsError'];
      };
    };
    /** @description `conflict`: The current state does not allow the operation. When you create an object: a request with the same `Idempotency-Key` is still in progress. */
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
     * @description `email_exists`: The email is already in use.
     *
     *     `conflict`: The current state does not allow the operation. When you create an object: a request with the same `Idempotency-Key` is still in progress.
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
     *     `conflict`: The current state does not allow the operation. When you create an object: a request with the same `Idempotency-Key` is still in progress.
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
     * @description `invalid_request`: The request is invalid: something is missing, malformed or not allowed. See the message.
     *
     *     `currency_mismatch`: The currency is not that of the account.
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
    /** @description `insufficient_funds`: The available balance is lower than the amount. No transaction was created. */
    InsufficientFunds: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InsufficientFundsError'];
      };
    };
    /** @description `not_cancellable`: It has already ended, or the customer is paying right now. */
    NotCancellable: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotCancellableError'];
      };
    };
    /**
     * @description `idempotency_mismatch`: The `Idempotency-Key` was used before with a different request.
     *
     *     `batch_failed`: One transaction of an atomic batch was refused. Nothing was created.
     */
    IdempotencyMismatchOrBatchFailed: {
      headers: {
        'X-Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['IdempotencyMismatchOrBatchFailedError'];
      };
    };
    /** @description `account_not_found`: The account in `account_id` or `X-Account-Id` does not exist, or the token has no access to it. */
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
    /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
    AccountId: string;
    /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
    IdempotencyKey: string;
    /** @description Send `true` to get the result and the balance after it without storing anything. The response is 200, and its ids are null. An `Idempotency-Key` is ignored. */
    DryRun: 'true';
  };
  requestBodies: never;
  headers: {
    /** @description The id of the request in the log. */
    RequestId: string;
    /** @description The number of seconds to wait before a retry. */
    RetryAfter: number;
    /** @description The authentication scheme. `error="invalid_token"`: refresh the session or log in again. `error="insufficient_scope"`: the token is valid but lacks the permission, and a new login does not help. */
    WwwAuthenticate: 'Bearer' | 'Bearer error="invalid_token"' | 'Bearer error="insufficient_scope"';
    /** @description The response is that of an earlier request with the same key. */
    IdempotentReplayed: 'true';
    /** @description With 405: the methods that the path allows. */
    Allow: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  logIn: {
    parameters: {
      query?: never;
      header?: never;
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': RefreshTokens;
      };
    };
    responses: {
      /** @description New tokens. The refresh token that you sent no longer works. */
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
      header?: never;
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Your active sessions, newest first. */
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
      header?: never;
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
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
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
      header?: never;
      path: {
        /** @description The id of the user. */
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
      header?: never;
      path: {
        /** @description The id of the user. */
        user_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user and its sessions are deleted. */
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
      header?: never;
      path: {
        /** @description The id of the user. */
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
      401: components['responses']['UnauthorizedOrInvalidCredentials'];
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
      header?: never;
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
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
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
      /** @description The new API key, with its secret. */
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
      header?: never;
      path: {
        /** @description The id of the API key. */
        key_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The API key is revoked. */
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of audit entries, newest first. */
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
  requestPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "mary@example.com"
         *     }
         */
        'application/json': RequestPasswordReset;
      };
    };
    responses: {
      /** @description The same answer for every email. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PasswordResetRequested;
        };
      };
      400: components['responses']['InvalidRequest'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The account is closed. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
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
      header?: never;
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
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
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
  getAccountById: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
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
  setAccountStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Send `true` to get the result and the balance after it without storing anything. The response is 200, and its ids are null. An `Idempotency-Key` is ignored. */
        'Dry-Run'?: components['parameters']['DryRun'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
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
      /** @description The result of a dry run. Nothing was stored. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': TransactionDryRun;
        };
      };
      /** @description The transaction, without `updated_at`. */
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
      403: components['responses']['Forbidden'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transaction. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transaction. */
        transaction_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transaction is canceled and its hold is released. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transaction. */
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
  listTransactionEntries: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transaction. */
        transaction_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All entries of the transaction: none, or a debit and a credit of the same amount. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': EntryList;
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
  settleTransaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transaction. */
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
  createTransactionBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Send `true` to get the result and the balance after it without storing anything. The response is 200, and its ids are null. An `Idempotency-Key` is ignored. */
        'Dry-Run'?: components['parameters']['DryRun'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "transactions": [
         *         {
         *           "account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0j",
         *           "amount": 7500,
         *           "currency": "USD",
         *           "type": "credit",
         *           "reference": "INV-2026-014"
         *         },
         *         {
         *           "account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0j",
         *           "amount": 1200,
         *           "currency": "USD",
         *           "type": "credit",
         *           "reference": "INV-2026-015"
         *         }
         *       ],
         *       "atomic": true
         *     }
         */
        'application/json': CreateTransactionBatch;
      };
    };
    responses: {
      /** @description The results of the batch, or with `Dry-Run: true` those that it would have. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': TransactionBatch | TransactionBatchDryRun;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['InvalidRequest413'];
      415: components['responses']['InvalidRequest415'];
      422: components['responses']['IdempotencyMismatchOrBatchFailed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listTransfers: {
    parameters: {
      query?: ListTransfersQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of transfers, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': TransferList;
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
  createTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Send `true` to get the result and the balance after it without storing anything. The response is 200, and its ids are null. An `Idempotency-Key` is ignored. */
        'Dry-Run'?: components['parameters']['DryRun'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from_account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0j",
         *       "to_account_id": "acct_01k9zxv3s8e7qv5m2c4w6y8h0k",
         *       "amount": 7500,
         *       "currency": "USD",
         *       "reference": "INV-2026-014"
         *     }
         */
        'application/json': CreateTransfer;
      };
    };
    responses: {
      /** @description The result of a dry run, with the balance of the account that pays. Nothing was stored. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': TransferDryRun;
        };
      };
      /** @description The transfer. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Transfer;
        };
      };
      400: components['responses']['InvalidRequestOrCurrencyMismatch'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['InsufficientFunds'];
      403: components['responses']['Forbidden'];
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
  getTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transfer. */
        transfer_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transfer. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Transfer;
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
  cancelTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transfer. */
        transfer_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transfer is canceled, and the money is available to the source again. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': CanceledTransfer;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
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
  settleTransfer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the transfer. */
        transfer_id: string;
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
        'application/json': SettleTransfer;
      };
    };
    responses: {
      /** @description The transfer. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Transfer;
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
      query?: GetBalanceQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The balance of the account, in minor units. */
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
      409: components['responses']['Conflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getLogHead: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest event of the account and its hash. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': LogHead;
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events, newest first. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Send `true` to get the result and the balance after it without storing anything. The response is 200, and its ids are null. An `Idempotency-Key` is ignored. */
        'Dry-Run'?: components['parameters']['DryRun'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
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
         *       "description": "Order A-1001",
         *       "line_items": [
         *         {
         *           "name": "Green tea, 100 g",
         *           "quantity": 3,
         *           "unit_amount": 2500
         *         }
         *       ],
         *       "success_url": "https://shop.example/thanks?payment={PAYMENT_ID}",
         *       "cancel_url": "https://shop.example/cart",
         *       "metadata": {
         *         "order": "A-1001"
         *       }
         *     }
         */
        'application/json': CreatePayment;
      };
    };
    responses: {
      /** @description The result of a dry run. Nothing was stored. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PaymentDryRun;
        };
      };
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payment request, with the attempts to pay it. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PaymentDetails;
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the payment request. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The status of the payment request. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PaymentState;
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
  sendPaymentEmail: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description The id of the payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payment request, and where it is sent. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PaymentEmail;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
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
  listRefunds: {
    parameters: {
      query?: ListRefundsQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of refunds, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': RefundList;
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
  createRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description The id of the payment request. */
        payment_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "amount": 2500,
         *       "reason": "returned goods"
         *     }
         */
        'application/json': CreateRefund;
      };
    };
    responses: {
      /** @description The refund. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Refund;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      402: components['responses']['InsufficientFunds'];
      403: components['responses']['Forbidden'];
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
  getRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the refund. */
        refund_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The refund. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Refund;
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
  listSubscriptions: {
    parameters: {
      query?: ListSubscriptionsQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the subscription. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the subscription. */
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
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the subscription. */
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
  listWebhookEndpoints: {
    parameters: {
      query?: ListWebhookEndpointsQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of webhook endpoints, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookEndpointList;
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
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://shop.example.com/webhooks/florin",
         *       "events": [
         *         "payment_request.succeeded",
         *         "payment_request.failed"
         *       ],
         *       "description": "Web shop"
         *     }
         */
        'application/json': CreateWebhookEndpoint;
      };
    };
    responses: {
      /** @description The webhook endpoint, with its new secret. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookEndpointWithSecret;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
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
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook endpoint, without its secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookEndpoint;
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
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook endpoint is deleted. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': DeletedWebhookEndpoint;
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
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "events": [
         *         "*"
         *       ],
         *       "status": "enabled"
         *     }
         */
        'application/json': UpdateWebhookEndpoint;
      };
    };
    responses: {
      /** @description The webhook endpoint, without its secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookEndpoint;
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
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook endpoint, with its new secret. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookEndpointWithSecret;
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
  testWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery of one event to one webhook endpoint. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookDelivery;
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
  replayEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "2026-01-31",
         *       "to": "2026-02-01T09:30:00Z"
         *     }
         */
        'application/json': ReplayEvents;
      };
    };
    responses: {
      /** @description The events will be sent again. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': ReplayedEvents;
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
  listWebhookDeliveries: {
    parameters: {
      query?: ListWebhookDeliveriesQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the webhook endpoint. */
        endpoint_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deliveries, newest event first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookDeliveryList;
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
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the delivery. */
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery of one event to one webhook endpoint. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookDelivery;
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
  retryWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the delivery. */
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery of one event to one webhook endpoint. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': WebhookDelivery;
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
  getActivity: {
    parameters: {
      query?: GetActivityQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Every bucket of the range, oldest first, also without transactions. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Activity;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getPlatformActivity: {
    parameters: {
      query?: GetPlatformActivityQuery;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The activity of all accounts, by currency. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': PlatformActivity;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  getStatement: {
    parameters: {
      query?: GetStatementQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The statement. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Statement;
          'text/csv': string;
          'application/pdf': string;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
      default: components['responses']['Unreached'];
    };
  };
  listReconciliations: {
    parameters: {
      query?: ListReconciliationsQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of reconciliations, newest first. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': ReconciliationList;
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
  createReconciliation: {
    parameters: {
      query: CreateReconciliationQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
        /** @description Makes the request safe to retry for 24 hours. A value of your choice: 1 to 255 printable ASCII characters. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The file. */
    requestBody: {
      content: {
        'text/csv': string;
        'application/xml': string;
      };
    };
    responses: {
      /** @description A file of a bank or processor, compared with what Florin posted to the account. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Reconciliation;
        };
      };
      400: components['responses']['InvalidRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
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
  getReconciliation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the reconciliation. */
        reconciliation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file of a bank or processor, compared with what Florin posted to the account. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Reconciliation;
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
  listReconciliationLines: {
    parameters: {
      query?: ListReconciliationLinesQuery;
      header?: {
        /** @description The account that an admin or a platform key acts for. Other callers can only send their own account. */
        'X-Account-Id'?: components['parameters']['AccountId'];
      };
      path: {
        /** @description The id of the reconciliation. */
        reconciliation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of lines, or with `format=csv` all lines. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': ReconciliationLineList;
          'text/csv': string;
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
  getServiceHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state of the service. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': ServiceHealth;
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
  checkLiveness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The process is running. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The status.
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Florin can handle requests. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The status.
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
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Metrics in the text format of Prometheus. */
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

import createClient from 'openapi-fetch';
import { type Api, callInit, type CallOptions, dataOf } from './call.js';
import { ApiKeyCredentials, type NewTokens, SessionCredentials, type SessionTokens } from './credentials.js';
import { FlorinError } from './errors.js';
import { type AccountApi, accountApi, type AccountsApi, accountsApi } from './resources/accounts.js';
import { type AdminApi, adminApi } from './resources/admin.js';
import { type ApiKeysApi, apiKeysApi } from './resources/api-keys.js';
import { type AuditApi, auditApi } from './resources/audit.js';
import { type EventsApi, eventsApi } from './resources/events.js';
import { type PaymentsApi, paymentsApi } from './resources/payments.js';
import { type ReconciliationsApi, reconciliationsApi } from './resources/reconciliations.js';
import { type RefundsApi, refundsApi } from './resources/refunds.js';
import { type SessionsApi, sessionsApi } from './resources/sessions.js';
import { type SubscriptionsApi, subscriptionsApi } from './resources/subscriptions.js';
import { type TransactionsApi, transactionsApi } from './resources/transactions.js';
import { type TransfersApi, transfersApi } from './resources/transfers.js';
import { type UsersApi, usersApi } from './resources/users.js';
import {
  type WebhookDeliveriesApi,
  webhookDeliveriesApi,
  type WebhookEndpointsApi,
  webhookEndpointsApi,
} from './resources/webhooks.js';
import { Retries, type RetryOptions } from './retry.js';
import type { LoggedIn, LogIn, PasswordResetRequested, RequestPasswordReset, Tokens } from './schema.js';
import { Transport, type TransportOptions } from './transport.js';

/** Each option may be undefined, like an environment variable that is not set. */
export interface FlorinOptions {
  /** The address of the service, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** For programs, instead of a login. */
  readonly apiKey?: string | undefined;
  /** Continues the session of tokens that were passed to `onTokens`. */
  readonly tokens?: SessionTokens | undefined;
  /**
   * Called with the new tokens after a login or a refresh, and with undefined when the session ends. A returned promise
   * is awaited. If it throws or rejects, the calls that wait for the tokens reject with that error.
   */
  readonly onTokens?: ((tokens: SessionTokens | undefined) => unknown) | undefined;
  /**
   * For a website whose refresh token is in an httpOnly cookie: requests new tokens in place of `POST /v1/auth/refresh`.
   * Called when a request needs an access token, also for the first one. Resolve to undefined if there is no session;
   * calls then reject with `invalid_grant`. Pass the tokens of a login to `useTokens`.
   */
  readonly refresh?: (() => Promise<NewTokens | undefined>) | undefined;
  /** The account that an admin or a platform key acts for. */
  readonly accountId?: string | undefined;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The timeout of one attempt, 30 s by default. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: RetryOptions | undefined;
}

/**
 * The service answers a used refresh token again for ten seconds, and then treats it as stolen. So a refresh whose
 * response is lost must be retried within that time. The last attempt has the full timeout, for a slow service.
 */
const REFRESH_TIMEOUTS_MS = [3_000, 5_000];

const NO_SESSION =
  'A client with an API key has no session. Create another client, without apiKey, to log in.';

const LOGIN_IN_COOKIE =
  'The option refresh is for sessions whose refresh token is in a cookie. Log in where it is set, and pass the tokens to useTokens.';

/** A client for one service and one user or API key. */
export class Florin {
  readonly accounts: AccountsApi;
  readonly account: AccountApi;
  readonly transactions: TransactionsApi;
  readonly transfers: TransfersApi;
  readonly payments: PaymentsApi;
  readonly refunds: RefundsApi;
  readonly subscriptions: SubscriptionsApi;
  readonly events: EventsApi;
  readonly webhookEndpoints: WebhookEndpointsApi;
  readonly webhookDeliveries: WebhookDeliveriesApi;
  readonly reconciliations: ReconciliationsApi;
  readonly users: UsersApi;
  readonly apiKeys: ApiKeysApi;
  readonly sessions: SessionsApi;
  readonly audit: AuditApi;
  readonly admin: AdminApi;

  private readonly loginApi: Api;
  private readonly refreshApi: Api;
  private readonly api: Api;
  /** Without an account: sessions belong to the user, whichever account the client acts for. */
  private readonly userApi: Api;
  private readonly session: SessionCredentials;

  constructor(
    private readonly options: FlorinOptions,
    /** Shared by the clients of `actingFor`. */
    session?: SessionCredentials,
  ) {
    const { baseUrl, accountId, apiKey, tokens, refresh, onTokens = () => undefined } = options;
    requireValidNumbers(options);
    if (apiKey !== undefined && (tokens ?? refresh) !== undefined) throw new TypeError(NO_SESSION);
    const transport = {
      fetch: options.fetch ?? ((request: Request) => fetch(request)),
      retries: new Retries(options.retry ?? {}),
      timeoutMs: options.timeoutMs ?? 30_000,
    };
    this.loginApi = createApi(baseUrl, transport);
    this.refreshApi = createApi(baseUrl, { ...transport, firstTimeoutsMs: REFRESH_TIMEOUTS_MS });
    const refreshTokens = refresh ?? ((refreshToken: string) => this.refresh(refreshToken));
    this.session = session ?? new SessionCredentials(refreshTokens, onTokens, tokens, refresh !== undefined);
    const credentials = apiKey === undefined ? this.session : new ApiKeyCredentials(apiKey);
    this.api = createApi(baseUrl, { ...transport, credentials }, accountId);
    this.userApi = createApi(baseUrl, { ...transport, credentials });

    this.accounts = accountsApi(this.api);
    this.account = accountApi(this.api);
    this.transactions = transactionsApi(this.api);
    this.transfers = transfersApi(this.api);
    this.payments = paymentsApi(this.api);
    this.refunds = refundsApi(this.api);
    this.subscriptions = subscriptionsApi(this.api);
    this.events = eventsApi(this.api);
    this.webhookEndpoints = webhookEndpointsApi(this.api);
    this.webhookDeliveries = webhookDeliveriesApi(this.api);
    this.reconciliations = reconciliationsApi(this.api);
    this.users = usersApi(this.api);
    this.apiKeys = apiKeysApi(this.api);
    this.sessions = sessionsApi(this.userApi);
    this.audit = auditApi(this.api);
    this.admin = adminApi(this.userApi);
  }

  /** The tokens of the session; undefined before the login and after the end of the session. */
  get tokens(): SessionTokens | undefined {
    return this.session.current;
  }

  /** Starts a session for all later calls. Its access token is refreshed automatically. */
  async login(credentials: LogIn, options?: CallOptions): Promise<LoggedIn> {
    if (this.options.apiKey !== undefined) throw new TypeError(NO_SESSION);
    if (this.options.refresh !== undefined) throw new TypeError(LOGIN_IN_COOKIE);
    const body = await dataOf(
      this.loginApi.POST('/v1/auth/login', { body: credentials, ...callInit(options) }),
    );
    await this.session.begin(body);
    return body;
  }

  /** Continues with the session of these tokens, or with undefined without one. For clients with the option `refresh`. */
  async useTokens(tokens: NewTokens | undefined): Promise<void> {
    if (this.options.apiKey !== undefined) throw new TypeError(NO_SESSION);
    await (tokens === undefined ? this.session.end(this.session.session) : this.session.begin(tokens));
  }

  /** Sends the user a mail with a link to set a new password. The answer is the same if there is no such user. */
  requestPasswordReset(
    request: RequestPasswordReset,
    options?: CallOptions,
  ): Promise<PasswordResetRequested> {
    return dataOf(this.loginApi.POST('/v1/auth/password_reset', { body: request, ...callInit(options) }));
  }

  /** Ends the session. If the service has already ended it, only the tokens are cleared. */
  async logout(options?: CallOptions): Promise<void> {
    const { session } = this.session;
    try {
      await dataOf(this.userApi.DELETE('/v1/auth/session', callInit(options)));
    } catch (error) {
      if (!(error instanceof FlorinError) || error.code !== 'invalid_grant') throw error;
    }
    await this.session.end(session);
  }

  /** A client that acts for this account: for admins and platform keys. */
  actingFor(accountId: string): Florin {
    return new Florin({ ...this.options, accountId }, this.session);
  }

  private refresh(refresh_token: string): Promise<Tokens> {
    return dataOf(this.refreshApi.POST('/v1/auth/refresh', { body: { refresh_token } }));
  }
}

/** A setting that was parsed from a missing value is often NaN, and the client would then retry without end. */
function requireValidNumbers({
  timeoutMs = 1,
  retry: { attempts = 1, maxDelayMs = 0 } = {},
}: FlorinOptions): void {
  const areNumbers = [timeoutMs, attempts, maxDelayMs].every((value) => typeof value === 'number');
  if (!areNumbers || !(timeoutMs > 0 && attempts >= 1 && maxDelayMs >= 0))
    throw new TypeError(
      'timeoutMs and retry.attempts must be numbers above zero, retry.maxDelayMs from zero.',
    );
}

function createApi(baseUrl: string, options: TransportOptions, accountId?: string): Api {
  return createClient({
    baseUrl,
    fetch: new Transport(options).send,
    // fetch follows the redirect of a POST with a GET, whose response would look like success.
    redirect: 'manual',
    ...(accountId !== undefined && { headers: { 'X-Account-Id': accountId } }),
  });
}

import createClient from 'openapi-fetch';
import { type Api, calling, type CallOptions, dataOf, type Schemas } from './call.js';
import { ApiKeyCredentials, SessionCredentials, type SessionTokens } from './credentials.js';
import { FlorinError } from './errors.js';
import { eventsOf, paymentsOf, subscriptionsOf, transactionsOf } from './money.js';
import { accountOf, accountsOf, apiKeysOf, auditOf, sessionsOf, usersOf } from './people.js';
import { Retries, type RetryOptions } from './retry.js';
import { Transport, type TransportParts } from './transport.js';

/** Each may also be undefined, like a variable of the environment that nobody has set. */
export interface FlorinOptions {
  /** Where the service is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** For programs: an API key in place of a login. */
  readonly apiKey?: string | undefined;
  /** Continues a session that `onTokens` told of earlier. */
  readonly tokens?: SessionTokens | undefined;
  /**
   * Told of every change of the session's tokens, and of its end, for those who want to keep them. A promise is waited
   * for. What it throws or rejects with, the calls reject with that the change was made for.
   */
  readonly onTokens?: ((tokens: SessionTokens | undefined) => unknown) | undefined;
  /** The account that an admin or platform token acts for. */
  readonly accountId?: string | undefined;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** How long one attempt may take; 30 s unless told otherwise. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: RetryOptions | undefined;
}

/**
 * A refresh token that was used is answered once more for ten seconds, and after that taken for stolen. Where an answer is
 * lost, the next attempts have to come before that. The last of them is waited for, or a slow service would find each of
 * them given up before it has answered.
 */
const EXCHANGE_WITHIN_MS = [3_000, 5_000];

/** Its calls go out with the key, so a session beside it would be begun and never used. */
const NO_SESSION = 'A client with an API key has no session. Make another one, without the key, to log in.';

/** A client of one service, for one caller. */
export class Florin {
  readonly accounts: ReturnType<typeof accountsOf>;
  readonly account: ReturnType<typeof accountOf>;
  readonly transactions: ReturnType<typeof transactionsOf>;
  readonly payments: ReturnType<typeof paymentsOf>;
  readonly subscriptions: ReturnType<typeof subscriptionsOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly users: ReturnType<typeof usersOf>;
  readonly apiKeys: ReturnType<typeof apiKeysOf>;
  readonly sessions: ReturnType<typeof sessionsOf>;
  readonly audit: ReturnType<typeof auditOf>;

  /** Without a token: for what comes before one. */
  private readonly open: Api;
  private readonly exchanges: Api;
  private readonly api: Api;
  /** For what is the caller's own, whichever account it acts for. */
  private readonly own: Api;
  private readonly session: SessionCredentials;

  constructor(
    private readonly options: FlorinOptions,
    /** Shared by those that act for different accounts with the same session. */
    session?: SessionCredentials,
  ) {
    const { baseUrl, accountId, apiKey, tokens, onTokens = () => undefined } = options;
    requireNumbers(options);
    if (apiKey !== undefined && tokens !== undefined) throw new TypeError(NO_SESSION);
    const parts = {
      fetch: options.fetch ?? ((request: Request) => fetch(request)),
      retries: new Retries(options.retry ?? {}),
      timeoutMs: options.timeoutMs ?? 30_000,
    };
    this.open = clientOf(baseUrl, parts);
    this.exchanges = clientOf(baseUrl, { ...parts, firstWithinMs: EXCHANGE_WITHIN_MS });
    this.session =
      session ?? new SessionCredentials((refreshToken) => this.exchange(refreshToken), onTokens, tokens);
    const credentials = apiKey === undefined ? this.session : new ApiKeyCredentials(apiKey);
    this.api = clientOf(baseUrl, { ...parts, credentials }, accountId);
    this.own = clientOf(baseUrl, { ...parts, credentials });

    this.accounts = accountsOf(this.api);
    this.account = accountOf(this.api);
    this.transactions = transactionsOf(this.api);
    this.payments = paymentsOf(this.api);
    this.subscriptions = subscriptionsOf(this.api);
    this.events = eventsOf(this.api);
    this.users = usersOf(this.api);
    this.apiKeys = apiKeysOf(this.api);
    this.sessions = sessionsOf(this.own);
    this.audit = auditOf(this.api);
  }

  /** The tokens of the session; undefined before a login and after its end. */
  get tokens(): SessionTokens | undefined {
    return this.session.current;
  }

  /** Begins a session, which all later calls belong to. It is refreshed by itself. Earlier calls stay in theirs. */
  async login(credentials: Schemas['LogIn'], options?: CallOptions): Promise<Schemas['LoggedIn']> {
    if (this.options.apiKey !== undefined) throw new TypeError(NO_SESSION);
    const body = await dataOf(this.open.POST('/v1/auth/login', { body: credentials, ...calling(options) }));
    await this.session.begin(body);
    return body;
  }

  /** Ends the session, here and at the service. One that is over there is only forgotten, and one begun since stays. */
  async logout(options?: CallOptions): Promise<void> {
    const { session } = this.session;
    try {
      await dataOf(this.own.DELETE('/v1/auth/session', calling(options)));
    } catch (error) {
      if (!(error instanceof FlorinError) || error.code !== 'invalid_grant') throw error;
    }
    await this.session.end(session);
  }

  /** The same caller, acting for that account: for admins and platform keys. */
  actingFor(accountId: string): Florin {
    return new Florin({ ...this.options, accountId }, this.session);
  }

  private exchange(refresh_token: string): Promise<Schemas['Tokens']> {
    return dataOf(this.exchanges.POST('/v1/auth/refresh', { body: { refresh_token } }));
  }
}

/** A setting that was read from nowhere is easily NaN, with which there would be no end to the attempts. */
function requireNumbers({
  timeoutMs = 1,
  retry: { attempts = 1, longestWaitMs = 0 } = {},
}: FlorinOptions): void {
  const areNumbers = [timeoutMs, attempts, longestWaitMs].every((value) => typeof value === 'number');
  const areRight = areNumbers && timeoutMs > 0 && attempts >= 1 && longestWaitMs >= 0;
  if (!areRight)
    throw new TypeError(
      'timeoutMs, attempts and longestWaitMs must be numbers, and the first two above zero.',
    );
}

function clientOf(baseUrl: string, parts: TransportParts, accountId?: string): Api {
  return createClient({
    baseUrl,
    fetch: new Transport(parts).send,
    // Followed, a POST would become a GET, whose answer looks like success.
    redirect: 'manual',
    ...(accountId !== undefined && { headers: { 'X-Account-Id': accountId } }),
  });
}

import { FlorinError } from './errors.js';

/** The tokens of a session. Store them as securely as a password. */
export interface SessionTokens {
  readonly accessToken: string;
  /** Empty if the refresh token is in a cookie. */
  readonly refreshToken: string;
  /** When the client refreshes the access token, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** As in the response to a login or a refresh; without a refresh token if that is in a cookie. */
export interface NewTokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string | undefined;
}

/** Resolves to undefined if there is no session. */
type Refresh = (refreshToken: string) => Promise<NewTokens | undefined>;

/** A token and the number of its session: a call that began in one session never continues in another. */
export interface SessionToken {
  readonly value: string;
  readonly session: number;
}

export interface Credentials {
  /** The token to send, or undefined to send none. */
  token(): Promise<SessionToken | undefined>;
  /** After a 401: another token of the same session, or undefined if there is none. */
  renew(rejected: SessionToken): Promise<SessionToken | undefined>;
}

export class ApiKeyCredentials implements Credentials {
  constructor(private readonly apiKey: string) {}

  token(): Promise<SessionToken> {
    return Promise.resolve({ value: this.apiKey, session: 0 });
  }

  renew(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** Refresh this long before the token expires, because the request takes time to arrive. */
const expiryMarginMs = (lifetimeMs: number): number => Math.min(5_000, lifetimeMs / 10);

/** The tokens of a session, refreshed once for all calls that find them expired. */
export class SessionCredentials implements Credentials {
  private tokens: SessionTokens | undefined;
  private refreshing: Promise<void> | undefined;
  /** Changes with each login and logout, but not with a refresh. */
  private number = 0;
  /** Why the service ended the session. Reset by the next login. */
  private endedBy: FlorinError | undefined;

  constructor(
    private readonly refresh: Refresh,
    private readonly onTokens: (tokens: SessionTokens | undefined) => unknown,
    restored?: SessionTokens,
    /** The refresh token is in a cookie: also a client without tokens may have a session. */
    private readonly isInCookie = false,
  ) {
    this.tokens = restored;
  }

  get current(): SessionTokens | undefined {
    return this.tokens;
  }

  get session(): number {
    return this.number;
  }

  begin(tokens: NewTokens): Promise<void> {
    this.startNext();
    return this.store(tokens);
  }

  /** Clears the tokens unless another session has begun. Later calls are sent without a token. */
  async end(session: number): Promise<void> {
    if (session !== this.number) return;
    this.startNext();
    await this.clear(undefined);
  }

  /**
   * A call that began in a session is never sent without a token, because some operations are open to anyone and would
   * do something else, nor with the token of another user. After a logout or another login it keeps its old token.
   */
  async token(): Promise<SessionToken | undefined> {
    const { tokens, number: session } = this;
    if (this.endedBy !== undefined) throw this.endedBy;
    if (tokens === undefined) return this.isInCookie ? this.firstToken() : undefined;
    if (tokens.expiresAt <= Date.now()) await this.refreshOnce();
    return this.tokenOf(session) ?? { value: tokens.accessToken, session };
  }

  private async firstToken(): Promise<SessionToken> {
    await this.refreshOnce();
    // A login during the refresh has another number.
    const token = this.tokenOf(this.number);
    if (token === undefined) throw noSession();
    return token;
  }

  async renew({ value, session }: SessionToken): Promise<SessionToken | undefined> {
    if (session !== this.number) return undefined;
    if (this.endedBy !== undefined) throw this.endedBy;
    // Another call may have refreshed the tokens meanwhile.
    if (this.tokens?.accessToken === value) await this.refreshOnce();
    return this.tokenOf(session);
  }

  private tokenOf(session: number): SessionToken | undefined {
    if (session !== this.number || this.tokens === undefined) return undefined;
    return { value: this.tokens.accessToken, session };
  }

  /** The next session does not wait for a refresh of this one. */
  private startNext(): void {
    this.number += 1;
    this.refreshing = undefined;
  }

  private async store({ access_token, refresh_token, expires_in }: NewTokens): Promise<void> {
    const lifetimeMs = expires_in * 1000;
    this.tokens = {
      accessToken: access_token,
      refreshToken: refresh_token ?? '',
      expiresAt: Date.now() + lifetimeMs - expiryMarginMs(lifetimeMs),
    };
    this.endedBy = undefined;
    await this.onTokens(this.tokens);
  }

  private async clear(endedBy: FlorinError | undefined): Promise<void> {
    const isChange = this.tokens !== undefined;
    this.tokens = undefined;
    this.endedBy = endedBy;
    if (isChange) await this.onTokens(undefined);
  }

  private refreshOnce(): Promise<void> {
    if (this.refreshing !== undefined) return this.refreshing;
    const refreshing = this.refreshTokens().finally(() => {
      if (this.refreshing === refreshing) this.refreshing = undefined;
    });
    this.refreshing = refreshing;
    return refreshing;
  }

  private async refreshTokens(): Promise<void> {
    const { tokens, number: session } = this;
    // A login or logout during the refresh replaces the tokens; its result is then ignored.
    const isCurrent = (): boolean => this.number === session && this.tokens === tokens;
    const refreshed = await this.requestTokens(tokens?.refreshToken).catch(async (error: unknown) => {
      if (!isCurrent()) return undefined;
      // Only invalid_grant ends the session. A suspended user can be reactivated, and an error of a proxy or of the
      // network says nothing about the tokens.
      if (error instanceof FlorinError && error.code === 'invalid_grant') await this.clear(error);
      throw error;
    });
    // The old refresh token is used up, so if onTokens fails the callers must get its error.
    if (refreshed !== undefined && isCurrent()) await this.store(refreshed);
  }

  private async requestTokens(refreshToken = ''): Promise<NewTokens> {
    const refreshed = await this.refresh(refreshToken);
    if (refreshed === undefined) throw noSession();
    return refreshed;
  }
}

const noSession = (): FlorinError =>
  new FlorinError('There is no session. Log in.', { code: 'invalid_grant', status: 401 });

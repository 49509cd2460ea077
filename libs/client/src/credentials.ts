import { FlorinError } from './errors.js';
import type { components } from './schema.js';

/** What a session is continued with. Keep it like a password. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token had better be exchanged, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What stands in the Authorization header, and what to do when it is no longer good. */
export interface Credentials {
  /** The token to send; undefined for none. */
  token(): Promise<string | undefined>;
  /** Called when the service did not take that token. Answers another one to try, if there is one. */
  renew(refused: string): Promise<string | undefined>;
}

export class ApiKeyCredentials implements Credentials {
  constructor(private readonly apiKey: string) {}

  token(): Promise<string> {
    return Promise.resolve(this.apiKey);
  }

  renew(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** An access token this close to its end may not live to be read; one of a short life is used for most of it. */
const leewayMs = (lifeMs: number): number => Math.min(5_000, lifeMs / 10);

/** A session's tokens. However many calls find them expired, they are exchanged once, and all go on with the new ones. */
export class SessionCredentials implements Credentials {
  private tokens: SessionTokens | undefined;
  private exchange: Promise<void> | undefined;
  /** Why the service ended the session, until there is another one. */
  private refusal: FlorinError | undefined;

  constructor(
    private readonly refresh: (refreshToken: string) => Promise<components['schemas']['Tokens']>,
    private readonly changed: (tokens: SessionTokens | undefined) => void,
    restored?: SessionTokens,
  ) {
    this.tokens = restored;
  }

  get current(): SessionTokens | undefined {
    return this.tokens;
  }

  begin({ access_token, refresh_token, expires_in }: components['schemas']['Tokens']): void {
    const lifeMs = expires_in * 1000;
    this.tokens = {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: Date.now() + lifeMs - leewayMs(lifeMs),
    };
    this.refusal = undefined;
    this.changed(this.tokens);
  }

  /** Forgets the session. Calls go without a token from then on, unless it was the service that refused it. */
  end(refusal?: FlorinError): void {
    const isNews = this.tokens !== undefined;
    this.tokens = undefined;
    this.refusal = refusal;
    if (isNews) this.changed(undefined);
  }

  /**
   * A call that was meant to be somebody's never goes without a token: some operations are open to anybody, and would do
   * something else. After a logout it goes with the old one, and is refused.
   */
  async token(): Promise<string | undefined> {
    const { tokens } = this;
    if (this.refusal !== undefined) throw this.refusal;
    if (tokens !== undefined && tokens.expiresAt <= Date.now()) await this.refreshed();
    return (this.tokens ?? tokens)?.accessToken;
  }

  async renew(refused: string): Promise<string | undefined> {
    if (this.refusal !== undefined) throw this.refusal;
    // Another call may have come back with new tokens while this one was under way.
    if (this.tokens?.accessToken === refused) await this.refreshed();
    return this.tokens?.accessToken;
  }

  private refreshed(): Promise<void> {
    this.exchange ??= this.exchanged().finally(() => {
      this.exchange = undefined;
    });
    return this.exchange;
  }

  private async exchanged(): Promise<void> {
    const { tokens } = this;
    if (tokens === undefined) return;
    // Somebody may have logged in or out meanwhile: then these are no longer the tokens that count.
    const isCurrent = (): boolean => this.tokens === tokens;
    try {
      const exchanged = await this.refresh(tokens.refreshToken);
      if (isCurrent()) this.begin(exchanged);
    } catch (error) {
      if (!isCurrent()) return;
      // Only that word of the service ends the session. A user who is suspended may come back to it, and the page of some
      // proxy, or no answer at all, says nothing about the tokens.
      if (error instanceof FlorinError && error.code === 'invalid_grant') this.end(error);
      throw error;
    }
  }
}

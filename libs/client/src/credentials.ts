import { FlorinError } from './errors.js';
import type { components } from './schema.js';

/** What a session is continued with. Keep it like a password. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token had better be exchanged, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A token, and the session that it is of: what is begun in one is never finished in another. */
export interface HeldToken {
  readonly text: string;
  readonly session: number;
}

/** What stands in the Authorization header, and what to do when it is no longer good. */
export interface Credentials {
  /** The token to send; undefined for none. */
  token(): Promise<HeldToken | undefined>;
  /** Called when the service did not take that token. Answers another one of its session to try, if there is one. */
  renew(refused: HeldToken): Promise<HeldToken | undefined>;
}

export class ApiKeyCredentials implements Credentials {
  constructor(private readonly apiKey: string) {}

  token(): Promise<HeldToken> {
    return Promise.resolve({ text: this.apiKey, session: 0 });
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
  /** Another one from each login and logout on. An exchange of tokens goes on with the same. */
  private number = 0;
  /** Why the service ended the session, until there is another one. */
  private refusal: FlorinError | undefined;

  constructor(
    private readonly refresh: (refreshToken: string) => Promise<components['schemas']['Tokens']>,
    /** A promise that it answers is waited for. */
    private readonly changed: (tokens: SessionTokens | undefined) => unknown,
    restored?: SessionTokens,
  ) {
    this.tokens = restored;
  }

  get current(): SessionTokens | undefined {
    return this.tokens;
  }

  /** Which session it is, to tell it from those before and after it. */
  get session(): number {
    return this.number;
  }

  begin(tokens: components['schemas']['Tokens']): Promise<void> {
    this.leave();
    return this.keep(tokens);
  }

  /** Forgets that session, if it is still there. Calls go without a token from then on. */
  async end(session: number): Promise<void> {
    if (session !== this.number) return;
    this.leave();
    await this.forget(undefined);
  }

  /**
   * A call that was meant to be somebody's never goes without a token: some operations are open to anybody, and would do
   * something else. Nor does it go with somebody else's. After a logout or another login it goes with the old one, and
   * is refused.
   */
  async token(): Promise<HeldToken | undefined> {
    const { tokens, number: session } = this;
    if (this.refusal !== undefined) throw this.refusal;
    if (tokens === undefined) return undefined;
    if (tokens.expiresAt <= Date.now()) await this.refreshed();
    return this.tokenOf(session) ?? { text: tokens.accessToken, session };
  }

  async renew({ text, session }: HeldToken): Promise<HeldToken | undefined> {
    if (session !== this.number) return undefined;
    if (this.refusal !== undefined) throw this.refusal;
    // Another call may have come back with new tokens while this one was under way.
    if (this.tokens?.accessToken === text) await this.refreshed();
    return this.tokenOf(session);
  }

  private tokenOf(session: number): HeldToken | undefined {
    if (session !== this.number || this.tokens === undefined) return undefined;
    return { text: this.tokens.accessToken, session };
  }

  /** The next session neither waits for an exchange of this one nor takes its outcome for its own. */
  private leave(): void {
    this.number += 1;
    this.exchange = undefined;
  }

  private async keep(issued: components['schemas']['Tokens']): Promise<void> {
    const { access_token, refresh_token, expires_in } = issued;
    const lifeMs = expires_in * 1000;
    this.tokens = {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: Date.now() + lifeMs - leewayMs(lifeMs),
    };
    this.refusal = undefined;
    await this.changed(this.tokens);
  }

  private async forget(refusal: FlorinError | undefined): Promise<void> {
    const isNews = this.tokens !== undefined;
    this.tokens = undefined;
    this.refusal = refusal;
    if (isNews) await this.changed(undefined);
  }

  private refreshed(): Promise<void> {
    if (this.exchange !== undefined) return this.exchange;
    const exchange = this.exchanged().finally(() => {
      if (this.exchange === exchange) this.exchange = undefined;
    });
    this.exchange = exchange;
    return exchange;
  }

  private async exchanged(): Promise<void> {
    const { tokens } = this;
    if (tokens === undefined) return;
    // Somebody may have logged in or out meanwhile: then these are no longer the tokens that count.
    const isCurrent = (): boolean => this.tokens === tokens;
    const exchanged = await this.refresh(tokens.refreshToken).catch(async (error: unknown) => {
      if (!isCurrent()) return undefined;
      // Only that word of the service ends the session. A user who is suspended may come back to it, and the page of some
      // proxy, or no answer at all, says nothing about the tokens.
      if (error instanceof FlorinError && error.code === 'invalid_grant') await this.forget(error);
      throw error;
    });
    // Whoever is told of the tokens may fail to keep them. The one before them is spent, so the callers have to know.
    if (exchanged !== undefined && isCurrent()) await this.keep(exchanged);
  }
}

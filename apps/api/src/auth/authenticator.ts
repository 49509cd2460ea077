import { type Authenticate, type Principal, unauthenticated } from '@florin/identity';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { bearerIn } from './bearer.js';
import { RememberedTokens } from './remembered-tokens.js';
import { AccessTokenStrategy, ApiKeyStrategy, type Bearing, strategyFor } from './strategies.js';

const NOBODY: Promise<undefined> = Promise.resolve(undefined);

type Middleware = (request: unknown, response: unknown, next: (error?: unknown) => void) => void;

/**
 * Passport with strategies of its own. The usual one is a single object for the whole process, in which the
 * strategies of a second service would silently take the place of the first one's.
 */
export class Authenticator {
  private readonly passport = new passport.Passport();
  private readonly remembered = new RememberedTokens();

  constructor(
    secret: string,
    private readonly authenticate: Authenticate,
  ) {
    this.passport.use(new AccessTokenStrategy(secret, authenticate, this.remembered));
    this.passport.use(new ApiKeyStrategy(authenticate));
  }

  /** The principal behind the request's token; undefined without one. A token that does not work is refused. */
  principalOf(request: FastifyRequest, withNewestEvent = false): Promise<Principal | undefined> {
    const { authorization } = request.headers;
    if (authorization === undefined) return NOBODY;
    const claims = this.remembered.claimsOf(authorization, Date.now());
    return claims === undefined
      ? this.verified(request, withNewestEvent)
      : this.authenticate.bySession(claims, withNewestEvent);
  }

  private async verified({ headers }: FastifyRequest, withNewestEvent: boolean): Promise<Principal> {
    const bearing = { headers, withNewestEvent };
    const principal = await this.verify(bearing, strategyFor(bearerIn(bearing) ?? ''));
    if (principal === undefined) throw unauthenticated();
    return principal;
  }

  /** Passport writes helpers onto what it is given, which Fastify's request is better spared. */
  private verify(bearing: Bearing, strategy: string): Promise<Principal | undefined> {
    return new Promise((resolve, reject) => {
      const middleware = this.passport.authenticate(
        strategy,
        { session: false },
        (error?: Error | null, principal?: Principal | false) => {
          if (error) reject(error);
          else resolve(principal || undefined);
        },
      ) as Middleware;
      middleware(bearing, undefined, reject);
    });
  }
}

import type { Authenticate, Principal } from '@florin/identity';
import { API_KEY_PREFIX } from '@florin/infrastructure';
import { PassportStrategy } from '@nestjs/passport';
import type { Jwt } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { StrategyCreatedStatic } from 'passport';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { accessTokenKey, claimsIn, type TokenClaims, VERIFICATION } from './access-token.js';
import { bearerToken, type WithHeaders } from './bearer-token.js';

const MAX_CACHED_TOKENS = 5_000;

/** Access tokens of sessions. One class per application: passport registers strategies by name, per process. */
export const jwtStrategy = (name: string) =>
  class JwtStrategy extends PassportStrategy(Strategy, name) {
    /** Claims by verified token, because a verification takes about 30 µs. The session status is never cached here. */
    readonly verified = new LRUCache<string, TokenClaims>({ max: MAX_CACHED_TOKENS });

    constructor(
      secret: string,
      readonly sessions: Authenticate,
    ) {
      super(optionsFor(secret));
    }

    /** Called by passport on an object that inherits from the registered strategy, one per request. */
    override authenticate(this: this & StrategyCreatedStatic, request: WithHeaders, options?: object): void {
      const claims = this.verified.get(bearerToken(request) ?? '');
      // The system clock, as in jsonwebtoken.
      if (claims === undefined || Date.now() >= claims.expiresAtMs) {
        super.authenticate(request as never, options);
        return;
      }
      this.sessions.bySession(claims).then(
        (principal) => {
          this.success(principal);
        },
        (error: unknown) => {
          this.error(error);
        },
      );
    }

    async validate(request: WithHeaders, token: Jwt): Promise<Principal | false> {
      const claims = claimsIn(token);
      if (claims === undefined) return false;
      this.verified.set(bearerToken(request) ?? '', claims);
      return this.sessions.bySession(claims);
    }
  };

function optionsFor(secret: string): StrategyOptionsWithRequest {
  const { algorithms, issuer, audience, ...jsonWebTokenOptions } = VERIFICATION;
  return {
    secretOrKey: accessTokenKey(secret),
    jwtFromRequest,
    passReqToCallback: true,
    algorithms,
    issuer,
    audience,
    jsonWebTokenOptions,
    // The types lack key objects; passport-jwt passes the key on to jsonwebtoken, which accepts them.
  } as unknown as StrategyOptionsWithRequest;
}

function jwtFromRequest(request: WithHeaders): string | null {
  const token = bearerToken(request);
  return token === undefined || token.startsWith(API_KEY_PREFIX) ? null : token;
}

import { type Authenticate, type Principal } from '@florin/identity';
import { API_KEY_PREFIX } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';
import type { Jwt } from 'jsonwebtoken';
import passport, { type StrategyCreatedStatic } from 'passport';
import { Strategy as JwtStrategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { accessTokenKey, claimsIn, VERIFICATION } from './access-token.js';
import { bearerIn } from './bearer.js';
import type { RememberedTokens } from './remembered-tokens.js';

/** Headers with a token in them, and whether it is to be told how far the account has come. */
export interface Bearing extends Pick<FastifyRequest, 'headers'> {
  readonly withNewestEvent?: boolean;
}

type Verified = (error: unknown, principal?: Principal | false) => void;

const JWT = 'jwt';
const API_KEY = 'api-key';

export const strategyFor = (token: string): string => (token.startsWith(API_KEY_PREFIX) ? API_KEY : JWT);

const tokenIn = (request: Bearing): string | null => bearerIn(request) ?? null;

/** Signature, algorithm, issuer, audience and expiry by passport-jwt; the rest is asked of the database. */
export class AccessTokenStrategy extends JwtStrategy {
  constructor(secret: string, sessions: Authenticate, remembered: RememberedTokens) {
    super(optionsWith(secret), (request: Bearing, token: Jwt, done: Verified) => {
      const claims = claimsIn(token);
      if (claims === undefined) {
        done(null, false);
        return;
      }
      remembered.add(request.headers.authorization ?? '', claims);
      settle(sessions.bySession(claims, request.withNewestEvent), done);
    });
  }
}

function optionsWith(secret: string): StrategyOptionsWithRequest {
  const { algorithms, issuer, audience, ...jsonWebTokenOptions } = VERIFICATION;
  return {
    secretOrKey: accessTokenKey(secret),
    jwtFromRequest: tokenIn,
    passReqToCallback: true,
    algorithms,
    issuer,
    audience,
    jsonWebTokenOptions,
    // The types know no key objects; the library hands the key on to jsonwebtoken, which does.
  } as unknown as StrategyOptionsWithRequest;
}

export class ApiKeyStrategy extends passport.Strategy {
  override readonly name = API_KEY;

  constructor(private readonly keys: Authenticate) {
    super();
  }

  override authenticate(request: Bearing): void {
    const key = tokenIn(request);
    if (key === null) {
      this.fail(undefined);
      return;
    }
    settle(this.keys.byApiKey(key, request.withNewestEvent), verdictOf(this));
  }
}

const verdictOf =
  (strategy: StrategyCreatedStatic): Verified =>
  (error, principal) => {
    if (principal) strategy.success(principal);
    else if (error) strategy.error(error);
    else strategy.fail(undefined);
  };

/** A refusal is "not this one"; anything else, such as a database that is away, is no verdict on the token. */
function settle(verdict: Promise<Principal>, done: Verified): void {
  verdict.then(
    (principal) => {
      done(null, principal);
    },
    (error: unknown) => {
      if (error instanceof DomainError) done(null, false);
      else done(error);
    },
  );
}

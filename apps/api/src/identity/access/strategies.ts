import { type Authenticate, type Principal } from '@florin/identity';
import { API_KEY_PREFIX } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import type { FastifyRequest } from 'fastify';
import type { Jwt } from 'jsonwebtoken';
import passport from 'passport';
import { Strategy as JwtStrategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import { accessTokenKey, claimsIn, VERIFICATION } from './access-token.js';
import { bearerIn } from './bearer.js';

type Verified = (error: unknown, principal?: Principal | false) => void;

export const JWT = 'jwt';
export const API_KEY = 'api-key';

export const strategyFor = (token: string): string => (token.startsWith(API_KEY_PREFIX) ? API_KEY : JWT);

const tokenIn = (request: Pick<FastifyRequest, 'headers'>): string | null => bearerIn(request) ?? null;

/** Signature, algorithm, issuer, audience and expiry by passport-jwt; the rest is asked of the database. */
export function jwtStrategy(secret: string, authenticate: Authenticate): JwtStrategy {
  const { algorithms, issuer, audience, ...jsonWebTokenOptions } = VERIFICATION;
  const options = {
    secretOrKey: accessTokenKey(secret),
    jwtFromRequest: tokenIn,
    algorithms,
    issuer,
    audience,
    jsonWebTokenOptions,
    // The types know no key objects; the library hands the key on to jsonwebtoken, which does.
  } as unknown as StrategyOptionsWithoutRequest;
  return new JwtStrategy(options, (token: Jwt, done: Verified) => {
    const claims = claimsIn(token);
    if (claims === undefined) done(null, false);
    else settle(authenticate.bySession(claims), done);
  });
}

export class ApiKeyStrategy extends passport.Strategy {
  override readonly name = API_KEY;

  constructor(private readonly keys: Authenticate) {
    super();
  }

  override authenticate(request: Pick<FastifyRequest, 'headers'>): void {
    const key = tokenIn(request);
    if (key === null) {
      this.fail(undefined);
      return;
    }
    settle(this.keys.byApiKey(key), (error, principal) => {
      if (principal) this.success(principal);
      else if (error) this.error(error);
      else this.fail(undefined);
    });
  }
}

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

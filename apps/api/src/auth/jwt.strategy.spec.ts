import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Authenticate, invalidToken, type Principal } from '@florin/identity';
import { type SessionId, type UserId } from '@florin/kernel';
import jwt from 'jsonwebtoken';
import passport from 'passport';
import { SequentialIds } from '@florin/identity/testing';
import { JwtTokenIssuer } from './access-token.js';
import { jwtStrategy } from './jwt.strategy.js';
import { uniqueStrategyNames } from './strategy-names.js';

const SECRET = 'the secret of this spec, which is long enough';
const LIFETIME_SECONDS = 60;
const ids = new SequentialIds();

interface SessionClaims {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

const principalOf = ({ userId, sessionId }: SessionClaims): Principal => ({
  kind: 'user',
  userId,
  sessionId,
  role: 'user',
});

/** An application with its own strategy and sessions. */
function application(secret = SECRET) {
  const [name] = uniqueStrategyNames().defaultStrategy;
  const ended = new Set<SessionId>();
  const bySession = jest.fn((claims: SessionClaims) =>
    ended.has(claims.sessionId) ? Promise.reject(invalidToken()) : Promise.resolve(principalOf(claims)),
  );
  const strategy = new (jwtStrategy(name))(secret, { bySession } as unknown as Authenticate);
  const authenticate = (token: string): Promise<Principal | false> =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, principal: Principal | false): void => {
        if (error) reject(error);
        else resolve(principal);
      };
      const request = { headers: { authorization: `Bearer ${token}` } };
      (passport.authenticate(name, { session: false }, done) as (...parts: unknown[]) => void)(
        request,
        {},
        reject,
      );
    });
  return { strategy, bySession, ended, authenticate };
}

const claimsOf = (): SessionClaims => ({ userId: ids.next('user'), sessionId: ids.next('sess') });

const tokenFor = (claims: SessionClaims, secret = SECRET): string =>
  new JwtTokenIssuer(secret, LIFETIME_SECONDS).accessToken(
    { ...claims, role: 'user', accountId: undefined },
    new Date(),
  );

const verify = jest.spyOn(jwt, 'verify');
beforeEach(() => {
  verify.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('access tokens', () => {
  it('differ, also within one second', () => {
    const claims = claimsOf();
    expect(new Set([1, 2, 3].map(() => tokenFor(claims))).size).toBe(3);
  });

  it('are verified once, while the session is checked each time', async () => {
    const { authenticate, bySession, ended } = application();
    const claims = claimsOf();
    const token = tokenFor(claims);
    for (let times = 0; times < 3; times += 1) expect(await authenticate(token)).toEqual(principalOf(claims));
    expect(verify).toHaveBeenCalledTimes(1);
    expect(bySession).toHaveBeenCalledTimes(3);
    ended.add(claims.sessionId);
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are rejected from the moment they expire, cached or not', async () => {
    jest.useFakeTimers({ now: 1_800_000_000_000, advanceTimers: false });
    const { authenticate } = application();
    const claims = claimsOf();
    const token = tokenFor(claims);
    jest.setSystemTime(1_800_000_000_000 + LIFETIME_SECONDS * 1000 - 1);
    expect(await authenticate(token)).toEqual(principalOf(claims));
    jest.setSystemTime(1_800_000_000_000 + LIFETIME_SECONDS * 1000);
    expect(await authenticate(token)).toBe(false);
    expect(await application().authenticate(token)).toBe(false);
  });

  it('are cached by the whole token', async () => {
    const { authenticate } = application();
    const [header, payload, signature] = tokenFor(claimsOf()).split('.') as [string, string, string];
    const [otherHeader, otherPayload] = tokenFor(claimsOf()).split('.') as [string, string];
    expect(await authenticate(`${header}.${payload}.${signature}`)).not.toBe(false);
    expect(await authenticate(`${header}.${otherPayload}.${signature}`)).toBe(false);
    expect(await authenticate(`${otherHeader}.${payload}.${signature.slice(1)}`)).toBe(false);
  });

  it('are cached up to a limit', async () => {
    const { authenticate, strategy } = application();
    const { max } = strategy.verified;
    expect(max).toBe(5_000);
    const { verified } = strategy;
    const token = tokenFor(claimsOf());
    await authenticate(token);
    for (let count = 0; count < max; count += 1)
      verified.set(`filler ${count}`, { ...claimsOf(), expiresAtMs: 0 });
    expect(verified.size).toBe(max);
    expect(verified.has(token)).toBe(false);
  });

  it('of one application are rejected by another in the same process, cached or not', async () => {
    const [here, there] = [application(), application('another secret, which is long enough as well')];
    const token = tokenFor(claimsOf());
    for (let times = 0; times < 2; times += 1) {
      expect(await here.authenticate(token)).not.toBe(false);
      expect(await there.authenticate(token)).toBe(false);
    }
    expect(there.bySession).not.toHaveBeenCalled();
  });
});

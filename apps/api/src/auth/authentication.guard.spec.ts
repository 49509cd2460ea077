import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, type Authenticate, invalidToken } from '@florin/identity';
import { API_KEY_PREFIX, Unavailable } from '@florin/infrastructure';
import type { ExecutionContext } from '@nestjs/common';
import { AuthenticationGuard } from './authentication.guard.js';
import { apiKeyStrategy } from './api-key.strategy.js';
import { RequestLimits } from './limits/request-limits.js';
import { Operation } from './operation.decorator.js';
import { uniqueStrategyNames } from './strategy-names.js';

/** Above the rate limit of one IP address. */
const MANY = 1_050;

class Handlers {
  @Operation('account.get', 'Retrieve the account') read(): void {}
  @Operation('auth.login', 'Log in') logIn(): void {}
}

interface Request {
  readonly ip: string;
  readonly headers: { authorization?: string };
  principal?: unknown;
  principalId?: string;
}

const requestWith = (authorization?: string): Request => ({
  ip: '192.0.2.7',
  headers: { ...(authorization !== undefined && { authorization }) },
});

const KEY = `Bearer ${API_KEY_PREFIX}1`;
const PRINCIPAL = { kind: 'key', keyId: 'key_1', keyKind: 'platform' };

function guardWith(byApiKey: () => Promise<unknown>) {
  const options = uniqueStrategyNames();
  const [, name] = options.defaultStrategy;
  new (apiKeyStrategy(name))({ byApiKey } as unknown as Authenticate);
  return new AuthenticationGuard({ ...options, defaultStrategy: name }, new RequestLimits(true));
}

const activate = (guard: AuthenticationGuard, request: Request, handler: 'read' | 'logIn' = 'read') =>
  guard.canActivate({
    // eslint-disable-next-line @typescript-eslint/unbound-method -- as Nest does
    getHandler: () => Handlers.prototype[handler],
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
  } as unknown as ExecutionContext);

const errorsFor = (error: Error): Promise<unknown[]> => {
  const guard = guardWith(() => Promise.reject(error));
  const errors = Array.from({ length: MANY }, () =>
    activate(guard, requestWith(KEY)).catch((error: unknown) => error),
  );
  return Promise.all(errors);
};

describe('the authentication guard', () => {
  it('sets the principal and its name', async () => {
    const request = requestWith(KEY);
    expect(
      await activate(
        guardWith(() => Promise.resolve(PRINCIPAL)),
        request,
      ),
    ).toBe(true);
    expect(request).toMatchObject({ principal: PRINCIPAL, principalId: 'key_1' });
  });

  it.each<[string, string | undefined, 'read' | 'logIn']>([
    ['without an Authorization header', undefined, 'read'],
    ['if the operation ignores tokens', KEY, 'logIn'],
  ])('is anonymous %s', async (_, authorization, handler) => {
    const request = requestWith(authorization);
    const guard = guardWith(() => Promise.reject(new Error('unexpected call')));
    expect(await activate(guard, request, handler)).toBe(true);
    expect(request).toMatchObject({ principal: ANONYMOUS, principalId: 'anonymous' });
  });

  it.each(['', 'Bearer', 'Bearer  ', 'Basic YTpi', `${KEY}, ${KEY}`, `${API_KEY_PREFIX}1`])(
    'rejects an invalid Authorization header: %p',
    async (authorization) => {
      const guard = guardWith(() => Promise.resolve(PRINCIPAL));
      await expect(activate(guard, requestWith(authorization))).rejects.toMatchObject({
        code: 'unauthorized',
      });
    },
  );

  it('counts invalid tokens against the rate limit of the IP address', async () => {
    const errors = await errorsFor(invalidToken());
    expect(errors.at(0)).toMatchObject({ code: 'unauthorized' });
    expect(errors.at(-1)).toMatchObject({ code: 'rate_limited' });
  });

  it('does not count tokens while the database is unavailable', async () => {
    const unavailable = new Unavailable();
    expect(new Set(await errorsFor(unavailable))).toEqual(new Set([unavailable]));
  });
});

import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { unauthenticated } from '@florin/identity';
import { Unavailable } from '@florin/infrastructure';
import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Settings } from '../config/settings.js';
import { ChangeLanes } from './limits/change-lanes.js';
import { RequestLimits } from './limits/request-limits.js';
import { AccessGuard } from './access.guard.js';
import type { Authenticator } from './authenticator.js';
import { OPERATION } from './operation.js';

const readAccount = (): void => {};
SetMetadata(OPERATION, 'account.get')(readAccount);

/** As many as an address may send whose tokens do not work, and some more. */
const MANY = 1_050;

/** What each of many requests with a token is answered, all from one address. */
async function refusalsOf(trouble: Error): Promise<unknown[]> {
  const authenticator = { principalOf: () => Promise.reject(trouble) } as unknown as Authenticator;
  const limits = new RequestLimits(true);
  const guard = new AccessGuard(
    new Reflector(),
    authenticator,
    limits,
    { signup: 'open' } as Settings,
    new ChangeLanes(),
  );
  const request = { method: 'GET', ip: '192.0.2.7', headers: { authorization: 'Bearer token' } };
  const context = {
    getHandler: () => readAccount,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  const asked = Array.from({ length: MANY }, () =>
    guard.canActivate(context).catch((error: unknown) => error),
  );
  return Promise.all(asked);
}

describe('the guard', () => {
  it('counts tokens that do not work against the address they come from', async () => {
    const refusals = await refusalsOf(unauthenticated());
    expect(refusals.at(0)).toMatchObject({ code: 'unauthorized' });
    expect(refusals.at(-1)).toMatchObject({ code: 'rate_limited' });
  });

  it('counts no token of which the database cannot tell just now', async () => {
    const away = new Unavailable();
    expect(new Set(await refusalsOf(away))).toEqual(new Set([away]));
  });
});

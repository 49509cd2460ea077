import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { AllowedMethods } from './allowed-methods.js';

const instance = fastify({ exposeHeadRoutes: false });
const paths = new AllowedMethods(instance);
for (const [url, method] of [
  ['/v1/users', 'GET'],
  ['/v1/users', 'POST'],
  ['/v1/users/:user_id', 'PATCH'],
  ['/v1/users/search', 'POST'],
  ['/v1/payments/:payment_id/status', 'GET'],
  ['/docs/*', 'GET'],
  ['/openapi.json', 'GET'],
] as const) {
  instance.route({ url, method, handler: () => ({}) });
}

describe('AllowedMethods', () => {
  it.each([
    ['/v1/users', ['GET', 'POST']],
    ['/v1/users?page=2', ['GET', 'POST']],
    ['/v1/users/user_1', ['PATCH']],
    ['/v1/users/search', ['POST']],
    ['/v1/users/', []],
    ['/v1/users/user_1/x', []],
    ['/v1/payments/pay_1/status', ['GET']],
    ['/v1/payments/pay_1', []],
    ['/docs/a/b.css', ['GET']],
    ['/openapi.json', ['GET']],
    ['/openapiXjson', []],
    ['/', []],
  ])('%s allows %j', (url, methods) => {
    expect(paths.forUrl(url)).toEqual(methods);
  });

  it('knows a fixed path that the router took for a parameter', () => {
    expect(paths.isFixedPathAsParameter('/v1/users/:user_id', '/v1/users/search?x=1')).toBe(true);
    expect(paths.isFixedPathAsParameter('/v1/users/search', '/v1/users/search')).toBe(false);
    expect(paths.isFixedPathAsParameter('/v1/users/:user_id', '/v1/users/user_1')).toBe(false);
    expect(paths.isFixedPathAsParameter(undefined, '/v1/users/search')).toBe(false);
  });
});

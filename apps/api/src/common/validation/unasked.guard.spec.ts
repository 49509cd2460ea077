import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { declaredReads } from './unasked.guard.js';

class Controller {}

const readsOf = (...keys: string[]) => {
  const parameters = Object.fromEntries(keys.map((key) => [key, {}]));
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, parameters, Controller, 'handle');
  return declaredReads(Controller, 'handle');
};

describe('what a handler reads', () => {
  it('is the body and the query where it declares them', () => {
    expect(readsOf('3:0')).toEqual({ query: false, body: true });
    expect(readsOf('0:0', '4:1')).toEqual({ query: true, body: false });
    expect(readsOf()).toEqual({ query: false, body: false });
  });

  it('is not told by the random names that Nest gives to decorators of our own', () => {
    expect(readsOf('3xK9__customRouteArgs__:0', '4__customRouteArgs__:1')).toEqual({
      query: false,
      body: false,
    });
  });
});

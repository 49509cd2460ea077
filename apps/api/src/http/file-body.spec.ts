import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { readFileBody } from './file-body.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function receive() {
  const body = new PassThrough();
  const result = readFileBody({ body, headers: {} } as unknown as FastifyRequest, 100);
  const outcome = result.then(String, (error: unknown) => error);
  return { body, outcome };
}

describe('the body with a file', () => {
  it('may arrive slowly', async () => {
    const { body, outcome } = receive();
    for (const part of ['a', 'b', 'c']) {
      body.write(part);
      await turn();
      jest.advanceTimersByTime(1_900);
    }
    body.end();
    expect(await outcome).toBe('abc');
  });

  it.each([
    ['does not begin', ''],
    ['stops', 'a,b'],
  ])('is 408 if it %s for two seconds, and the connection is closed', async (_, part) => {
    const { body, outcome } = receive();
    body.write(part);
    await turn();
    jest.advanceTimersByTime(2_000);
    expect(await Promise.race([outcome, turn()])).toMatchObject({
      code: 'invalid_request',
      status: 408,
      headers: { connection: 'close' },
    });
    expect(jest.getTimerCount()).toBe(0);
  });
});

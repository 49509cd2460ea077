import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { IdempotentRequest } from '@florin/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Idempotency } from './idempotency.js';

const idempotency = new Idempotency(createSecretKey(Buffer.alloc(32, 7)), () => false);

/** The fingerprint of a request with this body, sent as JSON. */
async function fingerprintOf(json: string): Promise<string | undefined> {
  const body = JSON.parse(json) as unknown;
  const headers = { 'idempotency-key': 'once' };
  const request = { method: 'POST', url: '/v1/transactions', headers, body } as unknown as FastifyRequest;
  let received: IdempotentRequest<object> | undefined;
  await idempotency.respond(
    { request, reply: {} as FastifyReply },
    (value: object) => value,
    (idempotentRequest) => {
      received = idempotentRequest;
      return Promise.resolve({ replayed: false, value: {} });
    },
  );
  return received?.fingerprint;
}

describe('the fingerprint of a request', () => {
  it('does not depend on the order of the fields and the notation of numbers', async () => {
    expect(await fingerprintOf('{"a": {"c": 1e2, "b": [true, null]}, "d": -0}')).toBe(
      await fingerprintOf('{"d":0,"a":{"b":[true,null],"c":100}}'),
    );
  });

  it.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":null}', '{}'],
    ['{"a":{"b":1}}', '{"a":1,"b":1}'],
    ['{"a,b":1}', '{"a":1,"b":1}'],
  ])('differs for %s and %s', async (one, other) => {
    expect(await fingerprintOf(one)).not.toBe(await fingerprintOf(other));
  });

  it('is the one that is stored with the keys of earlier releases', async () => {
    const body =
      '{"toString":5e-324,"constructor":1e21,"10":[],"9":{},"é":"\\u2028\\"/€😀","":-1.5e-7,"Z":"\\u0001"}';
    expect(await fingerprintOf(body)).toBe('Fg11QGWoIMijKL7VnvMUTD_Eq655MuQgUAsi-5-XD54');
  });
});

import { describe, expect, it } from '@jest/globals';
import { idFromUuid } from './ids.js';
import { placesOf, requireSameRequest } from './idempotency.js';

const key = { principal: 'user_1', accountId: undefined, path: '/v1/transactions', key: 'order 1' };

describe('requireSameRequest', () => {
  it('accepts the same fingerprint and rejects another one', () => {
    const request = { ...key, fingerprint: 'one body' };
    expect(() => {
      requireSameRequest(request, { fingerprint: 'one body' });
    }).not.toThrow();
    expect(() => {
      requireSameRequest(request, { fingerprint: 'another body' });
    }).toThrow(expect.objectContaining({ code: 'idempotency_mismatch' }));
  });
});

describe('placesOf', () => {
  it('is the key, and its copy with the other account', () => {
    const accountId = idFromUuid('acct', '00000000-0000-7000-8000-000000000001');
    const request = { ...key, fingerprint: 'one body' };
    expect(placesOf(request)).toEqual([request]);
    const moving = { ...request, copyAccountId: accountId };
    expect(placesOf(moving)).toEqual([moving, { ...request, accountId }]);
  });
});

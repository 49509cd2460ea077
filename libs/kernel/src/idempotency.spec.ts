import { describe, expect, it } from '@jest/globals';
import { requireSameRequest } from './idempotency.js';

const key = { principal: 'user_1', accountId: undefined, path: '/v1/transactions', key: 'order 1' };

describe('an idempotency key', () => {
  it('is good for the request that it was kept for, and for no other', () => {
    const asked = { ...key, fingerprint: 'one body' };
    expect(() => {
      requireSameRequest(asked, { fingerprint: 'one body' });
    }).not.toThrow();
    expect(() => {
      requireSameRequest(asked, { fingerprint: 'another body' });
    }).toThrow(expect.objectContaining({ code: 'idempotency_mismatch' }));
  });
});

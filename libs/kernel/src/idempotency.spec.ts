import { describe, expect, it } from '@jest/globals';
import { requireSameRequest } from './idempotency.js';

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

import { describe, expect, it } from '@jest/globals';
import { newRequestId, requestIdFor } from './request-id.js';

describe('requestIdFor', () => {
  it.each(['a', 'trace-1.2_3', 'X'.repeat(128)])('keeps %s', (id) => {
    expect(requestIdFor({ headers: { 'x-request-id': id } })).toBe(id);
  });

  it.each(['', 'X'.repeat(129), 'a b', 'a\nb', 'ä', '<script>', undefined])('replaces %j', (id) => {
    const headers = id === undefined ? {} : { 'x-request-id': id };
    expect(requestIdFor({ headers })).toMatch(/^[0-9a-f]{32}$/);
  });

  it('creates unique ids', () => {
    expect(new Set(Array.from({ length: 2_000 }, newRequestId)).size).toBe(2_000);
  });
});

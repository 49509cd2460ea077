import { describe, expect, it } from '@jest/globals';
import { inspectBody } from './input-sanitizing.js';

describe('the error for an invalid string', () => {
  it('truncates the path without cutting a surrogate pair', () => {
    const body = { [`${'k'.repeat(63)}😀`]: 'a\u0007' };
    expect(() => inspectBody(body, 16)).toThrow(/^k{63}… must not contain control characters/);
  });
});

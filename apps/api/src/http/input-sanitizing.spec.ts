import { describe, expect, it } from '@jest/globals';
import { inspectBody } from './input-sanitizing.js';

describe('a refusal of a text', () => {
  it('names the way to it in whole characters, however long its keys are', () => {
    const body = { [`${'k'.repeat(63)}😀`]: 'a\u0007' };
    expect(() => inspectBody(body, 16)).toThrow(/^k{63}… must not hold control characters/);
  });
});

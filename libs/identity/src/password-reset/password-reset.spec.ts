import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, MINUTE_MS } from '@florin/kernel';
import { NOON, SequentialIds } from '../testing/builders.js';
import { isOpen, type PasswordReset, requestReset, supersede, use } from './password-reset.js';

const ids = new SequentialIds();
const later = (minutes: number) => addMilliseconds(NOON, minutes * MINUTE_MS);

const aReset = (change: Partial<PasswordReset> = {}): PasswordReset => ({
  ...requestReset(ids.next('pwr'), ids.next('user'), NOON),
  ...change,
});

describe('a password reset', () => {
  it('can be used once, within 30 minutes', () => {
    const reset = aReset();
    const used = use(reset, later(29));
    expect(used).toEqual({ ...reset, status: 'used', usedAt: later(29) });
    expect(() => use(used, later(29))).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(isOpen(reset, addMilliseconds(later(30), -1))).toBe(true);
    expect(isOpen(reset, later(30))).toBe(false);
    expect(() => use(reset, later(30))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('cannot be used once superseded, nor without a user', () => {
    const superseded = supersede(aReset());
    for (const reset of [superseded, aReset({ userId: undefined })]) {
      expect(isOpen(reset, NOON)).toBe(false);
      expect(() => use(reset, NOON)).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
    expect(() => supersede(superseded)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('is not used before it was requested when the clock is behind', () => {
    expect(use(aReset(), later(-1))).toMatchObject({ usedAt: NOON });
  });
});

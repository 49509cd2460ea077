import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, addMilliseconds, SECOND_MS } from '@florin/kernel';
import { aSession, NOON } from '../testing/builders.js';
import { end, END_REASONS, isLive, refresh, SESSION_POLICY as POLICY } from './session.js';

const GRACE = POLICY.reuseGraceMs;

describe('session lifetime', () => {
  it.each(END_REASONS)('ends once, for the reason %s', (reason) => {
    const now = addMilliseconds(NOON, SECOND_MS);
    const ended = end(aSession(), reason, now);
    expect(ended).toMatchObject({ status: 'ended', endReason: reason, endedAt: now });
    expect(() => end(ended, reason, now)).toThrow(expect.objectContaining({ code: 'invalid_session' }));
    expect(isLive(ended, now)).toBe(false);
  });

  it('is extended by 30 days with each refresh, up to 90 days in total', () => {
    let session = aSession();
    const lifetimeDays: number[] = [];
    for (let day = 29; day < 120; day += 29) {
      const outcome = refresh(session, session.generation, POLICY, addMilliseconds(NOON, day * DAY_MS));
      if (outcome.verdict !== 'rotated') break;
      ({ session } = outcome);
      lifetimeDays.push((session.expiresAt.getTime() - NOON.getTime()) / DAY_MS);
    }
    expect(lifetimeDays).toEqual([59, 88, 90]);
    expect(isLive(session, addMilliseconds(NOON, 90 * DAY_MS - 1))).toBe(true);
    expect(isLive(session, addMilliseconds(NOON, 90 * DAY_MS))).toBe(false);
  });

  it('has no end or use before its start when the clock of another instance is behind', () => {
    const behind = addMilliseconds(NOON, -5 * SECOND_MS);
    expect(end(aSession(), 'logout', behind).endedAt).toEqual(NOON);
    const { expiresAt } = aSession();
    expect(refresh(aSession(), 1, POLICY, behind)).toMatchObject({
      verdict: 'rotated',
      session: { rotatedAt: NOON, lastUsedAt: NOON, expiresAt },
    });
  });

  it('expires 30 days after the last refresh', () => {
    const session = aSession();
    expect(refresh(session, 1, POLICY, addMilliseconds(NOON, 30 * DAY_MS - 1)).verdict).toBe('rotated');
    expect(refresh(session, 1, POLICY, addMilliseconds(NOON, 30 * DAY_MS)).verdict).toBe('refused');
  });
});

describe('refresh token', () => {
  const rotated = { ...aSession(), generation: 5, rotatedAt: NOON };
  const verdict = (generation: number, afterMs: number) =>
    refresh(rotated, generation, POLICY, addMilliseconds(NOON, afterMs));

  it('is spent by its first use, and its successor has the next generation', () => {
    const now = addMilliseconds(NOON, 60 * SECOND_MS);
    expect(refresh(rotated, 5, POLICY, now)).toMatchObject({
      verdict: 'rotated',
      session: { generation: 6, rotatedAt: now, lastUsedAt: now, status: 'active' },
    });
  });

  it.each([0, 1, GRACE])(
    'returns the same successor %i ms after the exchange, and changes nothing',
    (afterMs) => {
      expect(verdict(4, afterMs)).toEqual({ verdict: 'repeated', session: rotated });
    },
  );

  it('ends the session when it is reused after the grace period', () => {
    const now = addMilliseconds(NOON, GRACE + 1);
    expect(verdict(4, GRACE + 1)).toMatchObject({
      verdict: 'reused',
      session: { status: 'ended', endReason: 'reuse', endedAt: now, generation: 5 },
    });
  });

  it.each([1, 2, 3])(
    'of generation %i ends the session at once, because its successor has been spent',
    (generation) => {
      expect(verdict(generation, 0)).toMatchObject({ verdict: 'reused', session: { status: 'ended' } });
    },
  );

  it('has its whole grace period when the exchanging instance has a clock that is behind', () => {
    const outcome = refresh(rotated, 5, POLICY, addMilliseconds(NOON, -8 * SECOND_MS));
    if (outcome.verdict !== 'rotated') throw new Error('The token was not exchanged');
    expect(refresh(outcome.session, 5, POLICY, addMilliseconds(NOON, 3 * SECOND_MS)).verdict).toBe(
      'repeated',
    );
  });

  it('has its grace period when the exchanging clock is ahead within the clock skew', () => {
    expect(verdict(4, -10 * SECOND_MS).verdict).toBe('repeated');
  });

  it('has no grace period when the exchanging clock was ahead beyond the clock skew', () => {
    expect(verdict(4, -10 * SECOND_MS - 1)).toMatchObject({
      verdict: 'reused',
      session: { status: 'ended', endReason: 'reuse' },
    });
  });

  it('uses the current time after a clock that was hours ahead is corrected', () => {
    const now = addMilliseconds(NOON, -3 * HOUR_MS);
    const outcome = refresh(rotated, 5, POLICY, now);
    if (outcome.verdict !== 'rotated') throw new Error('The token was not exchanged');
    const { session } = outcome;
    expect(session.rotatedAt).toEqual(now);
    expect(refresh(session, 5, POLICY, addMilliseconds(now, GRACE)).verdict).toBe('repeated');
    expect(refresh(session, 5, POLICY, addMilliseconds(now, GRACE + 1)).verdict).toBe('reused');
  });

  it('of a future generation is refused', () => {
    expect(verdict(6, 0)).toEqual({ verdict: 'refused' });
  });

  it.each([4, 5])('of generation %i is refused for an ended session', (generation) => {
    const ended = end(rotated, 'logout', NOON);
    expect(refresh(ended, generation, POLICY, NOON)).toEqual({ verdict: 'refused' });
  });

  it('is never repeated without a grace period', () => {
    expect(refresh(rotated, 4, { ...POLICY, reuseGraceMs: 0 }, addMilliseconds(NOON, 1)).verdict).toBe(
      'reused',
    );
  });
});

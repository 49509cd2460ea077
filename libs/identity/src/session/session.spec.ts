import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, addMilliseconds, SECOND_MS } from '@florin/kernel';
import { aSession, NOON } from '../testing/builders.js';
import { end, END_REASONS, isLive, refresh, SESSION_POLICY as POLICY } from './session.js';

const GRACE = POLICY.reuseGraceMs;

describe('the life of a session', () => {
  it.each(END_REASONS)('ends once, for the reason %s', (reason) => {
    const now = addMilliseconds(NOON, SECOND_MS);
    const ended = end(aSession(), reason, now);
    expect(ended).toMatchObject({ status: 'ended', endReason: reason, endedAt: now });
    expect(() => end(ended, reason, now)).toThrow(expect.objectContaining({ code: 'invalid_session' }));
    expect(isLive(ended, now)).toBe(false);
  });

  it('slides thirty days with each refresh, and stops at ninety in all', () => {
    let session = aSession();
    const lived: number[] = [];
    for (let day = 29; day < 120; day += 29) {
      const outcome = refresh(session, session.generation, POLICY, addMilliseconds(NOON, day * DAY_MS));
      if (outcome.verdict !== 'rotated') break;
      ({ session } = outcome);
      lived.push((session.expiresAt.getTime() - NOON.getTime()) / DAY_MS);
    }
    expect(lived).toEqual([59, 88, 90]);
    expect(isLive(session, addMilliseconds(NOON, 90 * DAY_MS - 1))).toBe(true);
    expect(isLive(session, addMilliseconds(NOON, 90 * DAY_MS))).toBe(false);
  });

  it('does not end before it began, nor was last used then, where another instance has its clock behind', () => {
    const behind = addMilliseconds(NOON, -5 * SECOND_MS);
    expect(end(aSession(), 'logout', behind).endedAt).toEqual(NOON);
    const { expiresAt } = aSession();
    expect(refresh(aSession(), 1, POLICY, behind)).toMatchObject({
      verdict: 'rotated',
      session: { rotatedAt: NOON, lastUsedAt: NOON, expiresAt },
    });
  });

  it('runs out when it is left alone', () => {
    const session = aSession();
    expect(refresh(session, 1, POLICY, addMilliseconds(NOON, 30 * DAY_MS - 1)).verdict).toBe('rotated');
    expect(refresh(session, 1, POLICY, addMilliseconds(NOON, 30 * DAY_MS)).verdict).toBe('refused');
  });
});

describe('a refresh token', () => {
  const rotated = { ...aSession(), generation: 5, rotatedAt: NOON };
  const verdict = (generation: number, afterMs: number) =>
    refresh(rotated, generation, POLICY, addMilliseconds(NOON, afterMs));

  it('is spent by being used, and its successor is the next generation', () => {
    const now = addMilliseconds(NOON, 60 * SECOND_MS);
    expect(refresh(rotated, 5, POLICY, now)).toMatchObject({
      verdict: 'rotated',
      session: { generation: 6, rotatedAt: now, lastUsedAt: now, status: 'active' },
    });
  });

  it.each([0, 1, GRACE])(
    'answers the same successor %i ms after the exchange, and changes nothing',
    (afterMs) => {
      expect(verdict(4, afterMs)).toEqual({ verdict: 'repeated', session: rotated });
    },
  );

  it('ends the session when it comes again after the grace', () => {
    const now = addMilliseconds(NOON, GRACE + 1);
    expect(verdict(4, GRACE + 1)).toMatchObject({
      verdict: 'reused',
      session: { status: 'ended', endReason: 'reuse', endedAt: now, generation: 5 },
    });
  });

  it.each([1, 2, 3])(
    'of generation %i ends the session at once: its successor has been spent',
    (generation) => {
      expect(verdict(generation, 0)).toMatchObject({ verdict: 'reused', session: { status: 'ended' } });
    },
  );

  it('has its whole grace, also where it was exchanged by an instance whose clock is behind', () => {
    const outcome = refresh(rotated, 5, POLICY, addMilliseconds(NOON, -8 * SECOND_MS));
    if (outcome.verdict !== 'rotated') throw new Error('The token was not exchanged');
    expect(refresh(outcome.session, 5, POLICY, addMilliseconds(NOON, 3 * SECOND_MS)).verdict).toBe(
      'repeated',
    );
  });

  it('has its grace where it was exchanged by a clock that is a little ahead', () => {
    expect(verdict(4, -10 * SECOND_MS).verdict).toBe('repeated');
  });

  it('has no grace of hours where it was exchanged by a clock that was hours ahead', () => {
    expect(verdict(4, -10 * SECOND_MS - 1)).toMatchObject({
      verdict: 'reused',
      session: { status: 'ended', endReason: 'reuse' },
    });
  });

  it('is exchanged by the clock of now once one that was hours ahead is right, and has its grace from then on', () => {
    const now = addMilliseconds(NOON, -3 * HOUR_MS);
    const outcome = refresh(rotated, 5, POLICY, now);
    if (outcome.verdict !== 'rotated') throw new Error('The token was not exchanged');
    const { session } = outcome;
    expect(session.rotatedAt).toEqual(now);
    expect(refresh(session, 5, POLICY, addMilliseconds(now, GRACE)).verdict).toBe('repeated');
    expect(refresh(session, 5, POLICY, addMilliseconds(now, GRACE + 1)).verdict).toBe('reused');
  });

  it('from the future is none', () => {
    expect(verdict(6, 0)).toEqual({ verdict: 'refused' });
  });

  it.each([4, 5])('of generation %i does nothing for a session that has ended', (generation) => {
    const ended = end(rotated, 'logout', NOON);
    expect(refresh(ended, generation, POLICY, NOON)).toEqual({ verdict: 'refused' });
  });

  it('has no second chance when there is no grace', () => {
    expect(refresh(rotated, 4, { ...POLICY, reuseGraceMs: 0 }, addMilliseconds(NOON, 1)).verdict).toBe(
      'reused',
    );
  });
});

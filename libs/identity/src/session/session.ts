import {
  DAY_MS,
  exceedsClockSkew,
  stateMachine,
  addMilliseconds,
  notBefore,
  type SessionId,
  transition,
  type UserId,
} from '@florin/kernel';
import { refusal } from '../errors.js';

export const SESSION_STATUSES = ['active', 'ended'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const END_REASONS = ['logout', 'reuse', 'password_changed', 'account_closed'] as const;
export type EndReason = (typeof END_REASONS)[number];

/**
 * Starts with a login. Refresh tokens are not stored: each is derived from the session's id and a generation, and only
 * the token of the current generation is unspent.
 */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly status: SessionStatus;
  readonly generation: number;
  readonly createdAt: Date;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  /** Extended by each refresh, at most to `absoluteExpiresAt`. */
  readonly expiresAt: Date;
  readonly absoluteExpiresAt: Date;
  readonly address: string | undefined;
  readonly agent: string | undefined;
  readonly endedAt: Date | undefined;
  readonly endReason: EndReason | undefined;
}

export type SessionAction = 'rotate' | 'end';

export const SESSION_STATE_MACHINE = stateMachine<SessionStatus, SessionAction>({
  initial: ['active'],
  transitions: { active: { rotate: 'active', end: 'ended' }, ended: {} },
});

export interface SessionPolicy {
  readonly slidingMs: number;
  readonly absoluteMs: number;
  /** How long a spent refresh token still returns its successor, for lost responses and parallel tabs. */
  readonly reuseGraceMs: number;
}

export const SESSION_POLICY: SessionPolicy = {
  slidingMs: 30 * DAY_MS,
  absoluteMs: 90 * DAY_MS,
  reuseGraceMs: 10_000,
};

export interface NewSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

export function start(input: NewSession, policy: SessionPolicy, now: Date): Session {
  const absoluteExpiresAt = addMilliseconds(now, policy.absoluteMs);
  return {
    ...input,
    status: 'active',
    generation: 1,
    createdAt: now,
    rotatedAt: now,
    lastUsedAt: now,
    expiresAt: earlierOf(addMilliseconds(now, policy.slidingMs), absoluteExpiresAt),
    absoluteExpiresAt,
    endedAt: undefined,
    endReason: undefined,
  };
}

export const isLive = (session: Session, now: Date): boolean =>
  session.status === 'active' && now < session.expiresAt;

export const sessionNotFound = () => refusal('invalid_session', 'There is no such session, or it has ended.');

/** Throws for an ended session the same error as for an unknown one or one of another user. */
export function end(session: Session, reason: EndReason, now: Date): Session {
  const status = transition(SESSION_STATE_MACHINE, session.status, 'end', sessionNotFound);
  return { ...session, status, endedAt: notBefore(session.rotatedAt, now), endReason: reason };
}

/**
 * Result of presenting a refresh token. `rotated`: the token is spent now and has a new successor. `repeated`: it was
 * spent within the grace period, and its unused successor is returned again. `reused`: it was spent earlier and may be
 * stolen, so the session has ended. `refused`: the session is not live, or the generation does not exist yet.
 */
export type RefreshVerdict =
  | { readonly verdict: 'rotated' | 'repeated' | 'reused'; readonly session: Session }
  | { readonly verdict: 'refused' };

export function refresh(
  session: Session,
  generation: number,
  policy: SessionPolicy,
  now: Date,
): RefreshVerdict {
  if (!isLive(session, now) || generation > session.generation) return { verdict: 'refused' };
  if (generation === session.generation) return { verdict: 'rotated', session: rotate(session, policy, now) };
  // The successor of the previous token is the current one, which is unspent. A `rotatedAt` beyond the clock skew gets
  // no grace period: it would last until that time, also for a stolen token.
  const sinceExchangeMs = now.getTime() - session.rotatedAt.getTime();
  const isInGrace = sinceExchangeMs <= policy.reuseGraceMs && !exceedsClockSkew(session.rotatedAt, now);
  if (generation === session.generation - 1 && isInGrace) {
    return { verdict: 'repeated', session };
  }
  return { verdict: 'reused', session: end(session, 'reuse', now) };
}

function rotate(session: Session, policy: SessionPolicy, now: Date): Session {
  const status = transition(SESSION_STATE_MACHINE, session.status, 'rotate', () =>
    refusal('invalid_grant', 'The session has ended.'),
  );
  const rotatedAt = exceedsClockSkew(session.rotatedAt, now) ? now : notBefore(session.rotatedAt, now);
  return {
    ...session,
    status,
    generation: session.generation + 1,
    rotatedAt,
    lastUsedAt: notBefore(session.lastUsedAt, now),
    expiresAt: earlierOf(addMilliseconds(rotatedAt, policy.slidingMs), session.absoluteExpiresAt),
  };
}

const earlierOf = (left: Date, right: Date): Date => (left < right ? left : right);

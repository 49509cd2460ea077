import {
  addMilliseconds,
  MINUTE_MS,
  notBefore,
  type PasswordResetId,
  stateMachine,
  transition,
  type UserId,
} from '@florin/kernel';
import { refusal } from '../errors.js';

export const PASSWORD_RESET_STATUSES = ['requested', 'used', 'superseded'] as const;
export type PasswordResetStatus = (typeof PASSWORD_RESET_STATUSES)[number];

/** The token of the link is not stored: it is derived from the id. */
export interface PasswordReset {
  readonly id: PasswordResetId;
  /**
   * Undefined if the request named no user, or one that has reached its limit: such a row is written too, because the
   * duration of a request without a write would reveal that there is no such user.
   */
  readonly userId: UserId | undefined;
  readonly status: PasswordResetStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

type PasswordResetAction = 'use' | 'supersede';

/** An expired reset stays `requested`: its link works until `expiresAt`. */
export const PASSWORD_RESET_STATE_MACHINE = stateMachine<PasswordResetStatus, PasswordResetAction>({
  initial: ['requested'],
  transitions: { requested: { use: 'used', supersede: 'superseded' }, used: {}, superseded: {} },
});

const RESET_LIFETIME_MS = 30 * MINUTE_MS;

/** A reset whose link can still be used. */
export type OpenReset = PasswordReset & { readonly userId: UserId };

export const requestReset = (id: PasswordResetId, userId: UserId | undefined, now: Date): PasswordReset => ({
  id,
  userId,
  status: 'requested',
  createdAt: now,
  expiresAt: addMilliseconds(now, RESET_LIFETIME_MS),
  usedAt: undefined,
});

export const isOpen = (reset: PasswordReset | undefined, now: Date): reset is OpenReset =>
  reset?.userId !== undefined && reset.status === 'requested' && now < reset.expiresAt;

/** The same error for a link that is unknown, used, superseded or expired, and for a user who is not active. */
export const invalidLink = () =>
  refusal('not_found', 'This link does not exist, was used before, or has expired.');

export function use(reset: PasswordReset, now: Date): PasswordReset {
  if (!isOpen(reset, now)) throw invalidLink();
  const status = transition(PASSWORD_RESET_STATE_MACHINE, reset.status, 'use', invalidLink);
  return { ...reset, status, usedAt: notBefore(reset.createdAt, now) };
}

export function supersede(reset: PasswordReset): PasswordReset {
  const status = transition(PASSWORD_RESET_STATE_MACHINE, reset.status, 'supersede', invalidLink);
  return { ...reset, status };
}

import type { DomainError } from '@florin/kernel';
import { type IdentityCode, refusal } from '../errors.js';
import type { IdentityStores } from '../stores.js';
import type { User, UserStatus } from './user.js';

/** Whether a user is let in at all: only while active, and with a closed account nobody of it. */
export const isActive = (status: UserStatus, accountIsClosed: boolean): boolean =>
  status === 'active' && !accountIsClosed;

/**
 * What a user is told who may not act; undefined for one who may. Answered and not thrown, because a throw inside a unit
 * of work would undo what has been done there.
 */
export async function inactiveUserError(
  { users }: IdentityStores,
  user: User,
): Promise<DomainError<IdentityCode> | undefined> {
  if (isActive(user.status, await users.isAccountClosed(user))) return undefined;
  return refusal('unauthorized', 'This user is not active, or its account is closed.');
}

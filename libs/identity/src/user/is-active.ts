import type { DomainError } from '@florin/kernel';
import { type IdentityCode, refusal } from '../errors.js';
import type { IdentityStores } from '../stores.js';
import type { User, UserStatus } from './user.js';

export const isActive = (status: UserStatus, accountIsClosed: boolean): boolean =>
  status === 'active' && !accountIsClosed;

/** Undefined if the user is active. Returned, not thrown: a throw would roll back the unit of work. */
export async function inactiveUserError(
  { users }: IdentityStores,
  user: User,
): Promise<DomainError<IdentityCode> | undefined> {
  if (isActive(user.status, await users.isAccountClosed(user))) return undefined;
  return refusal('unauthorized', 'This user is not active, or its account is closed.');
}

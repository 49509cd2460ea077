import { isLive } from '../session/session.js';
import type { IdentityStores } from '../stores.js';
import { unauthenticated } from './access.js';
import type { Principal } from './principal.js';

/**
 * Looks again at a caller who was let in some time ago: before a password is hashed there may be a wait of seconds. Whoever
 * was logged out or suspended meanwhile must not make what outlives that: a key, a user, a password. Of two sessions that
 * set their user's password at once, the first ends the second, which would otherwise end the first in turn.
 */
export async function requireStillStanding(
  { sessions, users }: Pick<IdentityStores, 'sessions' | 'users'>,
  principal: Principal,
  now: Date,
): Promise<void> {
  if (principal.kind !== 'user') return;
  const session = await sessions.lock(principal.sessionId);
  if (session === undefined || !isLive(session, now)) throw unauthenticated();
  const user = await users.find(principal.userId);
  if (user?.status !== 'active') throw unauthenticated();
}

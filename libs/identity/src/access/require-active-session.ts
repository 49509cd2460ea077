import { isLive } from '../session/session.js';
import type { IdentityStores } from '../stores.js';
import { invalidToken } from './access.js';
import type { Principal } from './principal.js';

/**
 * Checks the session again inside the SQL transaction: hashing a password may have taken seconds, and a session revoked
 * meanwhile must not create a key, a user or a password. The row lock serializes password changes of one session.
 */
export async function requireActiveSession(
  { sessions, users }: Pick<IdentityStores, 'sessions' | 'users'>,
  principal: Principal,
  now: Date,
): Promise<void> {
  if (principal.kind !== 'user') return;
  const session = await sessions.lock(principal.sessionId);
  if (session === undefined || !isLive(session, now)) throw invalidToken();
  const user = await users.find(principal.userId);
  if (user?.status !== 'active') throw invalidToken();
}

import type { UserId } from '@florin/kernel';
import type { IdentityStores } from '../stores.js';
import type { User } from './user.js';

/** Locks all admins in id order instead of a single one: two admins who change each other would deadlock. */
export async function lockUserAndAdmins({ users }: IdentityStores, id: UserId): Promise<User | undefined> {
  const found = await users.find(id);
  if (found?.role !== 'admin') return users.lock(id);
  return (await users.lockAdmins()).find((admin) => admin.id === id);
}

/** Locks all admins, so that the result stays true until the commit. */
export async function isLastActiveAdmin({ users }: IdentityStores, user: User): Promise<boolean> {
  if (user.role !== 'admin' || user.status !== 'active') return false;
  const admins = await users.lockAdmins();
  return !admins.some((admin) => admin.id !== user.id && admin.status === 'active');
}

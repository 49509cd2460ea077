import type { UserId } from '@florin/kernel';
import type { IdentityStores } from '../stores.js';
import type { User } from './user.js';

/** Admins are locked all together and in order, before any of them alone: two that end each other would deadlock. */
export async function lockUserAndAdmins({ users }: IdentityStores, id: UserId): Promise<User | undefined> {
  const found = await users.find(id);
  if (found?.role !== 'admin') return users.lock(id);
  return (await users.lockAdmins()).find((admin) => admin.id === id);
}

/** Whether nobody could act as an admin any more without this one. Holds the locks that keep the answer true. */
export async function isLastActiveAdmin({ users }: IdentityStores, user: User): Promise<boolean> {
  if (user.role !== 'admin' || user.status !== 'active') return false;
  const admins = await users.lockAdmins();
  return !admins.some((admin) => admin.id !== user.id && admin.status === 'active');
}

import type { AccountId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { UserRepository } from '../user/user.repository.js';
import { invalidToken } from './access.js';

/** Locks the account, which may have been closed or suspended since the caller was authenticated. */
export async function requireOpenAccount(users: UserRepository, accountId: AccountId): Promise<void> {
  const state = await users.lockAccountShared(accountId);
  if (state === 'closed') throw invalidToken();
  if (state === 'suspended')
    throw refusal('invalid_request', 'The account is suspended: it accepts no new API keys or members.');
}

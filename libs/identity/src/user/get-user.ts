import type { UserId } from '@florin/kernel';
import { authorize } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import { requireVisible } from '../access/user-access.js';
import type { User } from './user.js';
import type { UserDirectory } from './user.repository.js';

export class GetUser {
  constructor(private readonly users: UserDirectory) {}

  /** `id` is undefined if it was malformed. */
  async execute(principal: Principal, id: UserId | undefined): Promise<User> {
    authorize(principal, 'users.get');
    const user = id === undefined ? undefined : await this.users.find(id);
    return requireVisible(principal, user, 'users.get');
  }
}

import type { UserId } from '@florin/kernel';
import { admit } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import { seen } from '../access/user-access.js';
import type { User } from './user.js';
import type { UserDirectory } from './user.repository.js';

export class GetUser {
  constructor(private readonly users: UserDirectory) {}

  /** An id that spells nothing is the id of nobody. */
  async execute(principal: Principal, id: UserId | undefined): Promise<User> {
    admit(principal, 'users.get');
    const user = id === undefined ? undefined : await this.users.find(id);
    return seen(principal, user, 'users.get');
  }
}

import type { Page, PageRequest } from '@florin/kernel';
import { authorize } from '../access/access.js';
import { accountOf, type Principal } from '../access/principal.js';
import type { User } from './user.js';
import type { UserDirectory, UserFilter } from './user.repository.js';

/** An admin lists all users, an owner those of its account. */
export class ListUsers {
  constructor(private readonly users: UserDirectory) {}

  async execute(
    principal: Principal,
    requestedFilter: Omit<UserFilter, 'accountId'>,
    page: PageRequest,
  ): Promise<Page<User>> {
    // Names and emails are stored in NFC.
    const filter = {
      ...requestedFilter,
      ...(requestedFilter.search && { search: requestedFilter.search.normalize('NFC') }),
    };
    const reach = authorize(principal, 'users.list');
    if (reach === 'any') return this.users.list(filter, page);
    const accountId = accountOf(principal);
    if (accountId === undefined) return { items: [], total: 0 };
    return this.users.list({ ...filter, accountId }, page);
  }
}

import type { AccountId, Page, PageRequest, UserId } from '@florin/kernel';
import type { User, UserStatus } from './user.js';

/** Pending accounts are open. */
export type AccountState = 'open' | 'suspended' | 'closed';

/** Users inside a unit of work. The `lock` methods lock the rows for update until the commit. */
export interface UserRepository {
  /**
   * Without a lock; undefined if there is none. `RefreshSession` and `requireActiveSession` read the status here because
   * they hold the lock of a session, and the lock order is users before sessions. Tokens issued to a user who is
   * suspended at the same moment are useless: every request reads the status again.
   */
  find(id: UserId): Promise<User | undefined>;
  /** Undefined if there is none. */
  lock(id: UserId): Promise<User | undefined>;
  /** All admins, locked in id order, so that two of them cannot remove each other concurrently. */
  lockAdmins(): Promise<User[]>;
  /** Undefined if the account has no owner any more. */
  lockOwner(accountId: AccountId): Promise<User | undefined>;
  /** Owner and members of the account, locked in id order. */
  lockByAccount(accountId: AccountId): Promise<User[]>;
  ownsOpenAccount(user: User): Promise<boolean>;
  /**
   * Shared lock that blocks closing or suspending the account until the commit; an unknown account is closed. Take it
   * before any other lock when you add a user or key to the account.
   */
  lockAccountShared(accountId: AccountId): Promise<AccountState>;
  isAccountClosed(user: User): Promise<boolean>;
  /** Throws `email_exists` if the email is in use, `conflict` if the username is; both ignore case. */
  add(user: User): Promise<void>;
  /** The caller holds the row lock. Throws the errors of `add`. */
  save(user: User): Promise<void>;
  /** Saves only the statuses, in one statement. The caller holds the row locks. */
  saveStatuses(users: readonly User[]): Promise<void>;
  /** Deletes the user and its sessions. */
  remove(user: User): Promise<void>;
}

export interface UserFilter {
  readonly accountId?: AccountId;
  readonly status?: UserStatus;
  /** Part of a name or an email, ignoring case; `%` and `_` are literal. */
  readonly search?: string;
}

/** Reads committed users without locks. */
export abstract class UserDirectory {
  abstract find(id: UserId): Promise<User | undefined>;
  /** By email if the text contains "@", otherwise by username; ignores case. */
  abstract findByLogin(login: string): Promise<User | undefined>;
  /** Newest first. */
  abstract list(filter: UserFilter, page: PageRequest): Promise<Page<User>>;
  abstract hasAdmin(): Promise<boolean>;
}

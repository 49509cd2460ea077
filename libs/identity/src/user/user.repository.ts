import type { AccountId, Page, PageRequest, UserId } from '@florin/kernel';
import type { User, UserStatus } from './user.js';

/**
 * Users inside a unit of work. Nothing read here is stale: `lock` and its kin hold the rows until the commit, so what
 * was decided on them is still true when it is written.
 */
export interface UserRepository {
  /**
   * As it is now, unlocked; undefined when there is none. For what never changes, such as the role. Two read the status
   * here, because they hold the user's session, and to lock the user after it would be the wrong order: closing an
   * account holds its users before their sessions. Whoever refreshes a session may so give tokens to a user who is
   * suspended at that moment; they are worth nothing, because every request reads the session's status again. And
   * `requireActiveSession` closes a gap of seconds, not of an instant.
   */
  find(id: UserId): Promise<User | undefined>;
  /** Held for update; undefined when there is none. */
  lock(id: UserId): Promise<User | undefined>;
  /** Every admin, held for update in id order, so that two of them cannot remove each other at once. */
  lockAdmins(): Promise<User[]>;
  /** The owner of the account, held for update; undefined when there is none any more. */
  lockOwner(accountId: AccountId): Promise<User | undefined>;
  /** Owner and members of the account, held for update in id order. */
  lockByAccount(accountId: AccountId): Promise<User[]>;
  /** Whether the user owns an account that is not closed: such a user has to stay. */
  ownsOpenAccount(user: User): Promise<boolean>;
  /**
   * Keeps the account from being closed until the unit of work ends; answers whether it is still open. Taken before
   * any other lock by whoever adds something to an account that closing it would end.
   */
  lockAccountShared(accountId: AccountId): Promise<boolean>;
  /** Whether the user belongs to an account that was closed: such a user is let in no more. */
  isAccountClosed(user: User): Promise<boolean>;
  /** Refuses an email that is in use, in any case, with `email_exists`; a username that is, with `conflict`. */
  add(user: User): Promise<void>;
  /** The user was locked before. Refuses as `add` does. */
  save(user: User): Promise<void>;
  /** Keeps the status of any number of users at once, and nothing else of them. They were locked before. */
  saveStatuses(users: readonly User[]): Promise<void>;
  /** For good, together with all sessions of the user. */
  remove(user: User): Promise<void>;
}

export interface UserFilter {
  readonly accountId?: AccountId;
  readonly status?: UserStatus;
  /** Part of a name or an email, in any case; `%` and `_` mean themselves. */
  readonly search?: string;
}

/** Users for those who only look: committed rows, no lock. */
export abstract class UserDirectory {
  abstract find(id: UserId): Promise<User | undefined>;
  /** By email when the text has an "@", else by username; case is ignored in both. */
  abstract findByLogin(login: string): Promise<User | undefined>;
  /** Newest first. */
  abstract list(filter: UserFilter, page: PageRequest): Promise<Page<User>>;
  abstract hasAdmin(): Promise<boolean>;
}

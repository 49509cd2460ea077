import { type AccountId, type Currency, UnitOfWork } from '@florin/kernel';
import type { Account, ClosedAccount } from './account.js';
import type { AccountEvents, AccountRepository } from './account.repository.js';

/** The caller, recorded in events and in the audit trail. */
export interface Actor {
  /** The id of a user or API key, or `anonymous`. */
  readonly name: string;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

declare const passwordHash: unique symbol;
export type OwnerPasswordHash = string & { readonly [passwordHash]: true };

export abstract class OwnerPasswords {
  /**
   * Slow by design: never call it inside a unit of work. Throws `invalid_request` if the password breaks the rules; one
   * is that it must not be the email or name, which the owner has from the account.
   */
  abstract hash(
    password: string,
    account: Pick<Account, 'email' | 'name'>,
    actor: Actor,
  ): Promise<OwnerPasswordHash>;
}

export interface OwnerDirectory {
  /** Creates the owner with the account's email and name. Throws `email_exists` if another user has the email. */
  add(account: Account, passwordHash: OwnerPasswordHash, actor: Actor): Promise<void>;
  /** The owner logs in with the account's email. Throws `email_exists` like `add`. */
  changeEmail(account: Account, actor: Actor): Promise<void>;
}

/** The account's balance in the ledger. */
export interface AccountBalances {
  open(account: Account, now: Date): Promise<void>;
  /** Locks the balance until the unit of work ends. Waits for transactions being written and blocks new ones. */
  lock(accountId: AccountId): Promise<{ readonly hasTransactions: boolean }>;
  /** Like `lock`, and also locks the balances of accounts with which it has pending transfers. */
  lockForClosing(accountId: AccountId): Promise<void>;
  /** Requires the lock, and that there are no transactions. */
  changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void>;
  /** With `false`, new transactions are rejected; pending ones can still settle. */
  setAcceptsTransactions(accountId: AccountId, acceptsTransactions: boolean, now: Date): Promise<void>;
  /** Requires `lockForClosing`. Cancels pending transactions and transfers, and releases their holds. */
  close(account: ClosedAccount): Promise<void>;
}

/** Objects that belong to an account, apart from its balance. */
export interface AccountDependents {
  hasActiveSubscriptions(accountId: AccountId): Promise<boolean>;
  /** Requires the lock on the balance, which creating and ending a refund takes. */
  hasPendingRefunds(accountId: AccountId): Promise<boolean>;
  /** Whether there are pending payment requests or uncanceled subscriptions. Creating one takes the account's lock. */
  isCollectingPayments(accountId: AccountId): Promise<boolean>;
  /** Suspends the users, revokes their sessions and API keys, and cancels open payment requests. */
  terminate(account: ClosedAccount, actor: Actor): Promise<void>;
}

/** Mails to the address of the account, committed together with the change and sent afterwards. */
export interface AccountMails {
  addClosed(account: ClosedAccount): Promise<void>;
}

export interface AccountsStores {
  readonly accounts: AccountRepository;
  readonly owners: OwnerDirectory;
  readonly balances: AccountBalances;
  readonly dependents: AccountDependents;
  readonly events: AccountEvents;
  readonly mails: AccountMails;
}

export abstract class AccountsUnitOfWork extends UnitOfWork<AccountsStores> {}

import { type AccountId, type Currency, UnitOfWork } from '@florin/kernel';
import type { Account, ClosedAccount } from './account.js';
import type { AccountEvents, AccountRepository } from './account.repository.js';

/** Who asks, and from where. It goes along with every change, so that events and the audit trail can tell. */
export interface Actor {
  /** A user's or a key's id, or the word for nobody we know. */
  readonly name: string;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

declare const passwordHash: unique symbol;
export type OwnerPasswordHash = string & { readonly [passwordHash]: true };

/** Turns the password that an account is opened with into what is kept of it. */
export abstract class OwnerPasswords {
  /**
   * Refuses with `invalid_request` a password that breaks the rules. Slow by design, so it is asked before
   * a unit of work begins, never inside one.
   */
  abstract hash(password: string, actor: Actor): Promise<OwnerPasswordHash>;
}

/** The user who owns an account, as far as the account is concerned. */
export interface OwnerDirectory {
  /** Creates the owner with the account's email and name. An email that any user has is refused with `email_exists`. */
  add(account: Account, passwordHash: OwnerPasswordHash, actor: Actor): Promise<void>;
  /** The owner logs in with the account's email, so it moves along. Refused with `email_exists` as `add` does. */
  changeEmail(account: Account, actor: Actor): Promise<void>;
}

/** The account's page in the ledger. */
export interface AccountBalances {
  open(account: Account, now: Date): Promise<void>;
  /**
   * Waits for the transactions that are being written and holds new ones back until the unit of work ends, so that
   * the answer stays true until then.
   */
  lock(accountId: AccountId): Promise<{ readonly hasTransactions: boolean }>;
  /** Only for a locked book without transactions. */
  changeCurrency(accountId: AccountId, currency: Currency, now: Date): Promise<void>;
  /** A book that takes nothing new refuses new transactions; those under way may still settle. */
  setAcceptsTransactions(accountId: AccountId, acceptsTransactions: boolean, now: Date): Promise<void>;
  /** Only for a locked book. Cancels what is pending, returns its holds and takes nothing ever again. */
  close(account: ClosedAccount): Promise<void>;
}

/** What hangs on an account outside its books. */
export interface AccountDependents {
  hasActiveSubscriptions(accountId: AccountId): Promise<boolean>;
  /**
   * Whether customers are asked to pay in the account's currency, or may be. Whoever asks one holds the account, so that
   * under its lock the answer stays true.
   */
  isCollectingPayments(accountId: AccountId): Promise<boolean>;
  /** Ends all of it: linked users are suspended, their sessions end, keys are revoked, open requests are canceled. */
  terminate(account: ClosedAccount, actor: Actor): Promise<void>;
}

export interface AccountsStores {
  readonly accounts: AccountRepository;
  readonly owners: OwnerDirectory;
  readonly balances: AccountBalances;
  readonly dependents: AccountDependents;
  readonly events: AccountEvents;
}

export abstract class AccountsUnitOfWork extends UnitOfWork<AccountsStores> {}

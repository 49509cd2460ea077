import type { AccountId } from '@florin/kernel';
import type { Balance } from './balance.js';

/** Reads committed balances without a lock. */
export abstract class BalanceReader {
  /** Undefined if the account does not exist. */
  abstract find(accountId: AccountId): Promise<Balance | undefined>;
}

import type { AccountId } from '@florin/kernel';
import type { Balance } from './balance.js';

/** Reads of what is committed, outside any write. */
export abstract class BalanceReader {
  abstract find(accountId: AccountId): Promise<Balance | undefined>;
}

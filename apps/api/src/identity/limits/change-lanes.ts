import { accountOf, nameOf, type OperationName, PERMISSIONS, type Principal, roleOf } from '@florin/identity';
import { Lanes, Unavailable } from '@florin/infrastructure';

/** As many as keep the line before an account's book busy. Each holds a connection to the database while it waits there. */
const LIMITS = { atOnce: 3, mostWaiting: 256, longestWaitMs: 5_000 };

const tooMany = (): Unavailable =>
  new Unavailable('Too many changes of this account are waiting. Try again in a moment.');

/**
 * Changes of one account wait for each other in the database, and the connections are few: one who sends very many at
 * once would take all of them, and have everybody wait for his account. So they wait here. Transactions have a queue of
 * their own; admins and platform keys act for many accounts, and are trusted.
 */
export class ChangeLanes {
  private readonly lanes = new Lanes(LIMITS, tooMany);

  /** Answers how to leave the lane, once the change is done; undefined, and at once, where there is none to stand in. */
  enter(principal: Principal, operation: OperationName): Promise<() => void> | undefined {
    const isChange = PERMISSIONS[operation].method !== 'GET' && !operation.startsWith('transactions.');
    const role = roleOf(principal);
    if (!isChange || role === 'anonymous' || role === 'admin' || role === 'platform_key') return undefined;
    return this.lanes.enter(accountOf(principal) ?? nameOf(principal));
  }
}

import { accountOf, nameOf, type OperationName, PERMISSIONS, type Principal, roleOf } from '@florin/identity';
import { BEFORE_ONE_LOCK, Lanes, Unavailable } from '@florin/infrastructure';

const tooMany = (): Unavailable =>
  new Unavailable('Too many changes of this account are waiting. Try again in a moment.');

/**
 * Changes of one account wait for each other in the database, and the connections are few: whoever sends very many
 * at once would take all of them, and have everybody wait for one account. So they wait here. Transactions have a queue of
 * their own; admins and platform keys act for many accounts, and are trusted.
 */
export class ChangeLanes {
  private readonly lanes = new Lanes(BEFORE_ONE_LOCK, tooMany);

  /** Answers how to leave the lane, once the change is done; undefined, and at once, where there is none to stand in. */
  enter(principal: Principal, operation: OperationName): Promise<() => void> | undefined {
    const isChange = PERMISSIONS[operation].method !== 'GET' && !operation.startsWith('transactions.');
    const role = roleOf(principal);
    if (!isChange || role === 'anonymous' || role === 'admin' || role === 'platform_key') return undefined;
    return this.lanes.enter(accountOf(principal) ?? nameOf(principal));
  }
}

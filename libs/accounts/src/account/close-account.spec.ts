import { beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '@florin/kernel';
import { anAccount, anActor, NOON, SteppedClock } from '../testing/builders.js';
import { MemoryAccountsUnitOfWork } from '../memory/memory-stores.js';
import type { AccountsStores } from './account.stores.js';
import { CloseAccount } from './close-account.js';

/** Advances the clock while the use case waits for the lock of the balance. */
class WaitingUnitOfWork extends MemoryAccountsUnitOfWork {
  constructor(private readonly whileWaiting: () => void) {
    super();
  }

  override async run<Result>(work: (stores: AccountsStores) => Promise<Result>): Promise<Result> {
    return super.run((stores) => {
      const balances = {
        ...stores.balances,
        lockForClosing: (id: Parameters<AccountsStores['balances']['lockForClosing']>[0]) => {
          this.whileWaiting();
          return stores.balances.lockForClosing(id);
        },
      };
      return work({ ...stores, balances });
    });
  }
}

describe('CloseAccount', () => {
  const account = anAccount();
  let clock: SteppedClock;
  let unitOfWork: WaitingUnitOfWork;

  beforeEach(async () => {
    clock = new SteppedClock();
    unitOfWork = new WaitingUnitOfWork(() => clock.advance(MINUTE_MS));
    await unitOfWork.run(async ({ accounts, balances }) => {
      await accounts.add(account);
      await balances.open(account, NOON);
    });
  });

  it('reads the clock after locking the balance', async () => {
    const { closedAt } = await new CloseAccount(unitOfWork, clock).execute(anActor(), account.id);
    expect(closedAt).toEqual(new Date(NOON.getTime() + MINUTE_MS));
  });

  it('does not lock the balance of a closed account', async () => {
    const closeAccount = new CloseAccount(unitOfWork, clock);
    const { closedAt } = await closeAccount.execute(anActor(), account.id);
    await expect(closeAccount.execute(anActor(), account.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(clock.now()).toEqual(closedAt);
  });

  it.each([
    ['subscriptions are active', 'subscribed', 'active_subscriptions'],
    ['refunds are pending', 'refunding', 'conflict'],
  ] as const)('changes nothing while %s', async (_what, accountIds, code) => {
    unitOfWork.state[accountIds].add(account.id);
    const closing = new CloseAccount(unitOfWork, clock).execute(anActor(), account.id);
    await expect(closing).rejects.toMatchObject({ code });
    expect(unitOfWork.state.accounts.get(account.id)).toEqual(account);
    expect(unitOfWork.state.balances.get(account.id)).toMatchObject({ state: 'open' });
    expect(unitOfWork.state.events).toEqual([]);
  });
});

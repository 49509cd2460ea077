import { beforeEach, describe, expect, it } from '@jest/globals';
import { anAccount, anActor, NOON, SteppedClock } from '../testing/builders.js';
import { MemoryAccountDirectory, MemoryAccountsUnitOfWork } from '../memory/memory-stores.js';
import type { AccountsStores } from './account.stores.js';
import { GetAccount } from './get-account.js';
import { SetAccountStatus } from './set-account-status.js';
import { UpdateAccount } from './update-account.js';

/** Notes what is asked of the parts that others share: each costs a lock that somebody else may be waiting for. */
class WatchedUnitOfWork extends MemoryAccountsUnitOfWork {
  calls: string[] = [];

  override run<Result>(work: (stores: AccountsStores) => Promise<Result>): Promise<Result> {
    return super.run(({ balances, owners, ...stores }) =>
      work({ ...stores, balances: this.watched(balances), owners: this.watched(owners) }),
    );
  }

  private watched<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name, receiver): unknown => {
        this.calls.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
  }
}

describe('the use cases of accounts', () => {
  const account = anAccount();
  let unitOfWork: WatchedUnitOfWork;
  let directory: MemoryAccountDirectory;

  beforeEach(async () => {
    unitOfWork = new WatchedUnitOfWork();
    directory = new MemoryAccountDirectory(unitOfWork);
    await unitOfWork.run(async ({ accounts, balances }) => {
      await accounts.add(account);
      await balances.open(account, NOON);
    });
    unitOfWork.calls = [];
  });

  const update = (change: Parameters<UpdateAccount['execute']>[2]) =>
    new UpdateAccount(unitOfWork, new SteppedClock()).execute(anActor(), account.id, change);

  it('find an account, or say that there is none', async () => {
    const getAccount = new GetAccount(directory);
    expect(await getAccount.execute(account.id)).toEqual(account);
    const nobody = getAccount.execute(anAccount().id);
    await expect(nobody).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/account/),
    });
  });

  it('change a name without holding up the transactions or the owner of the account', async () => {
    await update({ name: 'Another' });
    expect(unitOfWork.calls).toEqual([]);
  });

  it('take the currency as it is without touching the currency of the book', async () => {
    await update({ name: 'Another', settings: { currency: 'USD' } });
    expect(unitOfWork.calls).toEqual(['lock']);
  });

  it('change the currency under the lock of the book', async () => {
    await update({ settings: { currency: 'EUR' } });
    expect(unitOfWork.calls).toEqual(['lock', 'changeCurrency']);
  });

  it('give an account the status it has without touching its book', async () => {
    const setStatus = new SetAccountStatus(unitOfWork, new SteppedClock());
    expect(await setStatus.execute(anActor(), account.id, 'active')).toEqual(account);
    expect(unitOfWork.calls).toEqual([]);
    await setStatus.execute(anActor(), account.id, 'suspended');
    expect(unitOfWork.calls).toEqual(['setAcceptsTransactions']);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { anAccount, anActor, NOON, SteppedClock } from '../testing/builders.js';
import { MemoryAccountDirectory, MemoryAccountsUnitOfWork } from '../memory/memory-stores.js';
import type { AccountsStores } from './account.stores.js';
import { GetAccount } from './get-account.js';
import { SetAccountStatus } from './set-account-status.js';
import { UpdateAccount } from './update-account.js';

/** Records the calls to balances and owners, each of which takes a lock. */
class RecordingUnitOfWork extends MemoryAccountsUnitOfWork {
  calls: string[] = [];

  override run<Result>(work: (stores: AccountsStores) => Promise<Result>): Promise<Result> {
    return super.run(({ balances, owners, ...stores }) =>
      work({ ...stores, balances: this.recorded(balances), owners: this.recorded(owners) }),
    );
  }

  private recorded<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name, receiver): unknown => {
        this.calls.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
  }
}

describe('account use cases', () => {
  const account = anAccount();
  let unitOfWork: RecordingUnitOfWork;
  let directory: MemoryAccountDirectory;

  beforeEach(async () => {
    unitOfWork = new RecordingUnitOfWork();
    directory = new MemoryAccountDirectory(unitOfWork);
    await unitOfWork.run(async ({ accounts, balances }) => {
      await accounts.add(account);
      await balances.open(account, NOON);
    });
    unitOfWork.calls = [];
  });

  const update = (change: Parameters<UpdateAccount['execute']>[2]) =>
    new UpdateAccount(unitOfWork, new SteppedClock()).execute(anActor(), account.id, change);

  it('return an account, or throw not_found', async () => {
    const getAccount = new GetAccount(directory);
    expect(await getAccount.execute(account.id)).toEqual(account);
    const unknown = getAccount.execute(anAccount().id);
    await expect(unknown).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/account/),
    });
  });

  it('change a name without locking the balance or the owner', async () => {
    await update({ name: 'Another' });
    expect(unitOfWork.calls).toEqual([]);
  });

  it('do not change the currency of the balance when it stays the same', async () => {
    await update({ name: 'Another', settings: { currency: 'USD' } });
    expect(unitOfWork.calls).toEqual(['lock']);
  });

  it('change the currency while the balance is locked', async () => {
    await update({ settings: { currency: 'EUR' } });
    expect(unitOfWork.calls).toEqual(['lock', 'changeCurrency']);
  });

  it('do not touch the balance when the status stays the same', async () => {
    const setStatus = new SetAccountStatus(unitOfWork, new SteppedClock());
    expect(await setStatus.execute(anActor(), account.id, 'active')).toEqual(account);
    expect(unitOfWork.calls).toEqual([]);
    await setStatus.execute(anActor(), account.id, 'suspended');
    expect(unitOfWork.calls).toEqual(['setAcceptsTransactions']);
  });
});

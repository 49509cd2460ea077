import { accountsContract } from '../testing/accounts.contract.js';
import { SequentialIds, SteppedClock } from '../testing/builders.js';
import { MemoryAccountDirectory, MemoryAccountsUnitOfWork } from './memory-stores.js';

accountsContract('memory', () => {
  const unitOfWork = new MemoryAccountsUnitOfWork();
  const ids = new SequentialIds();
  return Promise.resolve({
    unitOfWork,
    directory: new MemoryAccountDirectory(unitOfWork),
    clock: new SteppedClock(),
    ids,
    addUser: async (email) => {
      const id = ids.next('user');
      unitOfWork.state.users.set(id, { id, email, passwordHash: '', suspended: false });
      return Promise.resolve();
    },
    addTransaction: async ({ id }) => {
      const { balances } = unitOfWork.state;
      balances.set(id, { ...balances.get(id)!, transactions: 1 });
      return Promise.resolve();
    },
    createPaymentRequest: async ({ id }) => {
      unitOfWork.state.collectingPayments.add(id);
      return Promise.resolve();
    },
    owner: async (accountId) => {
      const user = [...unitOfWork.state.users.values()].find((one) => one.accountId === accountId)!;
      return Promise.resolve({ email: user.email, suspended: user.suspended });
    },
    balance: async (accountId) => {
      const { currency, state } = unitOfWork.state.balances.get(accountId)!;
      return Promise.resolve({ currency, state });
    },
    events: async (accountId) =>
      Promise.resolve(
        unitOfWork.state.events.filter((event) => event.accountId === accountId).map(({ type }) => type),
      ),
  });
});

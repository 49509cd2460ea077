import { accountsContract } from './accounts.contract.js';
import { CountedIds, SteppedClock } from './builders.js';
import { MemoryAccountDirectory, MemoryAccountsUnitOfWork } from './memory-stores.js';

accountsContract('memory', () => {
  const unitOfWork = new MemoryAccountsUnitOfWork();
  const ids = new CountedIds();
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
      const { books } = unitOfWork.state;
      books.set(id, { ...books.get(id)!, transactions: 1 });
      return Promise.resolve();
    },
    askCustomer: async ({ id }) => {
      unitOfWork.state.asking.add(id);
      return Promise.resolve();
    },
    owner: async (accountId) => {
      const user = [...unitOfWork.state.users.values()].find((one) => one.accountId === accountId)!;
      return Promise.resolve({ email: user.email, suspended: user.suspended });
    },
    book: async (accountId) => {
      const { currency, state } = unitOfWork.state.books.get(accountId)!;
      return Promise.resolve({ currency, state });
    },
    events: async (accountId) =>
      Promise.resolve(
        unitOfWork.state.events.filter((event) => event.accountId === accountId).map(({ type }) => type),
      ),
  });
});

import { CountedIds, SteppedClock } from './builders.js';
import { identityContract } from './identity.contract.js';
import {
  MemoryApiKeyList,
  MemoryAuditTrail,
  MemorySessionList,
  MemorySessionStatusReader,
  MemoryUserDirectory,
} from './memory-directories.js';
import { MemoryIdentityUnitOfWork } from './memory-stores.js';

identityContract('memory', () => {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const ids = new CountedIds();
  return Promise.resolve({
    unitOfWork,
    users: new MemoryUserDirectory(unitOfWork),
    sessions: new MemorySessionList(unitOfWork),
    apiKeys: new MemoryApiKeyList(unitOfWork),
    audit: new MemoryAuditTrail(unitOfWork),
    sessionStatus: new MemorySessionStatusReader(unitOfWork),
    ids,
    clock: new SteppedClock(),
    openAccount: () => Promise.resolve(ids.next('acct')),
    closeAccount: (id) => {
      unitOfWork.state.closedAccounts.add(id);
      return Promise.resolve();
    },
  });
});

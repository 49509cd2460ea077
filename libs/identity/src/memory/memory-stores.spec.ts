import { SequentialIds, SteppedClock } from '../testing/builders.js';
import { identityContract } from '../testing/identity.contract.js';
import {
  MemoryApiKeyReader,
  MemoryAuditTrail,
  MemoryPasswordResetReader,
  MemorySessionReader,
  MemorySessionStatusReader,
  MemoryUserDirectory,
} from './memory-readers.js';
import { MemoryIdentityUnitOfWork } from './memory-stores.js';

identityContract('memory', () => {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const ids = new SequentialIds();
  return Promise.resolve({
    unitOfWork,
    users: new MemoryUserDirectory(unitOfWork),
    sessions: new MemorySessionReader(unitOfWork),
    apiKeys: new MemoryApiKeyReader(unitOfWork),
    audit: new MemoryAuditTrail(unitOfWork),
    passwordResets: new MemoryPasswordResetReader(unitOfWork),
    sessionStatus: new MemorySessionStatusReader(unitOfWork),
    ids,
    clock: new SteppedClock(),
    openAccount: () => Promise.resolve(ids.next('acct')),
    suspendAccount: (id) => {
      unitOfWork.state.suspendedAccounts.add(id);
      return Promise.resolve();
    },
    closeAccount: (id) => {
      unitOfWork.state.closedAccounts.add(id);
      return Promise.resolve();
    },
  });
});

export { SystemClock, SystemIds } from '@florin/kernel/memory';
export {
  MemoryApiKeyReader,
  MemoryAuditTrail,
  MemoryPasswordResetReader,
  MemorySessionReader,
  MemorySessionStatusReader,
  MemoryUserDirectory,
} from './memory-readers.js';
export { MemoryIdentityUnitOfWork } from './memory-stores.js';

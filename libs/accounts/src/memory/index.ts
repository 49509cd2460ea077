export { SystemClock, SystemIds } from '@florin/kernel/memory';
export { MemoryAccountDirectory, MemoryAccountsUnitOfWork } from './memory-stores.js';

export { SystemClock, SystemIds } from '@florin/kernel/memory';
export { MemoryProcessor } from './memory-processor.js';
export {
  MemoryPayeeDirectory,
  MemoryPaymentRequestReader,
  MemoryPaymentsUnitOfWork,
} from './memory-stores.js';
export { MemorySubscriptionReader } from './memory-subscriptions.js';

export { SystemClock, SystemIds } from '@florin/kernel/memory';
export { MemoryProcessor } from './memory-processor.js';
export {
  MemoryPayeeDirectory,
  MemoryPaymentRequestReader,
  MemoryPaymentsUnitOfWork,
} from './memory-stores.js';
export { MemoryRefundReader } from './memory-refunds.js';
export { MemorySubscriptionReader } from './memory-subscriptions.js';

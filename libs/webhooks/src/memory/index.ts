export { SystemClock, SystemIds } from '@florin/kernel/memory';
export { MemoryWebhookDeliveryReader } from './memory-deliveries.js';
export { MemoryWebhookEndpointReader } from './memory-endpoints.js';
export { MemoryWebhookSecrets } from './memory-secrets.js';
export { MemoryWebhookSender } from './memory-sender.js';
export { MemoryDeliveryQueue, MemoryWebhooksUnitOfWork } from './memory-stores.js';

export { type MemoryState, MemoryUnitOfWork, type StoredResponse } from './memory-unit-of-work.js';
export { newestFirstPage } from './newest-first-page.js';
export { SystemClock } from './system-clock.js';
export { SystemIds } from './system-ids.js';

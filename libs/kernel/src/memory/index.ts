export { type MemoryState, MemoryUnitOfWork, type StoredResponse } from './memory-unit-of-work.js';
export { SystemClock } from './system-clock.js';
export { SystemIds } from './system-ids.js';

export { SequentialIds } from './sequential-ids.js';
export { type StoredResponse, type MemoryState, MemoryUnitOfWork } from './memory-unit-of-work.js';
export { NOON, SteppedClock } from './stepped-clock.js';

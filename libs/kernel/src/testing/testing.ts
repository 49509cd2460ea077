export { CountedIds } from './counted-ids.js';
export { type KeptAnswer, type MemoryState, MemoryUnitOfWork } from './memory-unit-of-work.js';
export { NOON, SteppedClock } from './stepped-clock.js';

export { SequentialIds } from './sequential-ids.js';
export { NOON, SteppedClock } from './stepped-clock.js';

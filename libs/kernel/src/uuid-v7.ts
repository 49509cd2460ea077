import { HEX_BYTES } from './base32.js';
import { MAX_CLOCK_SKEW_MS } from './clock.js';

const COUNTER_MAX = 0xfff;

/**
 * Generates UUIDv7s in ascending order, also within one millisecond and when the clock steps back by up to
 * `MAX_CLOCK_SKEW_MS`: the 12 bits after the version are a counter. After a larger step the timestamps follow the clock,
 * because ids are also creation times. `randomWord` returns 32 random bits.
 */
export function uuidV7Source(now: () => number, randomWord: () => number): () => string {
  let lastMilliseconds = -1;
  let counter = 0;
  let timePrefix = '';

  const setTimestamp = (milliseconds: number, initialCounter: number): void => {
    lastMilliseconds = milliseconds;
    counter = initialCounter;
    const time = milliseconds.toString(16).padStart(12, '0');
    timePrefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  };

  return () => {
    const milliseconds = now();
    const isNewTimestamp =
      milliseconds > lastMilliseconds || milliseconds < lastMilliseconds - MAX_CLOCK_SKEW_MS;
    // Start in the lower half, so that the counter rarely overflows into the next millisecond.
    if (isNewTimestamp) setTimestamp(milliseconds, randomWord() & (COUNTER_MAX >>> 1));
    else if (counter < COUNTER_MAX) counter += 1;
    else setTimestamp(lastMilliseconds + 1, 0);
    const left = randomWord();
    const right = randomWord();
    const variant = fourHex(0x8000 | ((left >>> 16) & 0x3fff));
    const rest = `${fourHex(left & 0xffff)}${fourHex(right >>> 16)}${fourHex(right & 0xffff)}`;
    return `${timePrefix}${fourHex(counter).slice(1)}-${variant}-${rest}`;
  };
}

const fourHex = (bits: number): string => `${HEX_BYTES[bits >>> 8] ?? ''}${HEX_BYTES[bits & 255] ?? ''}`;

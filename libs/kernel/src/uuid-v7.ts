const COUNTER_MAX = 0xfff;

/**
 * Draws UUIDv7s that sort in the order in which they were drawn, also within one millisecond and when the clock
 * steps back: the 12 bits after the version count up, and the timestamp only ever moves forward.
 */
export function uuidV7Source(now: () => number, randomBytes: (count: number) => Uint8Array): () => string {
  let lastMilliseconds = 0;
  let counter = 0;

  return () => {
    const random = randomBytes(10);
    const milliseconds = now();
    if (milliseconds > lastMilliseconds) {
      lastMilliseconds = milliseconds;
      // The counter starts in its lower half, so that there is room to count before the millisecond is borrowed.
      counter = (((random[8] ?? 0) << 8) | (random[9] ?? 0)) & (COUNTER_MAX >>> 1);
    } else if (counter < COUNTER_MAX) {
      counter += 1;
    } else {
      lastMilliseconds += 1;
      counter = 0;
    }
    return uuidOfBytes(layOut(lastMilliseconds, counter, random));
  };
}

function layOut(milliseconds: number, counter: number, random: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(16);
  // 48 bits do not fit the bitwise operators, so the upper and lower parts are written apart.
  const upper = Math.floor(milliseconds / 2 ** 16);
  bytes[0] = (upper >>> 24) & 255;
  bytes[1] = (upper >>> 16) & 255;
  bytes[2] = (upper >>> 8) & 255;
  bytes[3] = upper & 255;
  bytes[4] = (milliseconds >>> 8) & 255;
  bytes[5] = milliseconds & 255;
  bytes[6] = 0x70 | (counter >>> 8);
  bytes[7] = counter & 255;
  bytes.set(random.subarray(0, 8), 8);
  bytes[8] = 0x80 | ((random[0] ?? 0) & 0x3f);
  return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function uuidOfBytes(bytes: Uint8Array): string {
  const hex = (from: number, to: number): string => {
    let text = '';
    for (let index = from; index < to; index++) text += HEX[bytes[index] ?? 0] ?? '';
    return text;
  };
  return `${hex(0, 4)}-${hex(4, 6)}-${hex(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`;
}

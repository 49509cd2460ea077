import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { PipeClosed, toStream } from './destination.js';

const BATCHES = 20;

/** Emits `drain` after every write, or fails with EPIPE after `maxWrites`. */
const slowReader = (maxWrites = Infinity): Writable => {
  let writes = 0;
  return new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      const isClosed = ++writes > maxWrites;
      setImmediate(() => {
        done(isClosed ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null);
      });
    },
  });
};

describe('writing to a stream with backpressure', () => {
  it('adds no listener each time it waits for drain', async () => {
    const stream = slowReader();
    const destination = toStream(stream);
    const before = stream.listenerCount('error');
    for (let batch = 0; batch < BATCHES; batch++) await destination.write('rows\n');
    expect(stream.listenerCount('error')).toBe(before);
  });

  it('rejects with PipeClosed when the reader closes the pipe during a wait', async () => {
    const destination = toStream(slowReader(1));
    await destination.write('rows\n');
    await expect(destination.write('rows\n')).rejects.toBeInstanceOf(PipeClosed);
  });
});

import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { PipeClosed, toStream } from './destination.js';

const BATCHES = 20;

/** An output that is full after every write, and has room again a moment later, unless its reader leaves. */
const slowReader = (leavesAfter = Infinity): Writable => {
  let taken = 0;
  return new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      const hasLeft = ++taken > leavesAfter;
      setImmediate(() => {
        done(hasLeft ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null);
      });
    },
  });
};

describe('a long result on a stream', () => {
  it('leaves no listener behind each time that it waits for the reader', async () => {
    const stream = slowReader();
    const destination = toStream(stream);
    const before = stream.listenerCount('error');
    for (let batch = 0; batch < BATCHES; batch++) await destination.write('rows\n');
    expect(stream.listenerCount('error')).toBe(before);
  });

  it('ends when the reader leaves while it waits', async () => {
    const destination = toStream(slowReader(1));
    await destination.write('rows\n');
    await expect(destination.write('rows\n')).rejects.toBeInstanceOf(PipeClosed);
  });
});

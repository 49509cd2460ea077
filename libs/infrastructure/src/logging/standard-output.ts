import { destination, type DestinationStream } from 'pino';

/** Lines wait for a disk that is full, up to this much of them; beyond it they are lost. */
const WAITING_BYTES = 4 * 1024 * 1024;

export interface StandardOutputOptions {
  /** Whether lines wait for company, a fifth of a second at most: for whoever says much. */
  readonly gathers: boolean;
}

/**
 * Where the log goes. A service outlives its log: with a full disk behind it, or nobody left who reads it, it goes on and
 * tries again with the next line. Left to itself, the stream would throw what nobody catches, and try for ever, with
 * everybody waiting, to write down why.
 */
export function standardOutput({ gathers }: StandardOutputOptions): DestinationStream {
  const manner = gathers ? { sync: false, minLength: 4096, periodicFlush: 200 } : { sync: true };
  const stream = destination({ dest: 1, maxLength: WAITING_BYTES, ...manner });
  let isStuck = false;
  stream.on('error', () => {
    isStuck = true;
  });
  stream.on('write', () => {
    isStuck = false;
  });
  const flush = stream.flushSync.bind(stream);
  // It ends only when all is written, and the process may be about to end.
  stream.flushSync = () => {
    if (!isStuck) flush();
  };
  for (const spoken of [process.stdout, process.stderr]) spoken.on('error', () => undefined);
  return stream;
}

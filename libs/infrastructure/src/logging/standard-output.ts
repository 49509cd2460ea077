import { destination, type DestinationStream } from 'pino';

/** The buffer for a slow reader or a full disk; further lines are dropped. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
const RETRY_MS = 1_000;

/** A closed pipe, a slow reader or a full disk does not block or end the process. */
export function standardOutput(file: number = process.stdout.fd): DestinationStream {
  const lines = destination({
    dest: file,
    sync: true,
    // With zero there is no periodic flush, which retries the buffered lines.
    minLength: 1,
    periodicFlush: RETRY_MS,
    maxLength: MAX_BUFFERED_BYTES,
    // The default blocks the event loop until the reader has caught up.
    retryEAGAIN: () => false,
  });
  const ignore = (): void => undefined;
  lines.on('error', ignore);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore);
  // Without `flushSync`, which pino calls after a fatal line: on a full disk it retries forever.
  return { write: (line) => lines.write(line) };
}

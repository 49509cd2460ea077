import type { IncomingMessage } from 'node:http';

/** So that the connection can be used again; a longer response closes it. */
const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 1024;

/** The beginning of the body as text. A body that breaks off is not an error: the status was received. */
export async function readResponse(message: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      if (read < MAX_KEPT_BYTES) kept.push(chunk.subarray(0, MAX_KEPT_BYTES - read));
      read += chunk.length;
      if (read > MAX_READ_BYTES) break;
    }
  } catch {
    // Keeps what was read.
  }
  return textOf(Buffer.concat(kept));
}

/** Valid Unicode that PostgreSQL can store, so without NUL. A character that was cut off at the end is left out. */
const textOf = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\u{fffd}');

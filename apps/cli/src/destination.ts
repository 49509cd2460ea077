import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Failure } from './errors.js';
import type { Output } from './terminal.js';

/** An output with backpressure. */
export interface Destination {
  /** Resolves when the stream accepts more data. */
  write(text: string): Promise<void>;
  complete(): Promise<void>;
  /** Removes an incomplete file. */
  abandon(): Promise<void>;
}

/** The reader of the output closed it. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed';
}

/** The output failed, as on a full disk; main.ts prints why. */
export class OutputLost extends Error {
  override readonly name = 'OutputLost';
}

/** `write` waits while the buffer is full; `check` throws if the stream has failed. */
function writerOn(stream: Writable, failureOf: (error: NodeJS.ErrnoException) => Error) {
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = failureOf(error);
  });
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  const write = async (text: string): Promise<void> => {
    check();
    // `once` also rejects on the error that the listener above has stored.
    if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
    check();
  };
  return { check, write };
}

export function toStream(stream: Output): Destination {
  const { write } = writerOn(stream, (cause) =>
    cause.code === 'EPIPE'
      ? new PipeClosed('The reader closed the output.')
      : new OutputLost('The output failed.', { cause }),
  );
  return { write, complete: () => Promise.resolve(), abandon: () => Promise.resolve() };
}

/** Writes `<name>.partial` and renames it when it is complete. */
export function toFile(path: string, mayReplace: boolean): Destination {
  if (existsSync(path)) {
    const existing = statSync(path);
    if (existing.isDirectory()) throw new Failure(`${path} is a folder; name a file in it`);
    // The rename would replace a pipe or a device.
    if (!existing.isFile()) throw new Failure(`${path} is not a file; leave out --output and redirect to it`);
    if (!mayReplace) throw new Failure(`${path} already exists; add --force to replace it`);
  }
  const partial = `${path}.partial`;
  const file = createWriteStream(partial, { mode: 0o600 });
  const { check, write } = writerOn(
    file,
    ({ message }) => new Failure(`${path} cannot be written: ${message}`),
  );
  const close = async (): Promise<void> => {
    file.end();
    await finished(file).catch(() => undefined);
  };
  return {
    write,
    async complete() {
      await close();
      check();
      renameSync(partial, path);
    },
    async abandon() {
      await close();
      rmSync(partial, { force: true });
    },
  };
}

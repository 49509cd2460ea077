import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { Failure } from './errors.js';
import type { Output } from './terminal.js';

/** A long result, written with backpressure. */
export interface Destination {
  /** Resolves when the stream takes more. */
  write(text: string): Promise<void>;
  /** Call after the last write. */
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

export function toStream(stream: Output): Destination {
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  stream.on('error', onError);
  const check = (): void => {
    if (broken === undefined) return;
    if ('code' in broken && broken.code === 'EPIPE') throw new PipeClosed('The reader closed the output.');
    throw new OutputLost('The output failed.', { cause: broken });
  };
  return {
    async write(text) {
      check();
      // `once` also rejects on the error that the listener above has stored.
      if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
      check();
    },
    complete: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  };
}

/** A file that gets its name when it is complete; until then it is `<name>.partial`. */
export function toFile(path: string, mayReplace: boolean): Destination {
  if (existsSync(path)) {
    const there = statSync(path);
    if (there.isDirectory()) throw new Failure(`${path} is a folder; name a file in it`);
    // The rename would replace a pipe or a device.
    if (!there.isFile()) throw new Failure(`${path} is not a file; leave out --output and redirect to it`);
    if (!mayReplace) throw new Failure(`${path} already exists; add --force to replace it`);
  }
  const partial = `${path}.partial`;
  const file = createWriteStream(partial, { mode: 0o600 });
  let problem: Error | undefined;
  file.on('error', (error) => {
    problem = error;
  });
  const check = (): void => {
    if (problem !== undefined) throw new Failure(`${path} cannot be written: ${problem.message}`);
  };
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      file.once('close', resolve);
      file.end();
      if (file.closed) resolve();
    });
  };
  return {
    async write(text) {
      check();
      if (!file.write(text)) await once(file, 'drain').catch(() => undefined);
      check();
    },
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

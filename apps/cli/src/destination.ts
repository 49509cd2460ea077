import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { Failure } from './errors.js';
import type { Output } from './terminal.js';

/** Where a long result goes, at the pace at which it is taken. */
export interface Destination {
  /** Answers when there is room for more. */
  write(text: string): Promise<void>;
  /** All of it was written. */
  complete(): Promise<void>;
  /** It was not, and nobody shall mistake the part for the whole. */
  abandon(): Promise<void>;
}

/** Whoever reads our output has seen enough. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed';
}

/** Our output takes no more, such as a file on a full disk. Whoever watches it says why. */
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
    if ('code' in broken && broken.code === 'EPIPE') throw new PipeClosed('The reader left.');
    throw new OutputLost('The output takes no more.', { cause: broken });
  };
  return {
    async write(text) {
      check();
      // It also ends with an error of the stream, which was noted above.
      if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
      check();
    },
    complete: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  };
}

/** A file that appears under its name only when it is whole. Until then it grows beside it, and goes if it stays a part. */
export function toFile(path: string, mayReplace: boolean): Destination {
  if (existsSync(path)) {
    const there = statSync(path);
    if (there.isDirectory()) throw new Failure(`${path} is a folder; name a file in it`);
    // A pipe or a device would be replaced as well, and whoever reads from it gets nothing.
    if (!there.isFile()) throw new Failure(`${path} is not a file; leave out --output and redirect to it`);
    if (!mayReplace) throw new Failure(`${path} is there already; add --force to replace it`);
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

import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines wait for a disk that is full, up to about this many bytes of them; beyond it they are lost. */
const WAITING_MOST = 4 * 1024 * 1024;
const GATHERED_LEAST = 4096;
const GATHERED_MS = 200;
/** How often, and how long each time, somebody who reads slowly is waited for when no other time will come. */
const PATIENCE = { times: 20, ms: 50 };

export interface StandardOutputOptions {
  /** Whether lines wait for company, a fifth of a second at most: for whoever says much. */
  readonly gathers: boolean;
}

/** Where the log goes, to the last line before the process ends. */
export function standardOutput({ gathers }: StandardOutputOptions): DestinationStream {
  const lines = new OutlivedLines(process.stdout.fd, gathers);
  process.on('exit', () => {
    lines.flushSync();
  });
  for (const spoken of [process.stdout, process.stderr]) spoken.on('error', () => undefined);
  return lines;
}

/**
 * Writes lines to a file that a service outlives: with a full disk behind it, or nobody left who reads it, it goes on and
 * tries again later. Nothing here throws, and nothing tries for ever: pino's own stream does when it is flushed, with
 * everybody waiting, and such a process neither serves nor ends.
 */
export class OutlivedLines implements DestinationStream {
  private waiting = '';
  /** No longer among those that wait, and not written yet. */
  private begun: Buffer = Buffer.alloc(0);
  private isWriting = false;
  private isStuck = false;

  constructor(
    private readonly file: number,
    private readonly gathers: boolean,
  ) {
    if (!gathers) return;
    setInterval(() => {
      this.send();
    }, GATHERED_MS).unref();
  }

  write(line: string): void {
    if (this.begun.length + this.waiting.length + line.length > WAITING_MOST) return;
    this.waiting += line;
    if (!this.gathers) this.flushSync();
    else if (this.waiting.length >= GATHERED_LEAST && !this.isStuck) this.send();
  }

  /** All that can be written now. What is being written already is left to whoever does. */
  flushSync(): void {
    let left = this.isWriting ? this.takeWaiting() : this.take();
    try {
      while (left.length > 0) left = left.subarray(this.writeNow(left));
      this.isStuck = false;
    } catch {
      this.isStuck = true;
    }
    if (!this.isWriting) this.begun = left;
    else this.waiting = left.toString() + this.waiting;
  }

  private send(): void {
    if (this.isWriting || this.take().length === 0) return;
    this.isWriting = true;
    write(this.file, this.begun, (error, written) => {
      this.isWriting = false;
      this.isStuck = error !== null;
      if (error !== null) return;
      this.begun = this.begun.subarray(written);
      if (this.begun.length > 0 || this.waiting.length >= GATHERED_LEAST) this.send();
    });
  }

  private take(): Buffer {
    this.begun = Buffer.concat([this.begun, this.takeWaiting()]);
    return this.begun;
  }

  private takeWaiting(): Buffer {
    const taken = Buffer.from(this.waiting);
    this.waiting = '';
    return taken;
  }

  private writeNow(bytes: Buffer): number {
    for (let time = 1; ; time += 1) {
      try {
        return writeSync(this.file, bytes);
      } catch (error) {
        const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isBusy || this.isStuck || time >= PATIENCE.times) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE.ms);
      }
    }
  }
}

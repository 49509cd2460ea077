import { queueFullError, shuttingDownError } from '../errors.js';

export interface QueueLimits {
  /** Maximum size per write. A larger command is written alone. */
  readonly batch: number;
  /** Maximum queue length. Further commands are rejected immediately, so that latency stays bounded. */
  readonly waiting: number;
}

interface QueuedCommand<Command, Outcome> {
  readonly command: Command;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** A write of so few commands costs little more than a write of one. */
const MIN_BATCH_SIZE = 16;

/** Group commit: commands that arrive during a write are then written together. One write is in flight at a time. */
export class CoalescingQueue<Command, Outcome> {
  private waiting: QueuedCommand<Command, Outcome>[] = [];
  private writing: Promise<void> | undefined;
  private resolving: Promise<void> | undefined;
  private isClosed = false;

  /**
   * `write` returns one outcome per command, in order. If it throws, nothing was written, or the outcome is unknown.
   * `isPoison` is true for errors that a single command can cause: only then is the batch retried, in halves.
   * `endOfTurn` waits for the end of the event loop turn, so that commands of one turn go into the same write.
   */
  constructor(
    private readonly write: (commands: readonly Command[]) => Promise<readonly Outcome[]>,
    private readonly isPoison: (error: unknown) => boolean,
    private readonly limits: QueueLimits,
    private readonly endOfTurn?: () => Promise<void>,
    private readonly sizeOf: (command: Command) => number = () => 1,
  ) {}

  /** Without those that are being written. */
  get waitingCount(): number {
    return this.waiting.length;
  }

  submit(command: Command): Promise<Outcome> {
    if (this.isClosed) return Promise.reject(shuttingDownError());
    if (this.waiting.length >= this.limits.waiting) return Promise.reject(queueFullError());
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      this.writing ??= this.writeAll();
    });
  }

  /** Rejects new commands and waits until all queued commands have an outcome. */
  async drain(): Promise<void> {
    this.isClosed = true;
    await this.writing;
    await this.resolving;
  }

  private async writeAll(): Promise<void> {
    if (this.endOfTurn !== undefined) await this.endOfTurn();
    let lastBatchSize = 0;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.countThatFits(this.nextBatchSize(lastBatchSize)));
      await this.writeBatch(batch);
      lastBatchSize = batch.length;
    }
    this.writing = undefined;
  }

  /**
   * Callers of the last batch usually submit again soon. With batches of equal size, one half is handled while the other
   * is written; without this, one large and one small batch would alternate.
   */
  private nextBatchSize(lastBatchSize: number): number {
    if (lastBatchSize === 0) return this.limits.batch;
    const even = Math.ceil((lastBatchSize + this.waiting.length) / 2);
    return Math.min(Math.max(even, MIN_BATCH_SIZE), this.limits.batch);
  }

  /** The number of waiting commands whose sizes add up to the limit at most, but at least one. */
  private countThatFits(maxCount: number): number {
    let size = 0;
    const tooLarge = this.waiting.slice(0, maxCount).findIndex(({ command }) => {
      size += this.sizeOf(command);
      return size > this.limits.batch;
    });
    return tooLarge === -1 ? maxCount : Math.max(1, tooLarge);
  }

  private async writeBatch(batch: readonly QueuedCommand<Command, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.write(batch.map(({ command }) => command));
      if (outcomes.length !== batch.length) throw new Error('write must return one outcome per command.');
      this.resolving = this.resolveCallers(() => {
        for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as Outcome);
      });
    } catch (error) {
      if (batch.length > 1 && this.isPoison(error)) return this.writeHalves(batch);
      this.resolving = this.resolveCallers(() => {
        for (const waiting of batch) waiting.reject(error);
      });
    }
  }

  /** Bisects to isolate the failing command, and keeps the order of the others. */
  private async writeHalves(batch: readonly QueuedCommand<Command, Outcome>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await this.writeBatch(batch.slice(0, middle));
    await this.writeBatch(batch.slice(middle));
  }

  /** Lets the next write start first: resolved callers run immediately and would delay it. */
  private async resolveCallers(resolveAll: () => void): Promise<void> {
    await this.endOfTurn?.();
    resolveAll();
  }
}

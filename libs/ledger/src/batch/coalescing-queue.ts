import { refusal, tooManyWaiting } from '../errors.js';

export interface QueueLimits {
  /** The most commands that go into one write. */
  readonly batch: number;
  /** The most commands that may wait. Beyond it new ones are turned away at once, which is kinder than letting all wait. */
  readonly waiting: number;
}

interface QueuedCommand<Command, Outcome> {
  readonly command: Command;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** So few cost a write hardly more than one, and had better not wait for another. */
const MIN_BATCH_SIZE = 16;

/**
 * Makes one write of many commands. A command that finds nobody writing goes at once; those that arrive
 * while a write is under way wait for it and then go together. There is never more than one write under way.
 */
export class CoalescingQueue<Command, Outcome> {
  private waiting: QueuedCommand<Command, Outcome>[] = [];
  private writing: Promise<void> | undefined;
  private resolving: Promise<void> | undefined;
  private isClosed = false;

  /**
   * `write` answers one outcome for each command, in their order. When it throws, nothing of the batch was done, or
   * nobody knows and the error says so. `isPoison` tells which errors a single command may have caused: only after one
   * of those is the batch tried again, in halves, to find that command. `endOfTurn` waits for the end of a turn of the
   * event loop, so that commands that come in one turn go together. Without it the first goes alone, and the others have
   * to wait for it.
   */
  constructor(
    private readonly write: (commands: readonly Command[]) => Promise<readonly Outcome[]>,
    private readonly isPoison: (error: unknown) => boolean,
    private readonly limits: QueueLimits,
    private readonly endOfTurn?: () => Promise<void>,
  ) {}

  submit(command: Command): Promise<Outcome> {
    if (this.isClosed) return Promise.reject(refusal('unavailable', 'The service is shutting down.'));
    if (this.waiting.length >= this.limits.waiting) return Promise.reject(tooManyWaiting());
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      this.writing ??= this.writeAll();
    });
  }

  /** Takes no more commands, and answers when all that were taken have their outcome. */
  async drain(): Promise<void> {
    this.isClosed = true;
    await this.writing;
    await this.resolving;
  }

  private async writeAll(): Promise<void> {
    if (this.endOfTurn !== undefined) await this.endOfTurn();
    let lastBatchSize = 0;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.nextBatchSize(lastBatchSize));
      await this.writeBatch(batch);
      lastBatchSize = batch.length;
    }
    this.writing = undefined;
  }

  /**
   * How many to write next. Those just answered are about to come back, and are served while the others are written. In
   * two even shifts neither the store nor the service has to wait; uneven ones would stay uneven for ever.
   */
  private nextBatchSize(lastBatchSize: number): number {
    if (lastBatchSize === 0) return this.limits.batch;
    const even = Math.ceil((lastBatchSize + this.waiting.length) / 2);
    return Math.min(Math.max(even, MIN_BATCH_SIZE), this.limits.batch);
  }

  private async writeBatch(batch: readonly QueuedCommand<Command, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.write(batch.map(({ command }) => command));
      if (outcomes.length !== batch.length) throw new Error('A write must answer each of its commands.');
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

  /** Halving finds one bad command among many in few writes, and keeps the order of the others. */
  private async writeHalves(batch: readonly QueuedCommand<Command, Outcome>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await this.writeBatch(batch.slice(0, middle));
    await this.writeBatch(batch.slice(middle));
  }

  /** Waits until the next write has been sent: callers who are answered make work at once, which would delay it. */
  private async resolveCallers(resolveAll: () => void): Promise<void> {
    await this.endOfTurn?.();
    resolveAll();
  }
}

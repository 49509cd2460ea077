import { refusal } from '../errors.js';

export interface QueueLimits {
  /** The most commands that go into one write. */
  readonly batch: number;
  /** The most commands that may wait. Beyond it new ones are turned away at once, which is kinder than letting all wait. */
  readonly waiting: number;
}

interface Waiting<Command, Outcome> {
  readonly command: Command;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Makes one write of many commands. A command that finds nobody writing goes at once; those that arrive
 * while a write is under way wait for it and then go together. There is never more than one write under way.
 */
export class CoalescingQueue<Command, Outcome> {
  private waiting: Waiting<Command, Outcome>[] = [];
  private writing: Promise<void> | undefined;
  private closed = false;

  /**
   * `write` answers one outcome for each command, in their order. When it throws, nothing of the batch was done.
   * `isPoison` tells an error that some command may have caused, and which the others need not share, from one that
   * would meet every command alike. `gather` waits for the end of the turn in which the first command came, so that
   * those which come with it join it; without it the first goes alone, and the others have to wait for it.
   */
  constructor(
    private readonly write: (commands: readonly Command[]) => Promise<readonly Outcome[]>,
    private readonly isPoison: (error: unknown) => boolean,
    private readonly limits: QueueLimits,
    private readonly gather?: () => Promise<void>,
  ) {}

  submit(command: Command): Promise<Outcome> {
    if (this.closed) return Promise.reject(refusal('unavailable', 'The service is shutting down.'));
    if (this.waiting.length >= this.limits.waiting) {
      return Promise.reject(refusal('unavailable', 'Too many requests are waiting. Try again shortly.'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      this.writing ??= this.writeAll();
    });
  }

  /** Takes no more commands, and answers when all that were taken have their outcome. */
  async drain(): Promise<void> {
    this.closed = true;
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    if (this.gather !== undefined) await this.gather();
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, this.limits.batch);
      this.waiting = this.waiting.slice(this.limits.batch);
      await this.writeBatch(batch);
    }
    this.writing = undefined;
  }

  private async writeBatch(batch: readonly Waiting<Command, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.write(batch.map(({ command }) => command));
      if (outcomes.length !== batch.length) throw new Error('A write must answer each of its commands.');
      for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (batch.length > 1 && this.isPoison(error)) await this.writeHalves(batch);
      else for (const waiting of batch) waiting.reject(error);
    }
  }

  /** Halving finds one bad command among many in few writes, and keeps the order of the others. */
  private async writeHalves(batch: readonly Waiting<Command, Outcome>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await this.writeBatch(batch.slice(0, middle));
    await this.writeBatch(batch.slice(middle));
  }
}

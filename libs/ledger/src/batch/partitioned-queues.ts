import type { AccountId } from '@florin/kernel';
import { queueFullError, shuttingDownError } from '../errors.js';
import { accountIdsIn, type Command, type CommandOutcome, partitioningAccountsOf } from './command.js';
import type { LockRetryQueue } from './lock-retry-queue.js';

/**
 * A queue for each partition, and one for commands across partitions. They write at the same time. A balance that one of
 * them has locked makes the commands of another wait, as if it were another instance of the service. Commands that are in
 * different queues at the same time have no order, not even those of one account.
 */
export class PartitionedQueues {
  /** By partition. The key of the queue across partitions is undefined. */
  private readonly queues = new Map<number | undefined, LockRetryQueue>();
  private isClosed = false;

  constructor(
    private readonly partitionOf: (accountIds: readonly (AccountId | undefined)[]) => number | undefined,
    private readonly newQueue: () => LockRetryQueue,
    /** Of all queues together. */
    private readonly maxWaiting: number,
  ) {}

  submit(command: Command): Promise<CommandOutcome> {
    if (this.isClosed) return Promise.reject(shuttingDownError());
    if (this.countWaiting() >= this.maxWaiting) return Promise.reject(queueFullError());
    return this.queueOf(this.partitionFor(command)).submit(command);
  }

  /** Rejects new commands and those that wait for a locked balance, and completes all others. */
  async drain(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.queues.values()].map((queue) => queue.drain()));
  }

  /**
   * While commands across partitions wait for an account, new commands of that account wait behind them. In the queue of
   * its partition, those of a busy account would keep its balance locked.
   */
  private partitionFor(command: Command): number | undefined {
    const partition = this.partitionOf(partitioningAccountsOf(command));
    const across = partition === undefined ? undefined : this.queues.get(undefined);
    const isAwaited = across && accountIdsIn(command).some((accountId) => across.isWaitingFor(accountId));
    return isAwaited === true ? undefined : partition;
  }

  private queueOf(partition: number | undefined): LockRetryQueue {
    const found = this.queues.get(partition);
    if (found !== undefined) return found;
    const queue = this.newQueue();
    this.queues.set(partition, queue);
    return queue;
  }

  private countWaiting(): number {
    let count = 0;
    for (const queue of this.queues.values()) count += queue.waitingCount;
    return count;
  }
}

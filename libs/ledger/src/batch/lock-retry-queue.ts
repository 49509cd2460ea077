import type { AccountId } from '@florin/kernel';
import { accountBusyError, queueFullError } from '../errors.js';
import { accountIdsIn, type Command, type CommandOutcome, sizeOf } from './command.js';
import { CoalescingQueue, type QueueLimits } from './coalescing-queue.js';

/** The outcome, or the account whose balance another SQL transaction has locked. */
export type Attempted = CommandOutcome | { readonly lockedAccount: AccountId };

interface Attempt {
  readonly command: Command;
  readonly isRetry: boolean;
}

/** Also defers the commands for which `isDeferred` is true. */
export type AttemptAll = (
  commands: readonly Command[],
  isDeferred: (accountId: AccountId, index: number) => boolean,
) => Promise<readonly Attempted[]>;

interface WaitingCommand {
  readonly command: Command;
  readonly lastRound: number;
  readonly resolve: (outcome: CommandOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export const RETRY_PAUSE_MS = 20;
/** At least 3 seconds, after which the command fails with `unavailable`. */
export const MAX_RETRIES = 150;

/** Retries commands on locked balances. They delay only later commands of the same account, in order of arrival. */
export class LockRetryQueue {
  private readonly queue: CoalescingQueue<Attempt, Attempted | Promise<CommandOutcome>>;
  private readonly waiting = new Map<AccountId, WaitingCommand[]>();
  /** Accounts found locked in this round. Later retries of the round must not overtake earlier ones. */
  private lockedInRound = new Set<AccountId>();
  private lockedInLastRound = new Set<AccountId>();
  private retrying: Promise<void> | undefined;
  private round = 0;
  private isClosed = false;

  constructor(
    private readonly attemptAll: AttemptAll,
    private readonly limits: QueueLimits,
    isPoison: (error: unknown) => boolean,
    private readonly pause: () => Promise<void>,
    endOfTurn?: () => Promise<void>,
  ) {
    this.queue = new CoalescingQueue(
      (attempts) => this.attempt(attempts),
      isPoison,
      limits,
      endOfTurn,
      ({ command }) => sizeOf(command),
    );
  }

  /** Without those that wait for a locked balance. */
  get waitingCount(): number {
    return this.queue.waitingCount;
  }

  /** Also for the second account of a transfer that waits for its first. */
  isWaitingFor(accountId: AccountId): boolean {
    const { waiting, lockedInRound, lockedInLastRound } = this;
    return waiting.has(accountId) || lockedInRound.has(accountId) || lockedInLastRound.has(accountId);
  }

  async submit(command: Command): Promise<CommandOutcome> {
    const lockedAccount = accountIdsIn(command).find((accountId) => this.waiting.has(accountId));
    if (!this.isClosed && lockedAccount !== undefined) return this.wait(lockedAccount, command);
    return (await this.queue.submit({ command, isRetry: false })) as CommandOutcome;
  }

  /** Rejects new commands and those that wait for a locked balance, and completes all others. */
  async drain(): Promise<void> {
    this.isClosed = true;
    await this.queue.drain();
    await this.retrying;
  }

  private async attempt(
    attempts: readonly Attempt[],
  ): Promise<readonly (Attempted | Promise<CommandOutcome>)[]> {
    const attempted = await this.attemptAll(
      attempts.map(({ command }) => command),
      (accountId, index) => (attempts[index]?.isRetry ? this.lockedInRound : this.waiting).has(accountId),
    );
    // Enqueue here: the caller's promise is resolved only after the next batch has started.
    return attempted.map((one, index) => {
      const { command, isRetry } = attempts[index] as Attempt;
      if (!('lockedAccount' in one)) return one;
      if (!isRetry) return this.wait(one.lockedAccount, command);
      this.lockedInRound.add(one.lockedAccount);
      return one;
    });
  }

  private wait(accountId: AccountId, command: Command): Promise<CommandOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<CommandOutcome>();
    // The queue attaches its handlers at the end of the turn. Until then a rejection would be unhandled.
    promise.catch(() => undefined);
    const waitingCommands = this.waiting.get(accountId) ?? [];
    this.waiting.set(accountId, waitingCommands);
    if (waitingCommands.length < this.limits.waiting)
      waitingCommands.push({ command, lastRound: this.round + MAX_RETRIES, resolve, reject });
    else reject(queueFullError());
    this.retrying ??= this.retryAll();
    return promise;
  }

  private async retryAll(): Promise<void> {
    while (this.waiting.size > 0) {
      await this.pause();
      this.round += 1;
      this.lockedInLastRound = this.lockedInRound;
      this.lockedInRound = new Set();
      // All retries of a round fit into one batch, which bounds the delay for other accounts.
      const share = Math.max(1, Math.floor(this.limits.batch / this.waiting.size));
      await Promise.all(
        [...this.waiting].map(([accountId, waitingCommands]) =>
          this.retry(accountId, waitingCommands, share),
        ),
      );
    }
    this.lockedInLastRound.clear();
    this.retrying = undefined;
  }

  private async retry(accountId: AccountId, waitingCommands: WaitingCommand[], share: number): Promise<void> {
    while (waitingCommands[0] !== undefined && (this.isClosed || waitingCommands[0].lastRound < this.round))
      waitingCommands.shift()?.reject(accountBusyError());
    const first = waitingCommands.slice(0, share);
    const stillWaiting = await Promise.all(first.map((waiting) => this.isStillLocked(waiting)));
    waitingCommands.splice(0, first.length, ...first.filter((_, index) => stillWaiting[index]));
    if (waitingCommands.length === 0) this.waiting.delete(accountId);
  }

  private async isStillLocked({ command, resolve, reject }: WaitingCommand): Promise<boolean> {
    try {
      const attempted = await this.queue.submit({ command, isRetry: true });
      if ('lockedAccount' in attempted) return true;
      resolve(attempted);
    } catch (error) {
      reject(error);
    }
    return false;
  }
}

import type { Clock, Ids, Outcome } from '@florin/kernel';
import type { Transaction } from '../transaction/transaction.js';
import {
  type AmendCommand,
  type CancelCommand,
  type Command,
  type CommandOutcome,
  type CreateCommand,
  needsOf,
  type SettleCommand,
} from './command.js';
import { decideBatch } from './decide-batch.js';
import type { LedgerStore } from './ledger.store.js';
import { CoalescingQueue, type QueueLimits } from './queue.js';

/** At this size a batch costs little more than its rows; larger ones only make their first command wait longer. */
export const LEDGER_LIMITS: QueueLimits = { batch: 256, waiting: 4_096 };

/**
 * The one way in which money moves. Commands are coalesced: whatever waits is decided and written together, each with
 * its own outcome, which the caller gets only after the commit.
 */
export class Ledger {
  private readonly queue: CoalescingQueue<Command, CommandOutcome>;

  constructor(
    store: LedgerStore,
    clock: Clock,
    ids: Ids,
    limits: QueueLimits = LEDGER_LIMITS,
    endOfTurn?: () => Promise<void>,
  ) {
    // The time is taken when the books are locked: no change is older than one that was made before it.
    const write = (commands: readonly Command[]) =>
      store.write(needsOf(commands), (state) => decideBatch(state, commands, clock.now(), ids));
    this.queue = new CoalescingQueue(write, mayBeOneCommandsFault, limits, endOfTurn);
  }

  async create(command: Omit<CreateCommand, 'kind'>): Promise<Outcome<Transaction>> {
    const outcome = await this.queue.submit({ kind: 'create', ...command });
    if (outcome.refused !== undefined) throw outcome.refused;
    return outcome.done;
  }

  settle(command: Omit<SettleCommand, 'kind'>): Promise<Transaction> {
    return this.change({ kind: 'settle', ...command });
  }

  cancel(command: Omit<CancelCommand, 'kind'>): Promise<Transaction> {
    return this.change({ kind: 'cancel', ...command });
  }

  amend(command: Omit<AmendCommand, 'kind'>): Promise<Transaction> {
    return this.change({ kind: 'amend', ...command });
  }

  /** Takes no more commands, and answers when all that were taken have their outcome. */
  drain(): Promise<void> {
    return this.queue.drain();
  }

  private async change(command: Command): Promise<Transaction> {
    const outcome = await this.queue.submit(command);
    if (outcome.refused !== undefined) throw outcome.refused;
    if (outcome.done.replayed) throw new Error('Only creations are kept for those who ask again.');
    return outcome.done.thing;
  }
}

/** A store that is away is away for all; after an unknown outcome a second try could do a thing twice. */
const mayBeOneCommandsFault = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && error.code === 'unavailable');

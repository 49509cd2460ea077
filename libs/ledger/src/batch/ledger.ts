import type { AccountId, Clock, Ids, Outcome } from '@florin/kernel';
import { isUnavailable } from '../errors.js';
import type { Transaction } from '../transaction/transaction.js';
import {
  accountNamedBy,
  type AmendCommand,
  type CancelCommand,
  type Command,
  type CommandOutcome,
  type CreateCommand,
  needsOf,
  type SettleCommand,
} from './command.js';
import { decideBatch } from './decide-batch.js';
import { LedgerLanes, type Tried } from './ledger-lanes.js';
import type { Decided, LedgerState, LedgerStore } from './ledger.store.js';
import { CoalescingQueue, type QueueLimits } from './queue.js';

/** At this size a batch costs little more than its rows; larger ones only make their first command wait longer. */
export const LEDGER_LIMITS: QueueLimits = { batch: 256, waiting: 4_096 };

/**
 * The way in which callers move money. There are only two others, each under the lock of the book: `closeBook`, when an
 * account closes, and `creditBook`, when a customer has paid. Commands are coalesced: whatever waits is decided and
 * written together, each with its own outcome, which the caller gets only after the commit.
 */
export class Ledger {
  private readonly lanes: LedgerLanes;

  constructor(
    store: LedgerStore,
    clock: Clock,
    ids: Ids,
    limits: QueueLimits = LEDGER_LIMITS,
    endOfTurn?: () => Promise<void>,
  ) {
    // The time is taken when the books are locked: no change is older than one that was made before it.
    this.lanes = new LedgerLanes(
      (commands, waitMs, knownHeld) =>
        store.write(
          needsOf(commands, ids.next('evt'), knownHeld),
          (state) => decideFree(state, commands, clock.now(), ids),
          waitMs,
        ),
      clock,
      (write) => new CoalescingQueue(write, mayBeOneCommandsFault, limits, endOfTurn),
    );
  }

  async create(command: Omit<CreateCommand, 'kind'>): Promise<Outcome<Transaction>> {
    const outcome = await this.lanes.submit({ kind: 'create', ...command });
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
    return this.lanes.drain();
  }

  private async change(command: Command): Promise<Transaction> {
    const outcome = await this.lanes.submit(command);
    if (outcome.refused !== undefined) throw outcome.refused;
    if (outcome.done.replayed) throw new Error('Only creations are kept for those who ask again.');
    return outcome.done.thing;
  }
}

/** Decides what can be decided: whatever concerns a book that somebody else holds has to be tried again. */
function decideFree(
  state: LedgerState,
  commands: readonly Command[],
  now: Date,
  ids: Ids,
): Decided<readonly Tried[]> {
  if (state.held === undefined) return decideBatch(state, commands, now, ids);
  const tried = new Map<Command, Tried>();
  for (const command of commands) {
    const heldAccount = accountOf(command, state);
    if (heldAccount !== undefined && state.held.has(heldAccount)) tried.set(command, { heldAccount });
  }
  const free = commands.filter((command) => !tried.has(command));
  const { changes, result } = decideBatch(state, free, now, ids);
  for (const [index, command] of free.entries()) tried.set(command, result[index] as CommandOutcome);
  return { changes, result: commands.map((command) => tried.get(command) as Tried) };
}

/** Undefined for a command on a transaction that is named by its id alone and does not exist. */
function accountOf(command: Command, { transactions }: LedgerState): AccountId | undefined {
  const named = accountNamedBy(command);
  if (named !== undefined || command.kind === 'create') return named;
  return transactions.get(command.transactionId)?.accountId;
}

/** A store that is away is away for all; after an unknown outcome a second try could do a thing twice. */
const mayBeOneCommandsFault = (error: unknown): boolean => !isUnavailable(error);

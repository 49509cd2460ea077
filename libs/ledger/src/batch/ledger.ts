import type { AccountId, Clock, IdempotentRequest, Ids, Outcome } from '@florin/kernel';
import { isUnavailable } from '../errors.js';
import type { Transaction } from '../transaction/transaction.js';
import {
  accountIdIn,
  type AmendCommand,
  type CancelCommand,
  type Command,
  type CommandOutcome,
  readSetOf,
  type SettleCommand,
  type TransactionInput,
} from './command.js';
import { decideBatch } from './decide-batch.js';
import type { BatchDecision, LedgerState, LedgerStore } from './ledger.store.js';
import { type Attempted, LockedAccounts, RETRY_PAUSE_MS } from './locked-accounts.js';
import type { QueueLimits } from './coalescing-queue.js';

/** At this size a batch costs little more than its rows; larger ones only make their first command wait longer. */
export const LEDGER_LIMITS: QueueLimits = { batch: 256, waiting: 4_096 };

/**
 * The way in which callers move money. There are only two others, each under the lock of the book: `closeBook`, when an
 * account closes, and `creditBook`, when a customer has paid. Commands are coalesced: whatever waits is decided and
 * written together, each with its own outcome, which the caller gets only after the commit.
 */
export class Ledger {
  private readonly commands: LockedAccounts;

  constructor(
    store: LedgerStore,
    clock: Clock,
    ids: Ids,
    limits: QueueLimits = LEDGER_LIMITS,
    endOfTurn?: () => Promise<void>,
    /** Between two attempts at a locked balance. */
    pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS)),
  ) {
    // The time is taken when the books are locked: no change is older than one that was made before it.
    this.commands = new LockedAccounts(
      (commands, isDeferred) =>
        store.write(readSetOf(commands, ids.next('evt')), (state) => {
          const isLocked = (accountId: AccountId, index: number): boolean =>
            state.locked?.has(accountId) === true || isDeferred(accountId, index);
          return decideUnlocked(state, commands, isLocked, clock.now(), ids);
        }),
      limits,
      isCommandError,
      pause,
      endOfTurn,
    );
  }

  create({ actor, ...input }: TransactionInput): Promise<Transaction> {
    return this.change({ kind: 'create', input, actor, idempotentRequest: undefined });
  }

  /** A repeated request gets the stored response of the first. Without an `idempotentRequest` nothing is stored. */
  async createIdempotent(
    { actor, ...input }: TransactionInput,
    idempotentRequest: IdempotentRequest<Transaction> | undefined,
  ): Promise<Outcome<Transaction>> {
    const outcome = await this.commands.submit({ kind: 'create', input, actor, idempotentRequest });
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
    return this.commands.drain();
  }

  private async change(command: Command): Promise<Transaction> {
    const outcome = await this.commands.submit(command);
    if (outcome.refused !== undefined) throw outcome.refused;
    if (outcome.done.replayed) throw new Error('A command without an idempotency key was replayed.');
    return outcome.done.value;
  }
}

/** Decides all commands but those on locked balances, which have to be attempted again. */
function decideUnlocked(
  state: LedgerState,
  commands: readonly Command[],
  isLocked: (accountId: AccountId, index: number) => boolean,
  now: Date,
  ids: Ids,
): BatchDecision<readonly Attempted[]> {
  const lockedAccounts = commands.map((command, index) => {
    const accountId = resolveAccountId(command, state);
    return accountId !== undefined && isLocked(accountId, index) ? accountId : undefined;
  });
  const unlocked = commands.filter((_, index) => lockedAccounts[index] === undefined);
  const { changes, result } = decideBatch(state, unlocked, now, ids);
  const outcomes = result.values();
  return {
    changes,
    result: lockedAccounts.map((lockedAccount) =>
      lockedAccount === undefined ? (outcomes.next().value as CommandOutcome) : { lockedAccount },
    ),
  };
}

/** Undefined for a command on a transaction that is named by its id alone and does not exist. */
function resolveAccountId(command: Command, { transactions }: LedgerState): AccountId | undefined {
  const named = accountIdIn(command);
  if (named !== undefined || command.kind === 'create') return named;
  return transactions.get(command.transactionId)?.accountId;
}

/** A store that is away is away for all; after an unknown outcome a second try could do a thing twice. */
const isCommandError = (error: unknown): boolean => !isUnavailable(error);

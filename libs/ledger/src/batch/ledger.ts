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

/** Larger batches would add latency and hardly any throughput. */
export const LEDGER_LIMITS: QueueLimits = { batch: 256, waiting: 4_096 };

/**
 * Creates and changes transactions. Queued commands are decided and committed together, each with its own outcome after
 * the commit. Only `closeBalance` and `creditBalance` move money elsewhere, under the same lock of the balance.
 */
export class Ledger {
  private readonly commands: LockedAccounts;

  constructor(
    store: LedgerStore,
    clock: Clock,
    ids: Ids,
    limits: QueueLimits = LEDGER_LIMITS,
    endOfTurn?: () => Promise<void>,
    /** Waits before a locked balance is retried. */
    pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS)),
  ) {
    // Read the clock while the balances are locked, so that timestamps follow the order of changes.
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

  /** Rejects new commands and waits for the outcome of all others. */
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

/** Decides the commands whose balance is not locked. The others have to be retried. */
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

/** Undefined if the command has a transaction id only and that transaction does not exist. */
function resolveAccountId(command: Command, { transactions }: LedgerState): AccountId | undefined {
  const accountId = accountIdIn(command);
  if (accountId !== undefined || command.kind === 'create') return accountId;
  return transactions.get(command.transactionId)?.accountId;
}

/** False if the database is unavailable, or after an unknown commit outcome: a retry could write twice. */
const isCommandError = (error: unknown): boolean => !isUnavailable(error);

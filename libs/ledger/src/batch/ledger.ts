import type { AccountId, Clock, IdempotentRequest, Ids, Outcome } from '@florin/kernel';
import { isUnavailable } from '../errors.js';
import type { Transaction } from '../transaction/transaction.js';
import type { Transfer } from '../transfer/transfer.js';
import {
  accountIdsIn,
  type AmendCommand,
  type BatchElement,
  type BatchInput,
  type CancelCommand,
  type CancelTransferCommand,
  type Command,
  type CommandOutcome,
  type DryRun,
  readSetOf,
  type SettleCommand,
  type SettleTransferCommand,
  type TransactionInput,
  type TransferInput,
} from './command.js';
import { decideBatch } from './decide-batch.js';
import type { BatchDecision, LedgerState, LedgerStore } from './ledger.store.js';
import { type AttemptAll, type Attempted, LockRetryQueue, RETRY_PAUSE_MS } from './lock-retry-queue.js';
import { PartitionedQueues } from './partitioned-queues.js';
import type { QueueLimits } from './coalescing-queue.js';

/** In transactions. Larger batches would add latency and hardly any throughput. */
export const LEDGER_LIMITS: QueueLimits = { batch: 256, waiting: 4_096 };

/**
 * Creates and changes transactions. Queued commands are decided and committed together, each with its own outcome after
 * the commit. `creditBalance`, `holdRefund`, `endRefundHold` and `cancelPending` move money elsewhere, under the same lock
 * of the balance.
 */
export class Ledger {
  private readonly queues: PartitionedQueues;

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
    const attemptAll: AttemptAll = (commands, isDeferred) =>
      store.write(readSetOf(commands, ids.next('evt')), (state) => {
        const isLocked = (accountId: AccountId, index: number): boolean =>
          state.locked?.has(accountId) === true || isDeferred(accountId, index);
        return decideUnlocked(state, commands, isLocked, clock.now(), ids);
      });
    this.queues = new PartitionedQueues(
      (accountIds) => store.partitionOf(accountIds),
      () => new LockRetryQueue(attemptAll, limits, isCommandError, pause, endOfTurn),
      limits.waiting,
    );
  }

  create({ actor, ...input }: TransactionInput): Promise<Transaction> {
    return this.change({ kind: 'create', input, actor, idempotentRequest: undefined });
  }

  dryRun({ actor, ...input }: TransactionInput): Promise<DryRun<Transaction>> {
    const command = { kind: 'create', input, actor, idempotentRequest: undefined } as const;
    return this.change({ kind: 'dry_run', command });
  }

  /** A repeated request gets the stored response of the first. Without an `idempotentRequest` nothing is stored. */
  createIdempotent(
    { actor, ...input }: TransactionInput,
    idempotentRequest: IdempotentRequest<Transaction> | undefined,
  ): Promise<Outcome<Transaction>> {
    return this.submit({ kind: 'create', input, actor, idempotentRequest });
  }

  /** In order. With `atomic`, one refused transaction refuses all with `batch_failed`. */
  createBatch(
    batch: BatchInput,
    idempotentRequest?: IdempotentRequest<readonly BatchElement[]>,
  ): Promise<Outcome<readonly BatchElement[]>> {
    return this.submit({ kind: 'create_batch', ...batch, idempotentRequest });
  }

  dryRunBatch(batch: BatchInput): Promise<DryRun<readonly BatchElement[]>> {
    const command = { kind: 'create_batch', ...batch, idempotentRequest: undefined } as const;
    return this.change({ kind: 'dry_run', command });
  }

  createTransfer(
    { actor, ...input }: TransferInput,
    idempotentRequest?: IdempotentRequest<Transfer>,
  ): Promise<Outcome<Transfer>> {
    return this.submit({ kind: 'create_transfer', input, actor, idempotentRequest });
  }

  dryRunTransfer({ actor, ...input }: TransferInput): Promise<DryRun<Transfer>> {
    const command = { kind: 'create_transfer', input, actor, idempotentRequest: undefined } as const;
    return this.change({ kind: 'dry_run', command });
  }

  settleTransfer(command: Omit<SettleTransferCommand, 'kind'>): Promise<Transfer> {
    return this.change({ kind: 'settle_transfer', ...command });
  }

  cancelTransfer(command: Omit<CancelTransferCommand, 'kind'>): Promise<Transfer> {
    return this.change({ kind: 'cancel_transfer', ...command });
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
    return this.queues.drain();
  }

  private async change<Value>(command: Command): Promise<Value> {
    const outcome = await this.submit<Value>(command);
    if (outcome.replayed) throw new Error('A command without an idempotency key was replayed.');
    return outcome.value;
  }

  /** The kind of the command determines the type of its value. */
  private async submit<Value>(command: Command): Promise<Outcome<Value>> {
    const outcome = (await this.queues.submit(command)) as CommandOutcome<Value>;
    if (outcome.refused !== undefined) throw outcome.refused;
    return outcome.done;
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
  const lockedAccounts = commands.map((command, index) =>
    resolveAccountIds(command, state).find((accountId) => isLocked(accountId, index)),
  );
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

/** Including the accounts of transactions and transfers that the command has only the id of. */
function resolveAccountIds(command: Command, { transactions }: LedgerState): readonly AccountId[] {
  if ('transferId' in command) {
    const sides = [...transactions.values()].filter(({ transferId }) => transferId === command.transferId);
    return sides.map(({ accountId }) => accountId);
  }
  if (!('transactionId' in command) || command.accountId !== undefined) return accountIdsIn(command);
  const accountId = transactions.get(command.transactionId)?.accountId;
  return accountId === undefined ? [] : [accountId];
}

/** False if the database is unavailable, or after an unknown commit outcome: a retry could write twice. */
const isCommandError = (error: unknown): boolean => !isUnavailable(error);

import {
  type AccountId,
  type Clock,
  addMilliseconds,
  type TransactionId,
  type TransferId,
} from '@florin/kernel';
import type { Ledger } from '../batch/ledger.js';
import { isRefusal, isUnavailable } from '../errors.js';

export interface DueTransaction {
  readonly id: TransactionId;
  readonly accountId: AccountId;
  /** If the transaction is the source of a transfer, which settles as a whole. */
  readonly transferId?: TransferId | undefined;
}

export abstract class DueTransactionReader {
  /**
   * Pending transactions created at `createdUntil` or before, oldest first, without the destinations of transfers
   * and without transactions of refunds. `after` excludes those up to that id.
   */
  abstract findPending(
    createdUntil: Date,
    limit: number,
    after?: TransactionId,
  ): Promise<readonly DueTransaction[]>;
}

const BATCH_SIZE = 500;
/** Limits a run to about a minute. The next run continues. */
const MAX_PER_RUN = 50_000;
const MAX_LISTED_ACCOUNTS = 10;

/**
 * Settles transactions that have been pending for `delayMs`. Safe to run concurrently, also with cancellations: each
 * transaction leaves pending once, and the second attempt gets a `conflict`.
 */
export class SettleDueTransactions {
  constructor(
    private readonly due: DueTransactionReader,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly delayMs: number,
  ) {}

  /**
   * Returns the number of settled transactions. An account that is locked or inconsistent does not block the others: it
   * is skipped, and its error is thrown at the end. Once `shouldStop` is true, no further batch is started.
   */
  async execute(shouldStop: () => boolean = () => false): Promise<number> {
    const createdUntil = addMilliseconds(this.clock.now(), -this.delayMs);
    const failedAccounts = new Map<AccountId, Error>();
    let settled = 0;
    let after: TransactionId | undefined;
    for (;;) {
      const found = await this.due.findPending(createdUntil, BATCH_SIZE, after);
      settled += await this.settleAll(found, failedAccounts);
      if (found.length < BATCH_SIZE || settled >= MAX_PER_RUN || shouldStop()) break;
      after = found.at(-1)?.id;
    }
    if (failedAccounts.size > 0) throw mostSevereError(failedAccounts);
    return settled;
  }

  private async settleAll(
    found: readonly DueTransaction[],
    failedAccounts: Map<AccountId, Error>,
  ): Promise<number> {
    const candidates = found.filter(({ accountId }) => !failedAccounts.has(accountId));
    const outcomes = await Promise.allSettled(
      candidates.map((transaction) => this.settleOne(transaction, failedAccounts)),
    );
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    if (rejected !== undefined) throw rejected.reason;
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
  }

  private async settleOne(
    { id, accountId, transferId }: DueTransaction,
    failedAccounts: Map<AccountId, Error>,
  ): Promise<boolean> {
    try {
      const settlement = { status: 'succeeded' } as const;
      if (transferId === undefined) await this.ledger.settle({ transactionId: id, accountId, settlement });
      else await this.ledger.settleTransfer({ transferId, accountId, settlement });
      return true;
    } catch (error) {
      // An unavailable database affects every account.
      if (!(error instanceof Error) || (isUnavailable(error) && !isRefusal(error))) throw error;
      const isAlreadyEnded = isRefusal(error) && error.code === 'conflict';
      if (!isAlreadyEnded) failedAccounts.set(accountId, error);
      return false;
    }
  }
}

/** A locked account recovers by itself; an inconsistent one needs attention, so its error comes first. */
function mostSevereError(failedAccounts: ReadonlyMap<AccountId, Error>): unknown {
  const inconsistent = [...failedAccounts].filter(([, error]) => !isRefusal(error));
  if (inconsistent.length < 2) return inconsistent[0]?.[1] ?? [...failedAccounts.values()][0];
  const listed = inconsistent.slice(0, MAX_LISTED_ACCOUNTS).map(([accountId]) => accountId);
  const errors = inconsistent.map(([, error]) => error);
  return new AggregateError(
    errors,
    `Settlement failed for ${inconsistent.length} accounts, including ${listed.join(', ')}.`,
  );
}

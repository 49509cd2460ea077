import { type AccountId, type Clock, addMilliseconds, type TransactionId } from '@florin/kernel';
import type { Ledger } from '../batch/ledger.js';
import { isRefusal, isUnavailable } from '../errors.js';

export interface DueTransaction {
  readonly id: TransactionId;
  readonly accountId: AccountId;
}

export abstract class DueTransactionReader {
  /**
   * Pending transactions created at the instant or before, oldest first, at most as many as asked for; with `after`, only
   * those behind it.
   */
  abstract findPending(
    createdUntil: Date,
    limit: number,
    after?: TransactionId,
  ): Promise<readonly DueTransaction[]>;
}

const BATCH_SIZE = 500;
/** How much one run settles, which takes a minute at most. The next one comes in a moment and goes on. */
const MAX_PER_RUN = 50_000;
/** How many accounts an error lists. */
const MAX_LISTED_ACCOUNTS = 10;

/**
 * Settles what has been pending for long enough. It may run twice, in two processes, or against a caller who cancels:
 * each transaction leaves pending once, and whoever comes second finds that out from the ledger.
 */
export class SettleDueTransactions {
  constructor(
    private readonly due: DueTransactionReader,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly delayMs: number,
  ) {}

  /**
   * Answers how many it settled. Accounts that are busy with something else, or whose books are damaged, keep no other
   * waiting: they are left for the next time, and told at the end. What was not begun before `isOver` is left for the next
   * time, too.
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
    { id, accountId }: DueTransaction,
    failedAccounts: Map<AccountId, Error>,
  ): Promise<boolean> {
    try {
      await this.ledger.settle({ transactionId: id, accountId, settlement: { status: 'succeeded' } });
      return true;
    } catch (error) {
      // A store that is away is away for every account.
      if (!(error instanceof Error) || (isUnavailable(error) && !isRefusal(error))) throw error;
      const isAlreadyEnded = isRefusal(error) && error.code === 'conflict';
      if (!isAlreadyEnded) failedAccounts.set(accountId, error);
      return false;
    }
  }
}

/** Who is busy will be free again; a damaged book has to be seen to, and is not hidden behind others. */
function mostSevereError(failedAccounts: ReadonlyMap<AccountId, Error>): unknown {
  const damaged = [...failedAccounts].filter(([, error]) => !isRefusal(error));
  if (damaged.length < 2) return damaged[0]?.[1] ?? [...failedAccounts.values()][0];
  const listed = damaged.slice(0, MAX_LISTED_ACCOUNTS).map(([accountId]) => accountId);
  const errors = damaged.map(([, error]) => error);
  return new AggregateError(
    errors,
    `${damaged.length} accounts cannot be settled, such as ${listed.join(', ')}.`,
  );
}

import { type AccountId, type Clock, later, type TransactionId } from '@florin/kernel';
import type { Ledger } from '../batch/ledger.js';
import { isRefusal, isUnavailable } from '../errors.js';

export interface DueTransaction {
  readonly id: TransactionId;
  readonly accountId: AccountId;
}

export abstract class DueTransactions {
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

const AT_ONCE = 500;
/** How much one run settles, which takes a minute at most. The next one comes in a moment and goes on. */
const MOST_IN_A_RUN = 50_000;
/** How many accounts an error lists. */
const MOST_NAMED = 10;

/**
 * Settles what has been pending for long enough. It may run twice, in two processes, or against a caller who cancels:
 * each transaction leaves pending once, and whoever comes second finds that out from the ledger.
 */
export class SettleDue {
  constructor(
    private readonly due: DueTransactions,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly delayMs: number,
  ) {}

  /**
   * Answers how many it settled. Accounts that are busy with something else, or whose books are damaged, keep no other
   * waiting: they are left for the next time, and told at the end. What was not begun before `isOver` is left for the next
   * time, too.
   */
  async execute(isOver: () => boolean = () => false): Promise<number> {
    const createdUntil = later(this.clock.now(), -this.delayMs);
    const troubled = new Map<AccountId, Error>();
    let settled = 0;
    let after: TransactionId | undefined;
    for (;;) {
      const found = await this.due.findPending(createdUntil, AT_ONCE, after);
      settled += await this.settleAll(found, troubled);
      if (found.length < AT_ONCE || settled >= MOST_IN_A_RUN || isOver()) break;
      after = found.at(-1)?.id;
    }
    if (troubled.size > 0) throw worstOf(troubled);
    return settled;
  }

  private async settleAll(
    found: readonly DueTransaction[],
    troubled: Map<AccountId, Error>,
  ): Promise<number> {
    const free = found.filter(({ accountId }) => !troubled.has(accountId));
    const outcomes = await Promise.allSettled(
      free.map((transaction) => this.settleOne(transaction, troubled)),
    );
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
  }

  private async settleOne(
    { id, accountId }: DueTransaction,
    troubled: Map<AccountId, Error>,
  ): Promise<boolean> {
    try {
      const settlement = { status: 'succeeded', failureReason: undefined } as const;
      await this.ledger.settle({ transactionId: id, accountId, settlement });
      return true;
    } catch (error) {
      // A store that is away is away for every account.
      if (!(error instanceof Error) || (isUnavailable(error) && !isRefusal(error))) throw error;
      const isEndedMeanwhile = isRefusal(error) && error.code === 'conflict';
      if (!isEndedMeanwhile) troubled.set(accountId, error);
      return false;
    }
  }
}

/** Who is busy will be free again; a damaged book has to be seen to, and is not hidden behind others. */
function worstOf(troubled: ReadonlyMap<AccountId, Error>): unknown {
  const damaged = [...troubled].filter(([, trouble]) => !isRefusal(trouble));
  if (damaged.length < 2) return damaged[0]?.[1] ?? [...troubled.values()][0];
  const some = damaged.slice(0, MOST_NAMED).map(([accountId]) => accountId);
  const troubles = damaged.map(([, trouble]) => trouble);
  return new AggregateError(
    troubles,
    `${damaged.length} accounts cannot be settled, such as ${some.join(', ')}.`,
  );
}

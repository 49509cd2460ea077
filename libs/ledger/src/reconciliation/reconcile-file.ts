import {
  type AccountId,
  type Clock,
  type IdempotentRequest,
  type Ids,
  invalidRequest,
  type Outcome,
  type ReconciliationId,
} from '@florin/kernel';
import { refusal } from '../errors.js';
import { matchLines } from './match-lines.js';
import { reconciledPeriod, widened } from './reconciled-period.js';
import {
  countResults,
  MAX_POSTED_LINES,
  type Period,
  type PostedLine,
  type ReconciledLine,
  type Reconciliation,
  type ReconciliationFormat,
  type ReconciliationLine,
} from './reconciliation.js';
import type {
  ReconciledAccount,
  ReconciledAccounts,
  ReconciliationRepository,
  ReconciliationUnitOfWork,
} from './reconciliation.repository.js';
import type { CsvOptions, StatementFileReader } from './statement-file.js';

export interface NewReconciliation {
  readonly accountId: AccountId;
  readonly format: ReconciliationFormat;
  readonly content: Uint8Array;
  readonly csv: CsvOptions;
  readonly toleranceDays: number;
  /** The period that the file covers, where it is longer than that of its lines. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const LINES_PER_INSERT = 1_000;

export class ReconcileFile {
  constructor(
    private readonly unitOfWork: ReconciliationUnitOfWork,
    private readonly accounts: ReconciledAccounts,
    private readonly files: StatementFileReader,
    private readonly ids: Ids,
    private readonly clock: Clock,
    /** Lets other requests run between two steps of the matching. */
    private readonly pause: () => Promise<unknown> = () => Promise.resolve(),
  ) {}

  async execute(
    input: NewReconciliation,
    idempotentRequest?: IdempotentRequest<Reconciliation>,
    actor?: string,
  ): Promise<Outcome<Reconciliation>> {
    const { accountId, content, format, csv, toleranceDays } = input;
    const account = await this.accounts.find(accountId);
    if (account === undefined) throw refusal('not_found', 'There is no such account.');
    const file = await this.files.read(content, format, csv, account.currency);
    const period = reconciledPeriod(file, input);
    // What was posted does not change, so it is compared outside of the SQL transaction that stores the result.
    const posted = await this.unitOfWork.run((repository) =>
      collectPosted(repository, account, widened(period, toleranceDays)),
    );
    const lines = await this.inSteps(matchLines(file.lines, posted, period, toleranceDays));
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      async (repository) => {
        const reconciliation: Reconciliation = {
          accountId,
          id: this.ids.next('rcn'),
          currency: account.currency,
          format,
          status: 'completed',
          ...period,
          toleranceDays,
          ...countResults(lines),
          createdAt: this.clock.now(),
        };
        await repository.add(reconciliation);
        await this.addLines(repository, reconciliation.id, accountId, lines);
        return reconciliation;
      },
      actor,
    );
  }

  private async inSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      await this.pause();
    }
  }

  /** The last line first, so that the list in descending order of ids has the order of the file. */
  private async addLines(
    repository: ReconciliationRepository,
    reconciliationId: ReconciliationId,
    accountId: AccountId,
    lines: readonly ReconciledLine[],
  ): Promise<void> {
    for (let end = lines.length; end > 0; end -= LINES_PER_INSERT) {
      const batch = lines.slice(Math.max(0, end - LINES_PER_INSERT), end).reverse();
      await repository.addLines(
        batch.map((line): ReconciliationLine => ({
          accountId,
          reconciliationId,
          id: this.ids.next('rcl'),
          ...line,
        })),
      );
    }
  }
}

async function collectPosted(
  repository: ReconciliationRepository,
  account: ReconciledAccount,
  period: Period,
): Promise<readonly PostedLine[]> {
  const posted: PostedLine[] = [];
  for await (const batch of repository.postedLines(account, period)) {
    posted.push(...batch);
    if (posted.length <= MAX_POSTED_LINES) continue;
    const { from, to } = period;
    throw invalidRequest(
      `The account has more than ${MAX_POSTED_LINES} entries from ${from} to ${to}. Split the file into shorter periods.`,
    );
  }
  return posted;
}

const BATCH_SIZE = 100;
/** The next run continues. A run that outlives the expiry of its job would be started a second time in parallel. */
export const MAX_PER_RUN = 2_000;

/** Sort key of a batch: the time, then the id. */
export interface KeysetPosition {
  readonly at: Date;
  readonly id: string;
}

type ItemOutcome = 'done' | 'skipped' | 'failed';

interface ScanOptions<Item> {
  readonly shouldStop: () => boolean;
  readonly attempt: (item: Item) => Promise<ItemOutcome>;
  readonly skipsContendedBatches: boolean;
}

interface Scan {
  readonly lastPosition: KeysetPosition | undefined;
  readonly isComplete: boolean;
  readonly hasSkippedBatches: boolean;
}

type FindBatch<Item> = (limit: number, after: KeysetPosition | undefined) => Promise<readonly Item[]>;

/**
 * Handles due items in batches with keyset pagination, so that no item is read twice. Failures are reported together at the
 * end. A run that stops early is continued by the next one, which also reports the earlier failures.
 *
 * `handle` returns false if there was nothing to do, usually because another worker was first. Two workers in one batch
 * would wait for each other's row locks at every item, so the second skips the batch and scans it again at the end.
 */
export class BatchRunner<Item> {
  private lastPosition: KeysetPosition | undefined;
  /** By id: a skipped batch is scanned again, and an item may succeed then. */
  private readonly failures = new Map<string, unknown>();

  constructor(
    private readonly positionOf: (item: Item) => KeysetPosition,
    private readonly handle: (item: Item) => Promise<boolean>,
  ) {}

  /** Returns the number of handled items; throws an AggregateError if any failed. Stops once `isTimeUp` is true. */
  async run(find: FindBatch<Item>, isTimeUp: () => boolean = () => false): Promise<number> {
    const { lastPosition: startPosition, failures } = this;
    if (startPosition === undefined) failures.clear();
    let done = 0;
    const shouldStop = (): boolean => done >= MAX_PER_RUN || isTimeUp();
    const attempt = async (item: Item): Promise<ItemOutcome> => {
      const outcome = await this.attempt(item);
      if (outcome === 'done') done += 1;
      return outcome;
    };
    let scan = await this.scan(find, startPosition, { shouldStop, attempt, skipsContendedBatches: true });
    if (scan.isComplete && scan.hasSkippedBatches)
      scan = await this.scan(find, startPosition, { shouldStop, attempt, skipsContendedBatches: false });
    this.lastPosition = scan.isComplete ? undefined : scan.lastPosition;
    if (failures.size > 0) throw new AggregateError(failures.values(), `Failed items: ${failures.size}.`);
    return done;
  }

  private async attempt(item: Item): Promise<ItemOutcome> {
    const { id } = this.positionOf(item);
    try {
      const isDone = await this.handle(item);
      this.failures.delete(id);
      return isDone ? 'done' : 'skipped';
    } catch (error) {
      this.failures.set(id, error);
      return 'failed';
    }
  }

  private async scan(
    find: FindBatch<Item>,
    startPosition: KeysetPosition | undefined,
    { shouldStop, attempt, skipsContendedBatches }: ScanOptions<Item>,
  ): Promise<Scan> {
    let [lastPosition, hasSkippedBatches] = [startPosition, false];
    while (!shouldStop()) {
      const found = await find(BATCH_SIZE, lastPosition);
      const isLast = found.length < BATCH_SIZE;
      for (const item of found) {
        if (shouldStop()) return { lastPosition, isComplete: false, hasSkippedBatches };
        lastPosition = this.positionOf(item);
        const outcome = await attempt(item);
        if (outcome !== 'skipped' || isLast || !skipsContendedBatches) continue;
        hasSkippedBatches = true;
        lastPosition = this.positionOf(found.at(-1) ?? item);
        break;
      }
      if (isLast) return { lastPosition, isComplete: true, hasSkippedBatches };
    }
    return { lastPosition, isComplete: false, hasSkippedBatches };
  }
}

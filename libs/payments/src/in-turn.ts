const AT_ONCE = 100;
/** The limit of one run; the next run does the rest. A run that exceeds its queue's expiry would get a second beside it. */
export const MOST_IN_A_RUN = 2_000;

/** Where a thing stands among those that wait: by its time, and by its id among those of one instant. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

type Outcome = 'done' | 'needless' | 'failed';

interface Steps<Thing> {
  readonly isEnough: () => boolean;
  readonly attempt: (thing: Thing) => Promise<Outcome>;
  readonly makesWay: boolean;
}

/** How far one walk along the line came. */
interface Walk {
  readonly reached: Place | undefined;
  readonly isThrough: boolean;
  readonly hasMadeWay: boolean;
}

type Find<Thing> = (limit: number, after: Place | undefined) => Promise<readonly Thing[]>;

/**
 * Handles what is due in batches, each from where the last one ended, so that nothing is read twice. Failures are reported
 * together at the end. A run that stops early is continued by the next one, which also reports the earlier failures.
 *
 * `handle` returns false when nothing is to be done, most often because another worker was first. Two workers in one batch
 * would wait for each other at every item, so the second skips the batch and comes back to it at the end.
 */
export class InTurn<Thing> {
  private reached: Place | undefined;
  /** By id, because what was left is looked at a second time, and may be done by then. */
  private readonly problems = new Map<string, unknown>();

  constructor(
    private readonly placeOf: (thing: Thing) => Place,
    private readonly handle: (thing: Thing) => Promise<boolean>,
  ) {}

  /** Answers how many it did. Nothing is begun once `isOver` says so. */
  async run(find: Find<Thing>, isOver: () => boolean = () => false): Promise<number> {
    const { reached: begin, problems } = this;
    if (begin === undefined) problems.clear();
    let done = 0;
    const isEnough = (): boolean => done >= MOST_IN_A_RUN || isOver();
    const attempt = async (thing: Thing): Promise<Outcome> => {
      const outcome = await this.attempt(thing);
      if (outcome === 'done') done += 1;
      return outcome;
    };
    let walk = await this.walk(find, begin, { isEnough, attempt, makesWay: true });
    if (walk.isThrough && walk.hasMadeWay)
      walk = await this.walk(find, begin, { isEnough, attempt, makesWay: false });
    this.reached = walk.isThrough ? undefined : walk.reached;
    if (problems.size > 0) throw new AggregateError(problems.values(), `${problems.size} could not be done.`);
    return done;
  }

  private async attempt(thing: Thing): Promise<Outcome> {
    const { id } = this.placeOf(thing);
    try {
      const isDone = await this.handle(thing);
      this.problems.delete(id);
      return isDone ? 'done' : 'needless';
    } catch (error) {
      this.problems.set(id, error);
      return 'failed';
    }
  }

  private async walk(
    find: Find<Thing>,
    begin: Place | undefined,
    { isEnough, attempt, makesWay }: Steps<Thing>,
  ): Promise<Walk> {
    let [reached, hasMadeWay] = [begin, false];
    while (!isEnough()) {
      const found = await find(AT_ONCE, reached);
      const isLast = found.length < AT_ONCE;
      for (const thing of found) {
        if (isEnough()) return { reached, isThrough: false, hasMadeWay };
        reached = this.placeOf(thing);
        const outcome = await attempt(thing);
        if (outcome !== 'needless' || isLast || !makesWay) continue;
        hasMadeWay = true;
        reached = this.placeOf(found.at(-1) ?? thing);
        break;
      }
      if (isLast) return { reached, isThrough: true, hasMadeWay };
    }
    return { reached, isThrough: false, hasMadeWay };
  }
}

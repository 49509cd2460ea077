const AT_ONCE = 100;
/**
 * How much one run does. What is left is done by the next, which comes in a moment: a run that goes on for longer than its
 * queue waits for it would get a second one beside it, and a third, all at the same place in the same line.
 */
export const MOST_IN_A_RUN = 2_000;

/** Where a thing stands among those that wait: by its time, and by its id among those of one instant. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

type Find<Thing> = (limit: number, after: Place | undefined) => Promise<readonly Thing[]>;

/**
 * Does to each thing that is found what has to be done, one after the other and in bounded bites. Each bite begins where
 * the last one ended, so that nothing is looked at twice: neither what could not be done, which keeps no other waiting,
 * nor what has been done. All failures are told together at the end. A run that was ended before the line did is gone on
 * with by the next: what stands in front may take all the time of a run, and in vain. What failed in front is told by
 * these as well, or every other run would seem to have gone well.
 *
 * `handle` answers false for what needs nothing, most often because another worker was there first. Two in the same bite
 * would wait for each other at every thing in it. So whoever meets somebody goes on behind the bite, and at the end goes
 * through the line a second time, for what was left there.
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
    let [after, done, isThrough] = [begin, 0, false];
    let [makesWay, hasMadeWay] = [true, false];
    const isEnough = (): boolean => done >= MOST_IN_A_RUN || isOver();

    const findsItDone = async (thing: Thing): Promise<boolean> => {
      const { id } = this.placeOf(thing);
      try {
        const isDoneNow = await this.handle(thing);
        problems.delete(id);
        if (isDoneNow) done += 1;
        return !isDoneNow;
      } catch (error) {
        problems.set(id, error);
        return false;
      }
    };

    while (!isThrough && !isEnough()) {
      const found = await find(AT_ONCE, after);
      const isFull = found.length === AT_ONCE;
      let isCut = false;
      for (const thing of found) {
        isCut = isEnough();
        if (isCut) break;
        after = this.placeOf(thing);
        if (!(await findsItDone(thing)) || !isFull || !makesWay) continue;
        hasMadeWay = true;
        after = this.placeOf(found.at(-1) ?? thing);
        break;
      }
      if (isFull || isCut) continue;
      if (makesWay && hasMadeWay) [makesWay, after] = [false, begin];
      else isThrough = true;
    }
    this.reached = isThrough ? undefined : after;
    if (problems.size > 0) throw new AggregateError(problems.values(), `${problems.size} could not be done.`);
    return done;
  }
}

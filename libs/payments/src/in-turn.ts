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

/** Sorts by place: negative when the first stands before the second. */
export const byPlace = (one: Place, other: Place): number =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id));

/**
 * Does to each thing that is found what has to be done, one after the other and in bounded bites. Each bite begins where
 * the last one ended, so that nothing is looked at twice: neither what could not be done, which keeps no other waiting,
 * nor what has been done. All failures are told together at the end.
 */
export async function inTurn<Thing>(
  find: (limit: number, after: Place | undefined) => Promise<readonly Thing[]>,
  placeOf: (thing: Thing) => Place,
  handle: (thing: Thing) => Promise<boolean>,
): Promise<number> {
  const problems: unknown[] = [];
  let done = 0;
  let after: Place | undefined;
  for (;;) {
    const found = await find(AT_ONCE, after);
    for (const thing of found) {
      try {
        if (await handle(thing)) done += 1;
      } catch (error) {
        problems.push(error);
      }
    }
    const last = found.at(-1);
    if (last === undefined || found.length < AT_ONCE || done >= MOST_IN_A_RUN) break;
    after = placeOf(last);
  }
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} could not be done.`);
  return done;
}

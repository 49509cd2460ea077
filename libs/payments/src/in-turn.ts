const AT_ONCE = 100;

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
    if (last === undefined || found.length < AT_ONCE) break;
    after = placeOf(last);
  }
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} could not be done.`);
  return done;
}

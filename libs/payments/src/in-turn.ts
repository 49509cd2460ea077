const AT_ONCE = 100;

/**
 * Does to each thing that is found what has to be done, one after the other and in bounded bites. A thing that fails
 * is left out of the next bite and keeps no other waiting; all failures are told together at the end.
 */
export async function inTurn<Thing>(
  find: (limit: number, skip: number) => Promise<readonly Thing[]>,
  handle: (thing: Thing) => Promise<boolean>,
): Promise<number> {
  const problems: unknown[] = [];
  let done = 0;
  for (;;) {
    const found = await find(AT_ONCE, problems.length);
    let left = 0;
    for (const thing of found) {
      try {
        if (await handle(thing)) done += 1;
        else left += 1;
      } catch (error) {
        problems.push(error);
      }
    }
    // What was found and needed nothing was done by somebody else meanwhile; a bite of nothing else is the last.
    if (found.length < AT_ONCE || left === found.length) break;
  }
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} could not be done.`);
  return done;
}

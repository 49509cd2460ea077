import type { Place } from '../in-turn.js';

/** The first things behind a place, in the order of theirs. */
export const inLine = <Thing>(
  things: readonly Thing[],
  placeOf: (thing: Thing) => Place,
  limit: number,
  after: Place | undefined,
): Thing[] =>
  things
    .filter((thing) => after === undefined || byPlace(placeOf(thing), after) > 0)
    .sort((one, other) => byPlace(placeOf(one), placeOf(other)))
    .slice(0, limit);

/** Sorts by place: negative when the first stands before the second. */
const byPlace = (one: Place, other: Place): number =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id));

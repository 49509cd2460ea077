interface Dated {
  /** Days since the epoch. */
  readonly day: number;
}

interface Pair<Left, Right> {
  left: Left;
  right: Right;
}

/**
 * Pairs lines whose days differ by `toleranceDays` at most: as many as possible, so that a bank that books every line a day
 * later causes no differences, and among those of the same day where that costs no pair. Takes the time of sorting.
 */
export function pairByDate<Left extends Dated, Right extends Dated>(
  left: readonly Left[],
  right: readonly Right[],
  toleranceDays: number,
): readonly Readonly<Pair<Left, Right>>[] {
  const lefts = [...left].sort(byDay);
  const rights = [...right].sort(byDay);
  const pairs: Pair<Left, Right>[] = [];
  const [freeLefts, freeRights]: [Left[], Right[]] = [[], []];
  let [atLeft, atRight] = [0, 0];
  for (;;) {
    const [nextLeft, nextRight] = [lefts[atLeft], rights[atRight]];
    if (nextLeft === undefined || nextRight === undefined) break;
    const distance = nextRight.day - nextLeft.day;
    if (Math.abs(distance) <= toleranceDays) pairs.push({ left: nextLeft, right: nextRight });
    else if (distance < 0) freeRights.push(nextRight);
    else freeLefts.push(nextLeft);
    if (distance <= toleranceDays) atRight += 1;
    if (distance >= -toleranceDays) atLeft += 1;
  }
  preferSameDay(pairs, freeRights.concat(rights.slice(atRight)), 'right', 'left');
  preferSameDay(pairs, freeLefts.concat(lefts.slice(atLeft)), 'left', 'right');
  return pairs;
}

const byDay = (one: Dated, other: Dated): number => one.day - other.day;

/** Each exchange makes one more pair of the same day, and none is undone: at most one exchange per pair. */
function preferSameDay<Side extends 'left' | 'right'>(
  pairs: Record<'left' | 'right', Dated>[],
  free: Dated[],
  side: Side,
  other: Exclude<'left' | 'right', Side>,
): void {
  const byOtherDay = new Map<number, Record<'left' | 'right', Dated>[]>();
  for (const pair of pairs) {
    const { day } = pair[other];
    if (pair[side].day === day) continue;
    const ofDay = byOtherDay.get(day);
    if (ofDay === undefined) byOtherDay.set(day, [pair]);
    else ofDay.push(pair);
  }
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    const pair = byOtherDay.get(next.day)?.pop();
    if (pair === undefined) continue;
    free.push(pair[side]);
    pair[side] = next;
  }
}

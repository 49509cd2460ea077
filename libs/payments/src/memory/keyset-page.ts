import type { KeysetPosition } from '../batch-runner.js';

export const keysetPage = <Item>(
  items: readonly Item[],
  positionOf: (item: Item) => KeysetPosition,
  limit: number,
  after: KeysetPosition | undefined,
): Item[] =>
  items
    .filter((item) => after === undefined || comparePositions(positionOf(item), after) > 0)
    .sort((one, other) => comparePositions(positionOf(one), positionOf(other)))
    .slice(0, limit);

const comparePositions = (one: KeysetPosition, other: KeysetPosition): number =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id));

import { type Id, uuidFromId } from '@florin/kernel';

/**
 * A whole column of values as one parameter, for `unnest`. Made by hand because the driver's own encoding of arrays
 * looks at every element anew and took most of the time of a large batch.
 */
export function column<Item>(
  items: readonly Item[],
  value: (item: Item) => string | number | boolean,
): string {
  let text = '{';
  for (const item of items) text += text.length === 1 ? `${value(item)}` : `,${value(item)}`;
  return `${text}}`;
}

export const idColumn = <Item>(items: readonly Item[], id: (item: Item) => Id | undefined): string =>
  column(items, (item) => {
    const found = id(item);
    return found === undefined ? 'NULL' : uuidFromId(found);
  });

/** Most times of a batch are the same instant, which needs to be spelled only once. */
export function timeColumn<Item>(items: readonly Item[], time: (item: Item) => Date | undefined): string {
  let lastTime = NaN;
  let lastText = '';
  return column(items, (item) => {
    const found = time(item);
    if (found === undefined) return 'NULL';
    if (found.getTime() !== lastTime) [lastTime, lastText] = [found.getTime(), found.toISOString()];
    return lastText;
  });
}

const SPECIAL = /["\\]/g;

export const textColumn = <Item>(items: readonly Item[], text: (item: Item) => string | undefined): string =>
  column(items, (item) => {
    const found = text(item);
    return found === undefined ? 'NULL' : `"${found.replace(SPECIAL, '\\$&')}"`;
  });

export const jsonColumn = <Item>(items: readonly Item[], json: (item: Item) => object): string =>
  textColumn(items, (item) => JSON.stringify(json(item)));

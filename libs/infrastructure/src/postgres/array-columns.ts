import { type Id, writeUuidOfId } from '@florin/kernel';

/*
 * A whole column of values as one parameter, for `unnest`. Made by hand because the driver's own encoding of arrays
 * looks at every element anew and took most of the time of a large batch. Ids, times and numbers go in PostgreSQL's
 * binary form, which neither side has to spell or to read.
 */

/** As PostgreSQL numbers them. */
const TYPES = { int8: 20, int4: 23, timestamptz: 1184, uuid: 2950 } as const;
/** Dimensions, whether there are nulls, the type, how many there are, and the number of the first. */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;

type Write<Value> = (bytes: Buffer, at: number, value: Value) => void;

function binaryColumn<Item, Value>(
  type: keyof typeof TYPES,
  width: number,
  items: readonly Item[],
  valueOf: (item: Item) => Value | undefined,
  write: Write<Value>,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + items.length * (LENGTH_BYTES + width));
  let at = HEAD_BYTES;
  let hasNulls = 0;
  for (const item of items) {
    const value = valueOf(item);
    if (value === undefined) {
      at = bytes.writeInt32BE(-1, at);
      hasNulls = 1;
    } else {
      at = bytes.writeInt32BE(width, at);
      write(bytes, at, value);
      at += width;
    }
  }
  for (const [index, word] of [1, hasNulls, TYPES[type], items.length, 1].entries())
    bytes.writeInt32BE(word, index * 4);
  return bytes.subarray(0, at);
}

const writeId: Write<Id> = (bytes, at, id) => {
  writeUuidOfId(id, bytes, at);
};

const WORD = 2 ** 32;

/** A product of whole numbers, in 64 bits. Made in two halves, because it may be larger than what a number holds exactly. */
function writeProduct(bytes: Buffer, at: number, value: number, times: number): void {
  const upper = Math.floor(value / WORD);
  const lower = (value - upper * WORD) * times;
  const carry = Math.floor(lower / WORD);
  bytes.writeInt32BE(upper * times + carry, at);
  bytes.writeUInt32BE(lower - carry * WORD, at + 4);
}

const writeInteger: Write<number> = (bytes, at, value) => {
  writeProduct(bytes, at, value, 1);
};

const writeSmallInteger: Write<number> = (bytes, at, value) => {
  bytes.writeInt32BE(value, at);
};

/** PostgreSQL counts microseconds from the beginning of 2000. */
const ITS_BEGINNING = Date.UTC(2000);
const writeTime: Write<Date> = (bytes, at, time) => {
  writeProduct(bytes, at, time.getTime() - ITS_BEGINNING, 1_000);
};

export const idColumn = <Item>(items: readonly Item[], id: (item: Item) => Id | undefined): Buffer =>
  binaryColumn('uuid', 16, items, id, writeId);

export const integerColumn = <Item>(items: readonly Item[], integer: (item: Item) => number): Buffer =>
  binaryColumn('int8', 8, items, integer, writeInteger);

export const smallIntegerColumn = <Item>(items: readonly Item[], integer: (item: Item) => number): Buffer =>
  binaryColumn('int4', 4, items, integer, writeSmallInteger);

export const timeColumn = <Item>(items: readonly Item[], time: (item: Item) => Date | undefined): Buffer =>
  binaryColumn('timestamptz', 8, items, time, writeTime);

/** Of words that need no quotes: codes, names of states, yes and no. */
export function wordColumn<Item>(items: readonly Item[], word: (item: Item) => string | boolean): string {
  let text = '{';
  for (const item of items) text += text.length === 1 ? `${word(item)}` : `,${word(item)}`;
  return `${text}}`;
}

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

export const textColumn = <Item>(items: readonly Item[], text: (item: Item) => string | undefined): string =>
  wordColumn(items, (item) => {
    const found = text(item);
    if (found === undefined) return 'NULL';
    return `"${SPECIAL.test(found) ? found.replace(EACH_SPECIAL, '\\$&') : found}"`;
  });

/** Of what can be in a JSON text only quotes and backslashes need care, and JSON strings spell them as arrays do. */
export const jsonColumn = <Item>(items: readonly Item[], json: (item: Item) => object): string =>
  wordColumn(items, (item) => JSON.stringify(JSON.stringify(json(item))));

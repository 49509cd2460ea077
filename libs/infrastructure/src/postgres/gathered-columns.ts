import { parseJsonText } from '../system/json-text.js';

/**
 * The values of one column of several rows, fetched as one text. The driver reads every single value by itself, and for
 * a page of rows that took longer than all the rest of it.
 */
interface Gathered<Value> {
  /** The aggregate that gathers a column, in the order of the rows. */
  readonly gather: (name: string) => string;
  readonly read: (text: string) => readonly Value[];
}

/** How each column of a row is gathered. */
export type GatheredColumns<Row> = { readonly [Name in keyof Row]: Gathered<Row[Name]> };

/** The text of an array, none of whose elements needs quotes. */
const elementsOf = (text: string): string[] => text.slice(1, -1).split(',');

const asArray = (expression: string): string => `array_agg(${expression})::text`;
const asJson = (name: string): string => `json_agg(${name})::text`;

/** Ids, numbers, and words of closed sets. */
export const words: Gathered<string> = { gather: asArray, read: elementsOf };

export const wordsOrNull: Gathered<string | null> = {
  gather: asArray,
  read: (text) => elementsOf(text).map((element) => (element === 'NULL' ? null : element)),
};

/** To the millisecond, as seconds: to spell a date takes the server longer, and to read one takes us longer. */
const seconds = (name: string): string => asArray(`date_part('epoch', ${name})`);
const instantOf = (text: string): Date => new Date(Math.round(Number(text) * 1_000));

export const instants: Gathered<Date> = {
  gather: seconds,
  read: (text) => elementsOf(text).map(instantOf),
};

export const instantsOrNull: Gathered<Date | null> = {
  gather: seconds,
  read: (text) => elementsOf(text).map((element) => (element === 'NULL' ? null : instantOf(element))),
};

/** Whatever a caller has written. */
export const texts: Gathered<string | null> = {
  gather: asJson,
  read: (text) => JSON.parse(text) as (string | null)[],
};

export const jsonOf = <Value>(): Gathered<Value> => ({
  gather: asJson,
  read: (text) => parseJsonText(text) as Value[],
});

export const gatheredIn = <Row>(columns: GatheredColumns<Row>): string =>
  entriesOf(columns)
    .map(([name, { gather }]) => `${gather(name)} AS ${name}`)
    .join(', ');

/** The rows whose columns were gathered. Of no rows the server answers null in place of texts. */
export function rowsOf<Row>(
  columns: GatheredColumns<Row>,
  gathered: Readonly<Record<string, string | null>>,
): Row[] {
  const rows: Record<string, unknown>[] = [];
  for (const [name, { read }] of entriesOf(columns)) {
    const text = gathered[name];
    if (typeof text !== 'string') return [];
    for (const [index, value] of read(text).entries()) (rows[index] ??= {})[name] = value;
  }
  return rows as Row[];
}

const entriesOf = (columns: object) => Object.entries(columns as Readonly<Record<string, Gathered<unknown>>>);

import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import {
  gatheredIn,
  type GatheredColumns,
  instants,
  instantsOrNull,
  jsonOf,
  rowsOf,
  texts,
  words,
  wordsOrNull,
} from './gathered-columns.js';

interface Row {
  id: string;
  other: string | null;
  note: string | null;
  at: Date;
  ended: Date | null;
  data: Record<string, unknown>;
}

const COLUMNS: GatheredColumns<Row> = {
  id: words,
  other: wordsOrNull,
  note: texts,
  at: instants,
  ended: instantsOrNull,
  data: jsonOf(),
};

let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase({ poolSize: 1 }));
});
async function gathered(rows: readonly Row[]): Promise<Row[]> {
  const [answer] = await dataSource.query<Record<string, string | null>[]>(
    `SELECT ${gatheredIn(COLUMNS)} FROM (
       SELECT row.* FROM json_array_elements($1) WITH ORDINALITY AS sent (json, number),
         json_to_record(json) AS row (id uuid, other uuid, note text, at timestamptz, ended timestamptz, data json)
       ORDER BY number) AS rows`,
    [JSON.stringify(rows)],
  );
  return rowsOf(COLUMNS, answer ?? {});
}

const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const storable = fc
  .string({ unit: fc.oneof(fc.constantFrom('"', '\\', ',', '{', '}', ' ', '\n'), fc.string()) })
  .map((text) => text.replaceAll('\0', '').toWellFormed());
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.uuid(),
  other: fc.option(fc.uuid()),
  note: fc.option(fc.oneof(storable, fc.constantFrom('NULL', 'null', ''))),
  at: instant,
  ended: fc.option(instant),
  data: fc.dictionary(storable, fc.oneof(storable, fc.integer(), fc.constant(null))),
});

describe('gathered columns', () => {
  it('come back as the rows that they are of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
        const back = await gathered(rows);
        expect(back).toEqual(rows);
        expect(JSON.stringify(back)).toBe(JSON.stringify(rows));
      }),
      { numRuns: 60 },
    );
  });

  it('of no rows are no rows', async () => {
    expect(await gathered([])).toEqual([]);
  });
});

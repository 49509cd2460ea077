import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Id, idFromUuid, uuidFromId } from '@florin/kernel';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import {
  idColumn,
  integerColumn,
  jsonColumn,
  smallIntegerColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from './array-columns.js';

let dataSource: DataSource;

beforeAll(async () => {
  ({ dataSource } = await openDatabase({ poolSize: 1 }));
});
async function arrived(type: string, column: Buffer | string): Promise<unknown[]> {
  const rows = await dataSource.query<{ value: unknown }[]>(
    `SELECT value FROM unnest($1::${type}[]) WITH ORDINALITY AS sent (value, number) ORDER BY number`,
    [column],
  );
  return rows.map(({ value }) => value);
}

const same = <Value>(value: Value): Value => value;
const orNothing = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const nullFor = (value: unknown): unknown => value ?? null;

async function everyArray<Value>(
  values: fc.Arbitrary<Value>,
  check: (sent: readonly Value[]) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(fc.array(values, { maxLength: 20 }), check), { numRuns: 60 });
}

describe('a column of values arrives as it was sent', () => {
  it('when they are ids', () =>
    everyArray(orNothing(fc.uuid().map((uuid): Id => idFromUuid('txn', uuid))), async (ids) => {
      const expected = ids.map((id) => (id === undefined ? null : uuidFromId(id)));
      expect(await arrived('uuid', idColumn(ids, same))).toEqual(expected);
    }));

  it('when they are whole numbers', () =>
    everyArray(fc.maxSafeInteger(), async (numbers) => {
      expect(await arrived('bigint', integerColumn(numbers, same))).toEqual(numbers.map(String));
    }));

  it('when they are small whole numbers', () =>
    everyArray(fc.integer(), async (numbers) => {
      expect(await arrived('int', smallIntegerColumn(numbers, same))).toEqual(numbers);
    }));

  it('when they are instants, also long ago', () => {
    const instants = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
    return everyArray(orNothing(instants), async (sent) => {
      expect(await arrived('timestamptz', timeColumn(sent, same))).toEqual(sent.map(nullFor));
    });
  });

  it('when they are texts, of whatever characters a text may have', () => {
    const texts = fc.string({
      unit: fc.oneof(fc.constantFrom('"', '\\', ',', '{', '}', ' ', '\n'), fc.string()),
    });
    const storable = texts.map((text) => text.replaceAll('\0', '').toWellFormed());
    return everyArray(orNothing(storable), async (sent) => {
      expect(await arrived('text', textColumn(sent, same))).toEqual(sent.map(nullFor));
    });
  });

  it('when they are JSON, with odd keys and values', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'binary' }));
    return everyArray(objects, async (sent) => {
      const texts = await arrived('json', jsonColumn(sent, same)).then((all) =>
        all.map((one) => JSON.stringify(one)),
      );
      expect(texts).toEqual(sent.map((one) => JSON.stringify(one)));
    });
  });

  it('when they are words, or yes and no', async () => {
    expect(await arrived('text', wordColumn(['USD', 'pending'], same))).toEqual(['USD', 'pending']);
    expect(await arrived('boolean', wordColumn([true, false], same))).toEqual([true, false]);
    expect(await arrived('text', wordColumn([], same))).toEqual([]);
  });
});

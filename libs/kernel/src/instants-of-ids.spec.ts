import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstIdAt, instantOfId } from './ids.js';
import { SequentialIds } from './testing/sequential-ids.js';

const instants = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('the instant of an id', () => {
  it('is the instant of generation', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(instantOfId(new SequentialIds(instant).next('txn'))).toEqual(instant);
      }),
    );
  });

  it('places the id between the first id of its instant and that of the next', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const id = new SequentialIds(instant).next('txn');
        expect(firstIdAt('txn', instant) <= id).toBe(true);
        expect(firstIdAt('txn', new Date(instant.getTime() + 1)) > id).toBe(true);
      }),
    );
  });

  it('is clamped to the range of a UUIDv7', () => {
    expect(instantOfId(firstIdAt('txn', new Date('0001-01-01T00:00:00Z')))).toEqual(new Date(0));
    expect(instantOfId(firstIdAt('txn', new Date(8.64e15))).getTime()).toBe(2 ** 48 - 1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { UsageError } from './errors.js';
import { Values } from './values.js';

const firstOf = (from: string) => new Values({ from }).instant('from', 'start');
const lastOf = (to: string) => new Values({ to }).instant('to', 'end');

describe('a moment on the command line', () => {
  it('is a whole day in UTC when it is a date', () => {
    expect(firstOf('2024-02-29')).toEqual(new Date('2024-02-29T00:00:00Z'));
    expect(lastOf('2024-02-29')).toEqual(new Date('2024-02-29T23:59:59.999Z'));
  });

  it('is itself when it is an instant, in whatever zone', () => {
    for (const read of [firstOf, lastOf])
      expect(read('2026-03-31T09:30:00.5+02:00')).toEqual(new Date('2026-03-31T07:30:00.500Z'));
  });

  it('may be as exact as a database writes it, which is more than is kept', () => {
    expect(firstOf('2026-03-31T09:30:00.123456Z')).toEqual(new Date('2026-03-31T09:30:00.124Z'));
    expect(lastOf('2026-03-31T09:30:00.123456Z')).toEqual(new Date('2026-03-31T09:30:00.123Z'));
  });

  it('is left open when it is not there', () => {
    expect(new Values({}).instant('from', 'start')).toBeUndefined();
  });

  it.each(['2026-02-30', '2026-1-1', 'yesterday', '2026-01-01T00:00:00', '2026-01-01T00:00:00+25:00'])(
    'is refused by the name of its option when it does not exist or has no zone: %s',
    (text) => {
      expect(() => firstOf(text)).toThrow(UsageError);
      expect(() => firstOf(text)).toThrow('--from must be a date');
    },
  );
});

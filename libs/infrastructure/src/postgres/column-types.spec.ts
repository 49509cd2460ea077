import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainInstant } from './column-types.js';

describe('an instant as PostgreSQL spells it in UTC', () => {
  it('is read to the millisecond, with and without a fraction', () => {
    const anyInstant = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const text = instant.toISOString().replace('T', ' ').replace('Z', '+00');
        expect(plainInstant(text)).toEqual(instant);
        const whole = new Date(Math.floor(instant.getTime() / 1000) * 1000);
        expect(plainInstant(text.replace(/\.\d+/, ''))).toEqual(whole);
      }),
    );
  });

  it.each([
    '2026-01-31 09:30:00.12+00',
    '2026-01-31 09:30:00.123456+00',
    '2026-01-31 09:30:00.123+01',
    '2026-01-31 09:30:00-0330',
    '0050-01-31 09:30:00.123+00',
    '2026-01-31 09:30:00.123+00 BC',
    '12026-01-31 09:30:00.12+00',
    '12026-01-31 09:30:00.1+00',
    'infinity',
    '',
  ])('is left to the full reader when it is spelled otherwise: "%s"', (text) => {
    expect(plainInstant(text)).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import { filterQuery } from './filter-query.js';

const BERLIN = { timeZone: 'Europe/Berlin', currency: 'EUR' };

describe('the query of filters', () => {
  it.each([
    // Clocks change in the night to 29 March and to 25 October: those days have 23 and 25 hours.
    ['date_from', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['date_to', '2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['date_to', '2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['created_after', '2026-03-29', 'Europe/Berlin', '2026-03-28T22:59:59.999Z'],
    ['created_before', '2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['date_from', '2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['date_to', '2026-03-08', 'America/New_York', '2026-03-09T03:59:59.999Z'],
    ['date_from', '2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
    // Clocks go from 00:00 to 01:00: the day has no midnight.
    ['date_from', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['date_to', '2026-01-31', 'UTC', '2026-01-31T23:59:59.999Z'],
  ])('has %s=%s in %s as %s', (name, day, timeZone, instant) => {
    expect(filterQuery({ [name]: day }, { timeZone, currency: 'EUR' })).toEqual({ [name]: instant });
  });

  it('includes both ends of a day, whichever bounds the API has', () => {
    const day = { created_after: '2026-10-25', created_before: '2026-10-25' };
    const { created_after, created_before } = filterQuery(day, BERLIN);
    const { date_from, date_to } = filterQuery({ date_from: '2026-10-25', date_to: '2026-10-25' }, BERLIN);
    expect(Date.parse(String(date_from)) - Date.parse(String(created_after))).toBe(1);
    expect(Date.parse(String(created_before)) - Date.parse(String(date_to))).toBe(1);
  });

  it.each([
    ['12.5', 'EUR', 1250],
    ['7500', 'JPY', 7500],
    ['1.234', 'BHD', 1234],
  ])('has the amount %s %s in minor units', (text, currency, amount) => {
    expect(filterQuery({ amount_min: text, amount_max: text }, { ...BERLIN, currency })).toEqual({
      amount_min: amount,
      amount_max: amount,
    });
  });

  it('passes on what is no day and no amount, for the API to refuse', () => {
    const search = {
      date_from: '2026-02-30',
      created_after: 'today',
      amount_min: '1,5',
      amount_max: '1.999',
    };
    expect(filterQuery(search, BERLIN)).toEqual(search);
  });

  it('keeps other filters and the cursor, and leaves out the account in scope', () => {
    expect(filterQuery({ account: 'acct_1', status: 'pending', starting_after: 'txn_1' }, BERLIN)).toEqual({
      status: 'pending',
      starting_after: 'txn_1',
    });
  });
});

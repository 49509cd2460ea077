import { describe, expect, it } from '@jest/globals';
import { monthIn, periodOf, presetOf, recentMonths } from './period.js';

describe('the period of a statement', () => {
  it.each([
    [{}, { from: '2026-02-01', to: '2026-02-28' }, '2026-02'],
    [{ period: '2024-02' }, { from: '2024-02-01', to: '2024-02-29' }, '2024-02'],
    [{ period: '2025-12' }, { from: '2025-12-01', to: '2025-12-31' }, '2025-12'],
    [{ period: 'all' }, {}, 'all'],
    [{ period: '2026-13' }, { from: '2026-02-01', to: '2026-02-28' }, '2026-02'],
    [{ from: '2026-01-05' }, { from: '2026-01-05', to: undefined }, 'custom'],
    [{ period: 'all', to: '2026-01-05' }, { from: undefined, to: '2026-01-05' }, 'custom'],
  ])('of %j is %j', (search, period, preset) => {
    expect(periodOf(search, '2026-02')).toEqual(period);
    expect(presetOf(search, '2026-02')).toBe(preset);
  });

  it('starts with the month in the time zone of the account', () => {
    const now = new Date('2026-01-31T23:30:00Z');
    expect(monthIn('Europe/Vienna', now)).toBe('2026-02');
    expect(monthIn('America/New_York', now)).toBe('2026-01');
  });

  it('can be one of the last months, also of the year before', () => {
    const months = recentMonths('2026-01');
    expect(months).toHaveLength(13);
    expect(months.slice(0, 2)).toEqual(['2026-01', '2025-12']);
  });
});

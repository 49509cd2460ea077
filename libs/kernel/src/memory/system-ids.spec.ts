import { describe, expect, it } from '@jest/globals';
import { parseId, uuidFromId } from '../ids.js';
import { SystemClock } from './system-clock.js';
import { SystemIds } from './system-ids.js';

describe('generated ids', () => {
  it('are well-formed, unique, and sort in the order of creation', () => {
    const ids = new SystemIds();
    const created = Array.from({ length: 10_000 }, () => ids.next('txn'));
    expect(new Set(created).size).toBe(created.length);
    expect([...created].sort()).toEqual(created);
    for (const id of created.slice(0, 100)) expect(parseId('txn', id)).toBe(id);
  });

  it('contain the time of creation', () => {
    const before = new SystemClock().now().getTime();
    const milliseconds = Number.parseInt(
      uuidFromId(new SystemIds().next('user')).replaceAll('-', '').slice(0, 12),
      16,
    );
    expect(milliseconds).toBeGreaterThanOrEqual(before);
    expect(milliseconds).toBeLessThanOrEqual(new SystemClock().now().getTime());
  });
});

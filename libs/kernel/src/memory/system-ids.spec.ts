import { describe, expect, it } from '@jest/globals';
import { parseId, uuidFromId } from '../ids.js';
import { SystemClock } from './system-clock.js';
import { SystemIds } from './system-ids.js';

describe('ids of this machine', () => {
  it('are well formed, all different, and sort in the order in which they were drawn', () => {
    const ids = new SystemIds();
    const drawn = Array.from({ length: 10_000 }, () => ids.next('txn'));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect([...drawn].sort()).toEqual(drawn);
    for (const id of drawn.slice(0, 100)) expect(parseId('txn', id)).toBe(id);
  });

  it('carry the time at which they were drawn', () => {
    const before = new SystemClock().now().getTime();
    const milliseconds = Number.parseInt(
      uuidFromId(new SystemIds().next('user')).replaceAll('-', '').slice(0, 12),
      16,
    );
    expect(milliseconds).toBeGreaterThanOrEqual(before);
    expect(milliseconds).toBeLessThanOrEqual(new SystemClock().now().getTime());
  });
});

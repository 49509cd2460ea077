import { describe, expect, it } from '@jest/globals';
import { RecentlyUsed } from './recently-used.js';

describe('what was used lately', () => {
  it('is known by its name, as it was last', () => {
    const known = new RecentlyUsed<string>(4);
    known.set('a', 'first');
    known.set('a', 'second');
    expect(known.get('a')).toBe('second');
    expect(known.get('b')).toBeUndefined();
  });

  it('stays while it is used, and what is not makes room', () => {
    const known = new RecentlyUsed<string>(4);
    for (const name of ['a', 'b', 'c']) known.set(name, name);
    expect(known.get('a')).toBe('a');
    known.set('d', 'd');
    expect(['a', 'b', 'd'].map((name) => known.get(name))).toEqual(['a', undefined, 'd']);
  });

  it('is forgotten where somebody says so', () => {
    const known = new RecentlyUsed<string>(4);
    for (const name of ['a', 'b', 'c']) known.set(name, name);
    for (const name of ['a', 'c']) known.delete(name);
    for (const name of ['d', 'e']) known.set(name, name);
    expect(['a', 'b', 'c', 'd', 'e'].filter((name) => known.get(name) !== undefined)).toEqual([
      'b',
      'd',
      'e',
    ]);
  });

  it('takes no more room than there is, however big each is', () => {
    const known = new RecentlyUsed<string>(20, ({ length }) => length);
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    for (const name of names) known.set(name, 'four');
    const kept = names.filter((name) => known.get(name) !== undefined);
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(kept.length * 4).toBeLessThanOrEqual(20);
    expect(kept.at(-1)).toBe('29');
  });

  it('takes the room of one for one that is told again and again', () => {
    const known = new RecentlyUsed<string>(20, ({ length }) => length);
    known.set('other', 'four');
    for (let round = 0; round < 20; round += 1) known.set('same', 'four');
    expect(known.get('other')).toBe('four');
    known.set('big', '123456789');
    expect(known.get('other')).toBe('four');
  });
});

import { describe, expect, it } from '@jest/globals';
import { EventIds } from './event-ids.js';
import { type AccountId, type EventId, idFromUuid, type Prefix } from './ids.js';
import { CountedIds } from './testing/testing.js';

const NEWEST = idFromUuid('evt', 'ffffffff-ff00-7fff-bfff-ffffffffff00');
const [one, other] = [
  idFromUuid('acct', '00000000-0000-7000-8000-000000000001'),
  idFromUuid('acct', '00000000-0000-7000-8000-000000000002'),
];

describe('the ids of events', () => {
  it('are drawn as all ids are where the account has none that is newer', () => {
    const drawn = new CountedIds();
    const ids = new EventIds(new CountedIds(), new Map<AccountId, EventId>([[one, drawn.next('evt')]]));
    const first = ids.next(other);
    expect([first, ids.next(one)]).toEqual([new CountedIds().next('evt'), drawn.next('evt')]);
  });

  it('follow on the newest of their account, in order', () => {
    const ids = new EventIds(new CountedIds(), new Map([[one, NEWEST]]));
    const next = [ids.next(one), ids.next(one), ids.next(one)];
    expect(next).toEqual([...next].sort());
    expect(next.every((id) => id > NEWEST)).toBe(true);
    expect(new Set(next).size).toBe(3);
    expect(ids.next(other) < NEWEST).toBe(true);
  });

  it('are not those that another draws above the same one', () => {
    const behind = (drawn: string) => {
      const ids = new CountedIds();
      ids.next = <P extends Prefix>(prefix: P) => idFromUuid(prefix, drawn);
      return new EventIds(ids, new Map([[one, NEWEST]])).next(one);
    };
    const drawn = ['00000000-0000-7000-8000-0000deadbeef', '00000000-0000-7000-8000-0000deadbeee'];
    expect(new Set(drawn.map(behind)).size).toBe(2);
  });
});

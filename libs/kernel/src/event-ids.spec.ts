import { describe, expect, it } from '@jest/globals';
import { EventIds } from './event-ids.js';
import { type AccountId, type EventId, idAfter, idFromUuid } from './ids.js';
import { CountedIds } from './testing/testing.js';

const NEWEST = idFromUuid('evt', 'ffffffff-ffff-7fff-bfff-ffffffffff00');
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
    expect(next[0]).toBe(idAfter(NEWEST));
    expect(new Set(next).size).toBe(3);
    expect(ids.next(other) < NEWEST).toBe(true);
  });
});

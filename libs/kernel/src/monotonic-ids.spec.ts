import { describe, expect, it } from '@jest/globals';
import { MonotonicIds } from './monotonic-ids.js';
import { type AccountId, type EventId, idFromUuid, type Prefix, sortsAbove, uuidFromId } from './ids.js';
import { SequentialIds } from './testing/testing.js';

const NEWEST = idFromUuid('evt', 'ffffffff-ff00-7fff-bfff-ffffffffff00');
const [one, other] = [
  idFromUuid('acct', '00000000-0000-7000-8000-000000000001'),
  idFromUuid('acct', '00000000-0000-7000-8000-000000000002'),
];

/** A source that draws these, one after the other, and the last of them again and again. */
function drawing(...uuids: [string, ...string[]]): SequentialIds {
  const ids = new SequentialIds();
  let last = uuids[0];
  ids.next = <P extends Prefix>(prefix: P) => idFromUuid(prefix, (last = uuids.shift() ?? last));
  return ids;
}

/** A UUIDv7 of that millisecond. */
const at = (milliseconds: number): string =>
  `${milliseconds.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-0000deadbeef`;

describe('the ids of events', () => {
  it('are drawn as all ids are where the account has none that is newer', () => {
    const drawn = new SequentialIds();
    const ids = new MonotonicIds(
      new SequentialIds(),
      new Map<AccountId, EventId>([[one, drawn.next('evt')]]),
    );
    const first = ids.next('evt', other);
    expect([first, ids.next('evt', one)]).toEqual([new SequentialIds().next('evt'), drawn.next('evt')]);
  });

  it('follow on the newest of their account, in order', () => {
    const ids = new MonotonicIds(new SequentialIds(), new Map([[one, NEWEST]]));
    const next = [ids.next('evt', one), ids.next('evt', one), ids.next('evt', one)];
    expect(next).toEqual([...next].sort());
    expect(next.every((id) => id > NEWEST)).toBe(true);
    expect(new Set(next).size).toBe(3);
    expect(ids.next('evt', other) < NEWEST).toBe(true);
  });

  it('follow on each other, however little the next one is lifted', () => {
    // Zeros at the end lift by the least there is; a newest one of these days begins with a zero, too.
    const today = idFromUuid('evt', '0192abcd-ef01-7abc-bdef-abcdef012345');
    const source = drawing(
      '00000000-0000-7000-8000-0000deadbeef',
      '00000000-0000-7000-8000-000000000001',
      '00000000-0000-7000-8000-000000000000',
    );
    const ids = new MonotonicIds(source, new Map([[one, today]])).forAccount(one);
    expect([ids.next('evt'), ids.next('evt'), ids.next('evt')].map(uuidFromId)).toEqual([
      '0192abcd-ef01-7abc-bdef-abcecdaee235',
      '0192abcd-ef01-7abc-bdef-abcecdaee237',
      '0192abcd-ef01-7abc-bdef-abcecdaee238',
    ]);
  });

  it('are not those that another draws above the same one', () => {
    const behind = (drawn: string) =>
      new MonotonicIds(drawing(drawn), new Map([[one, NEWEST]])).next('evt', one);
    const drawn = ['00000000-0000-7000-8000-0000deadbeef', '00000000-0000-7000-8000-0000deadbeee'];
    expect(new Set(drawn.map(behind)).size).toBe(2);
  });

  it('follow on the thing that they tell of, though its clock was ahead, and on the one before', () => {
    const ids = new MonotonicIds(drawing(at(1)), new Map());
    const subject = idFromUuid('pay', at(5));
    const told = ids.nextEvent(one, subject);
    const next = ids.nextEvent(one, idFromUuid('acct', at(1)));
    expect([told, sortsAbove(told, subject)]).toEqual([expect.stringMatching(/^evt_/), true]);
    expect(sortsAbove(next, told)).toBe(true);
  });

  it('follow on the newest of their account where the thing that they tell of is older', () => {
    const newest = idFromUuid('evt', at(9));
    const ids = new MonotonicIds(drawing(at(1)), new Map([[one, newest]]));
    expect(sortsAbove(ids.nextEvent(one, idFromUuid('pay', at(5))), newest)).toBe(true);
  });
});

describe('the ids of things', () => {
  const newest = idFromUuid('evt', at(60_000));
  const idsAt = (milliseconds: number) =>
    new MonotonicIds(drawing(at(milliseconds)), new Map([[one, newest]]));

  it('follow on the newest event of their account, and are followed by what is drawn next', () => {
    const ids = idsAt(50_000).forAccount(one);
    const [thing, event] = [ids.next('txn'), ids.next('evt')];
    expect(thing).toMatch(/^txn_/);
    expect([sortsAbove(thing, newest), sortsAbove(event, thing)]).toEqual([true, true]);
  });

  it('are drawn as they are for another account', () => {
    expect(idsAt(50_000).forAccount(other).next('txn')).toBe(idFromUuid('txn', at(50_000)));
  });

  it('do not follow a clock that was far ahead, for they say when the thing was made', () => {
    const ids = idsAt(49_999).forAccount(one);
    expect(ids.next('pay')).toBe(idFromUuid('pay', at(49_999)));
    expect(sortsAbove(ids.next('evt'), newest)).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import { MonotonicIds } from './monotonic-ids.js';
import {
  type AccountId,
  type EventId,
  idFromUuid,
  instantOfId,
  type Prefix,
  sortsAbove,
  uuidFromId,
} from './ids.js';
import { SequentialIds } from './testing/testing.js';

const NEWEST = idFromUuid('evt', 'ffffffff-ff00-7fff-bfff-ffffffffff00');
const [one, other] = [
  idFromUuid('acct', '00000000-0000-7000-8000-000000000001'),
  idFromUuid('acct', '00000000-0000-7000-8000-000000000002'),
];

/** Returns these UUIDs in order, and then the last one repeatedly. */
function idsFrom(...uuids: [string, ...string[]]): SequentialIds {
  const ids = new SequentialIds();
  let last = uuids[0];
  ids.next = <P extends Prefix>(prefix: P) => idFromUuid(prefix, (last = uuids.shift() ?? last));
  return ids;
}

/** A UUIDv7 of that millisecond. */
const at = (milliseconds: number): string =>
  `${milliseconds.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-0000deadbeef`;

const instant = (milliseconds: number): Date => new Date(milliseconds);

describe('event ids', () => {
  it('are generated as usual when the account has no newer event', () => {
    const generated = new SequentialIds();
    const ids = new MonotonicIds(
      new SequentialIds(),
      new Map<AccountId, EventId>([[one, generated.next('evt')]]),
    );
    const first = ids.next('evt', other);
    expect([first, ids.next('evt', one)]).toEqual([new SequentialIds().next('evt'), generated.next('evt')]);
  });

  it('sort above the newest event of their account, in order', () => {
    const ids = new MonotonicIds(new SequentialIds(), new Map([[one, NEWEST]]));
    const next = [ids.next('evt', one), ids.next('evt', one), ids.next('evt', one)];
    expect(next).toEqual([...next].sort());
    expect(next.every((id) => id > NEWEST)).toBe(true);
    expect(new Set(next).size).toBe(3);
    expect(ids.next('evt', other) < NEWEST).toBe(true);
  });

  it('sort above each other, even with the smallest increment', () => {
    // Low bits of zero give the smallest increment. Current timestamps begin with a zero.
    const today = idFromUuid('evt', '0192abcd-ef01-7abc-bdef-abcdef012345');
    const source = idsFrom(
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

  it('differ between two processes that start from the same newest event', () => {
    const nextAbove = (generated: string) =>
      new MonotonicIds(idsFrom(generated), new Map([[one, NEWEST]])).next('evt', one);
    const generated = ['00000000-0000-7000-8000-0000deadbeef', '00000000-0000-7000-8000-0000deadbeee'];
    expect(new Set(generated.map(nextAbove)).size).toBe(2);
  });

  it('sort above their subject, whose clock was ahead, and above the event before', () => {
    const ids = new MonotonicIds(idsFrom(at(1)), new Map());
    const subject = idFromUuid('pay', at(5));
    const first = ids.nextEvent(one, subject, instant(1));
    const next = ids.nextEvent(one, idFromUuid('acct', at(1)), instant(1));
    expect([first, sortsAbove(first, subject)]).toEqual([expect.stringMatching(/^evt_/), true]);
    expect(sortsAbove(next, first)).toBe(true);
  });

  it('sort above the newest event of their account when their subject is older', () => {
    const newest = idFromUuid('evt', at(9));
    const ids = new MonotonicIds(idsFrom(at(1)), new Map([[one, newest]]));
    expect(sortsAbove(ids.nextEvent(one, idFromUuid('pay', at(5)), instant(1)), newest)).toBe(true);
  });

  it('are not earlier than the event, also when the clock of the ids is behind', () => {
    const newest = idFromUuid('evt', at(3));
    const ids = new MonotonicIds(idsFrom(at(1)), new Map([[one, newest]]));
    const subject = idFromUuid('txn', at(2));
    const first = ids.nextEvent(one, subject, instant(9));
    const second = ids.nextEvent(one, subject, instant(7));
    expect([instantOfId(first), instantOfId(second)]).toEqual([instant(9), instant(9)]);
    expect(sortsAbove(second, first)).toBe(true);
  });
});

describe('ids of other objects', () => {
  const newest = idFromUuid('evt', at(60_000));
  const idsAt = (milliseconds: number) =>
    new MonotonicIds(idsFrom(at(milliseconds)), new Map([[one, newest]]));

  it('sort above the newest event of their account and below the next id', () => {
    const ids = idsAt(50_000).forAccount(one);
    const [transaction, event] = [ids.next('txn'), ids.next('evt')];
    expect(transaction).toMatch(/^txn_/);
    expect([sortsAbove(transaction, newest), sortsAbove(event, transaction)]).toEqual([true, true]);
  });

  it('are generated as usual for another account', () => {
    expect(idsAt(50_000).forAccount(other).next('txn')).toBe(idFromUuid('txn', at(50_000)));
  });

  it('ignore a clock that was far ahead, because they are also the creation time', () => {
    const ids = idsAt(49_999).forAccount(one);
    expect(ids.next('pay')).toBe(idFromUuid('pay', at(49_999)));
    expect(sortsAbove(ids.next('evt'), newest)).toBe(true);
  });
});

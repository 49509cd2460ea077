import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { EventEnvelope } from '@florin/kernel';
import { eventContent } from '@florin/ledger';
import { anAccountId, aTransactionId, NOON, TestIds } from '@florin/ledger/testing';
import { CHAIN_START, chainEvents, hashEvent } from './event-chain.js';

const ids = new TestIds();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const anEvent = (changes: Partial<EventEnvelope> = {}): EventEnvelope => ({
  id: ids.next('evt'),
  type: 'transaction.created',
  accountId: anAccountId(),
  subjectId: aTransactionId(),
  data: { amount: 500 },
  occurredAt: NOON,
  actor: 'system',
  ...changes,
});

describe('hashEvent', () => {
  it('hashes the previous hash and the event as canonical JSON', () => {
    const event = anEvent({ data: { b: 1, a: 'ä' }, balance: { available: 3, held: 2, incoming: 1 } });
    const { id, accountId, subjectId } = event;
    const json =
      `{"account_id":"${accountId}","actor":"system","balance":{"available":3,"held":2,"incoming":1},` +
      `"created_at":"${NOON.toISOString()}","data":{"a":"ä","b":1},"id":"${id}","subject_id":"${subjectId}",` +
      `"type":"transaction.created"}`;
    expect(hashEvent(CHAIN_START, eventContent(event))).toBe(sha256(CHAIN_START + json));
  });

  it('writes numbers, strings and property order as in the example of RFC 8785', () => {
    const example = JSON.parse(
      String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
    ) as Record<string, unknown>;
    const canonical = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    const content = eventContent(anEvent({ data: example }));
    const rest = JSON.stringify({ ...content, data: 0 }, Object.keys(content).sort());
    expect(hashEvent('', content)).toBe(sha256(rest.replace('"data":0', () => `"data":${canonical}`)));
  });

  it('differs if any field differs', () => {
    const event = anEvent();
    const changes: Partial<EventEnvelope>[] = [
      {},
      { id: ids.next('evt') },
      { type: 'transaction.canceled' },
      { accountId: anAccountId() },
      { subjectId: aTransactionId() },
      { data: { amount: 501 } },
      { occurredAt: new Date(NOON.getTime() + 1) },
      { actor: undefined },
      { balance: { available: 0, held: 0, incoming: 0 } },
    ];
    const hashes = changes.map((change) => hashEvent(CHAIN_START, eventContent({ ...event, ...change })));
    expect(new Set([...hashes, hashEvent('1'.repeat(64), eventContent(event))]).size).toBe(
      changes.length + 1,
    );
  });
});

describe('chainEvents', () => {
  const [chainedAccount, other, unchained] = [anAccountId(), anAccountId(), anAccountId()];
  const events = [chainedAccount, other, chainedAccount, unchained].map((accountId) =>
    anEvent({ accountId }),
  );
  const start = 'ab'.repeat(32);
  const { chained, heads } = chainEvents(
    events,
    new Map([
      [chainedAccount, start],
      [other, CHAIN_START],
    ]),
  );
  const hashAt = (index: number, previous: string) => hashEvent(previous, eventContent(events[index]!));

  it('continues the chain of each account', () => {
    const first = hashAt(0, start);
    expect(chained.map(({ hash }) => hash)).toEqual([
      first,
      hashAt(1, CHAIN_START),
      hashAt(2, first),
      undefined,
    ]);
  });

  it('returns the new head of each chained account', () => {
    expect(heads.get(chainedAccount)).toEqual({ eventId: events[2]!.id, hash: chained[2]!.hash });
    expect([...heads.keys()]).toEqual([chainedAccount, other]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { EventEnvelope } from '@florin/kernel';
import { anAccountId, aTransactionId, NOON, TestIds } from '../testing/builders.js';
import { eventBody, eventContent } from './event-body.js';

const event: EventEnvelope = {
  id: new TestIds().next('evt'),
  type: 'transaction.created',
  accountId: anAccountId(),
  subjectId: aTransactionId(),
  data: { amount: 500 },
  occurredAt: NOON,
  actor: 'user_1',
  balance: { available: 0, held: 500, incoming: 0 },
  hash: 'ab'.repeat(32),
};

describe('eventContent', () => {
  it('has the fields that the hash covers, and no others', () => {
    expect(eventContent({ ...event, erasedAt: NOON })).toEqual({
      id: event.id,
      type: 'transaction.created',
      account_id: event.accountId,
      subject_id: event.subjectId,
      data: { amount: 500 },
      created_at: NOON.toISOString(),
      actor: 'user_1',
      balance: { available: 0, held: 500, incoming: 0 },
    });
  });
});

describe('eventBody', () => {
  it('adds the hash to the content', () => {
    expect(eventBody(event)).toStrictEqual({ ...eventContent(event), hash: event.hash });
  });

  it('shows absent values as null', () => {
    const body = eventBody({ ...event, actor: undefined, balance: undefined, hash: undefined });
    expect(body).toMatchObject({ actor: null, balance: null, hash: null });
  });

  it('shows when an event was erased', () => {
    expect(eventBody({ ...event, erasedAt: NOON })).toMatchObject({ erased_at: NOON.toISOString() });
  });
});

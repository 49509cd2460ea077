import { addMilliseconds, DAY_MS, HOUR_MS } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { anAccountId, anEndpoint, aNewEndpoint, aSecret, NOON, SequentialIds } from '../testing/builders.js';
import {
  afterFailure,
  afterSuccess,
  createEndpoint,
  MAX_ENDPOINTS,
  rotateSecret,
  signingSecrets,
  updateEndpoint,
} from './webhook-endpoint.js';

const id = new SequentialIds().next('whe');
const LATER = addMilliseconds(NOON, HOUR_MS);
const ago = (milliseconds: number): Date => addMilliseconds(LATER, -milliseconds);

describe('creating an endpoint', () => {
  it('enables it, and removes duplicates from its event types', () => {
    const input = aNewEndpoint({ events: ['transfer.created', 'transfer.failed', 'transfer.created'] });
    expect(createEndpoint(id, input, aSecret(), MAX_ENDPOINTS - 1, NOON)).toEqual({
      ...input,
      id,
      events: ['transfer.created', 'transfer.failed'],
      status: 'enabled',
      secret: aSecret(),
      previousSecret: undefined,
      failingSince: undefined,
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('is refused beyond the maximum', () => {
    expect(() => createEndpoint(id, aNewEndpoint(), aSecret(), 16, NOON)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'There are already 16 webhook endpoints, the maximum.',
      }),
    );
  });
});

describe('updating an endpoint', () => {
  const before = anEndpoint({ description: 'shop', failingSince: NOON });

  it('changes only the fields that are present', () => {
    expect(updateEndpoint(before, {}, LATER)).toEqual({ ...before, updatedAt: LATER });
    const changes = { url: 'https://example.org/', events: ['a', 'b', 'a'], description: 'ERP' };
    const changed = updateEndpoint(before, changes, LATER);
    expect(changed).toEqual({
      ...before,
      ...changes,
      events: ['a', 'b'],
      failingSince: undefined,
      updatedAt: LATER,
    });
  });

  it('begins a new period of failures with another URL, not with the same one', () => {
    expect(updateEndpoint(before, { url: before.url }, LATER).failingSince).toEqual(NOON);
    expect(updateEndpoint(before, { url: 'https://example.org/' }, LATER).failingSince).toBeUndefined();
  });

  it('removes the description with null', () => {
    expect(updateEndpoint(before, { description: null }, LATER).description).toBeUndefined();
  });

  it('disables and enables, and a new period of failures begins with enabling', () => {
    const disabled = updateEndpoint(before, { status: 'disabled' }, LATER);
    expect(disabled).toEqual({ ...before, status: 'disabled', updatedAt: LATER });
    const enabled = updateEndpoint(disabled, { status: 'enabled' }, LATER);
    expect(enabled).toMatchObject({ status: 'enabled', failingSince: undefined });
  });

  it('keeps the period of failures of an endpoint that is already enabled', () => {
    expect(updateEndpoint(before, { status: 'enabled' }, LATER).failingSince).toEqual(NOON);
  });

  it('does not move updatedAt backwards', () => {
    expect(updateEndpoint(before, {}, addMilliseconds(NOON, -1)).updatedAt).toEqual(NOON);
  });
});

describe('rotating the secret', () => {
  const rotated = rotateSecret(anEndpoint(), aSecret('second'), LATER);

  it('signs with both secrets for 24 hours, the newest first, then with the new one', () => {
    expect(rotated.updatedAt).toEqual(LATER);
    expect(signingSecrets(rotated, LATER)).toEqual([aSecret('second'), aSecret('first')]);
    expect(signingSecrets(rotated, addMilliseconds(LATER, DAY_MS - 1))).toHaveLength(2);
    expect(signingSecrets(rotated, addMilliseconds(LATER, DAY_MS))).toEqual([aSecret('second')]);
  });

  it('signs with the last two secrets after a second rotation', () => {
    const again = rotateSecret(rotated, aSecret('third'), addMilliseconds(LATER, HOUR_MS));
    expect(signingSecrets(again, addMilliseconds(LATER, DAY_MS))).toEqual([
      aSecret('third'),
      aSecret('second'),
    ]);
  });

  it('signs with one secret before the first rotation', () => {
    expect(signingSecrets(anEndpoint(), NOON)).toEqual([aSecret()]);
  });
});

describe('an endpoint after an attempt', () => {
  it('is unchanged by a success, unless it was failing', () => {
    const endpoint = anEndpoint();
    expect(afterSuccess(endpoint)).toBe(endpoint);
    expect(afterSuccess({ ...endpoint, failingSince: NOON })).toEqual(endpoint);
  });

  it('has been failing since the first failure', () => {
    const endpoint = anEndpoint();
    const failing = { ...endpoint, failingSince: LATER };
    expect(afterFailure(endpoint, false, LATER)).toEqual({ state: failing, events: [] });
    const { state } = afterFailure(failing, false, addMilliseconds(LATER, DAY_MS));
    expect(state).toBe(failing);
  });

  it('is disabled after five days of failures, with an event of its account', () => {
    const accountId = anAccountId();
    const endpoint = anEndpoint({ accountId, failingSince: ago(5 * DAY_MS) });
    const spared = { ...endpoint, failingSince: ago(5 * DAY_MS - 1) };
    expect(afterFailure(spared, false, LATER)).toEqual({ state: spared, events: [] });
    expect(afterFailure(endpoint, false, LATER)).toEqual({
      state: { ...endpoint, status: 'disabled', updatedAt: LATER },
      events: [
        {
          type: 'webhook_endpoint.disabled',
          accountId,
          subjectId: endpoint.id,
          data: { url: endpoint.url, reason: 'failing' },
        },
      ],
      disabled: 'failing',
    });
  });

  it('is disabled at once if the receiver is gone', () => {
    const accountId = anAccountId();
    const { state, events, disabled } = afterFailure(anEndpoint({ accountId }), true, LATER);
    expect(state.status).toBe('disabled');
    expect(events).toMatchObject([{ accountId, data: { reason: 'gone' } }]);
    expect(disabled).toBe('gone');
  });

  it('has no event without an account', () => {
    const decision = afterFailure(anEndpoint(), true, LATER);
    expect(decision).toMatchObject({ state: { status: 'disabled' }, events: [], disabled: 'gone' });
  });

  it('is not disabled a second time', () => {
    const endpoint = anEndpoint({ accountId: anAccountId(), status: 'disabled' });
    const decision = afterFailure(endpoint, true, LATER);
    expect(decision).toEqual({ state: endpoint, events: [] });
  });
});

import { describe, expect, it } from '@jest/globals';
import { later, SECOND_MS } from '@florin/kernel';
import { anAccountId, anApiKey, NOON, PlainApiKeys } from '../testing/builders.js';
import { API_KEY_LIFE, API_KEY_STATUSES, revoke } from './api-key.js';

describe('an API key', () => {
  it('keeps a digest and the last four characters, never itself', () => {
    const apiKey = anApiKey({ name: '  Shop  ' });
    const key = new PlainApiKeys().keyOf(apiKey.id);
    expect(apiKey).toMatchObject({
      name: 'Shop',
      status: 'active',
      lastFour: key.slice(-4),
      digest: `digest of ${key}`,
    });
    expect(Object.values(apiKey)).not.toContain(key);
  });

  it.each([
    ['an empty name', { name: '  ' }],
    ['a name that is too long', { name: 'x'.repeat(256) }],
    ['an end that is now', { expiresAt: NOON }],
    ['an end in the past', { expiresAt: later(NOON, -1) }],
  ])('refuses %s', (_, wish) => {
    expect(() => anApiKey(wish)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('may end in the future and belong to an account', () => {
    const accountId = anAccountId();
    const expiresAt = later(NOON, SECOND_MS);
    expect(anApiKey({ kind: 'account', accountId, expiresAt })).toMatchObject({
      kind: 'account',
      accountId,
      expiresAt,
    });
  });

  it.each(API_KEY_STATUSES)('that is %s can be revoked if its life says so', (status) => {
    const apiKey = anApiKey({}, { status });
    if (API_KEY_LIFE.transitions[status].revoke === undefined) {
      expect(() => revoke(apiKey, NOON)).toThrow(expect.objectContaining({ code: 'not_found' }));
    } else {
      expect(revoke(apiKey, NOON)).toMatchObject({ status: 'revoked', revokedAt: NOON });
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, SECOND_MS } from '@florin/kernel';
import { anAccountId, anApiKey, NOON, PlainApiKeys } from '../testing/builders.js';
import { revoke } from './api-key.js';

describe('API key', () => {
  it('stores a digest and the last four characters, not the key', () => {
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
    ['an empty name', 'name', { name: '  ' }],
    ['a name that is too long', 'name', { name: 'x'.repeat(256) }],
    ['an expiry of now', 'expires_at', { expiresAt: NOON }],
    ['an expiry in the past', 'expires_at', { expiresAt: addMilliseconds(NOON, -1) }],
  ])('refuses %s and names the field', (_, field, input) => {
    expect(() => anApiKey(input)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => anApiKey(input)).toThrow(new RegExp(`^${field} `));
  });

  it('can expire in the future and belong to an account', () => {
    const accountId = anAccountId();
    const expiresAt = addMilliseconds(NOON, SECOND_MS);
    expect(anApiKey({ kind: 'account', accountId, expiresAt })).toMatchObject({
      kind: 'account',
      accountId,
      expiresAt,
    });
  });

  it('is revoked once; revoking it again is not_found', () => {
    const revoked = revoke(anApiKey(), NOON);
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: NOON });
    expect(() => revoke(revoked, NOON)).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => revoke(revoked, NOON)).toThrow('API key');
  });

  it('is not revoked before its creation when the clock is behind', () => {
    expect(revoke(anApiKey(), addMilliseconds(NOON, -SECOND_MS)).revokedAt).toEqual(NOON);
  });
});

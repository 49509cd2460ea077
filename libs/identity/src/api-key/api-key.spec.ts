import { describe, expect, it } from '@jest/globals';
import { addMilliseconds, SECOND_MS } from '@florin/kernel';
import { anAccountId, anApiKey, NOON, PlainApiKeys } from '../testing/builders.js';
import { revoke } from './api-key.js';

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
    ['an empty name', 'name', { name: '  ' }],
    ['a name that is too long', 'name', { name: 'x'.repeat(256) }],
    ['an end that is now', 'expires_at', { expiresAt: NOON }],
    ['an end in the past', 'expires_at', { expiresAt: addMilliseconds(NOON, -1) }],
  ])('refuses %s and says which field it was', (_, field, wish) => {
    expect(() => anApiKey(wish)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => anApiKey(wish)).toThrow(new RegExp(`^${field} `));
  });

  it('may end in the future and belong to an account', () => {
    const accountId = anAccountId();
    const expiresAt = addMilliseconds(NOON, SECOND_MS);
    expect(anApiKey({ kind: 'account', accountId, expiresAt })).toMatchObject({
      kind: 'account',
      accountId,
      expiresAt,
    });
  });

  it('is revoked once, and gone for whoever wants to revoke it again', () => {
    const revoked = revoke(anApiKey(), NOON);
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: NOON });
    expect(() => revoke(revoked, NOON)).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => revoke(revoked, NOON)).toThrow('API key');
  });

  it('is never revoked before it was made, when the clock that revokes it is behind', () => {
    expect(revoke(anApiKey(), addMilliseconds(NOON, -SECOND_MS)).revokedAt).toEqual(NOON);
  });
});

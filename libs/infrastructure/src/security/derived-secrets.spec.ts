import { describe, expect, it } from '@jest/globals';
import { idFromUuid, type SessionId } from '@florin/kernel';
import fc from 'fast-check';
import { DerivedApiKeys } from './derived-api-keys.js';
import { deriveKey } from './derived-keys.js';
import { DerivedRefreshTokens } from './derived-refresh-tokens.js';
import { DerivedResetTokens } from './derived-reset-tokens.js';

const SECRET = 'a secret that only the tests know, and long enough';
const refreshTokens = new DerivedRefreshTokens(deriveKey(SECRET, 'refresh token'));
const sessionId = fc.uuid().map((uuid): SessionId => idFromUuid('sess', uuid));
const generation = fc.integer({ min: 1, max: 0xffff_ffff });

describe('derived keys', () => {
  it('are deterministic, and differ for each use and secret', () => {
    const exported = (secret: string, use: Parameters<typeof deriveKey>[1]) =>
      deriveKey(secret, use).export().toString('hex');
    expect(exported(SECRET, 'api key')).toBe(exported(SECRET, 'api key'));
    const all = [
      exported(SECRET, 'api key'),
      exported(SECRET, 'refresh token'),
      exported(`${SECRET}!`, 'api key'),
    ];
    expect(new Set(all).size).toBe(3);
  });
});

describe('refresh tokens', () => {
  it('contain their claims, are deterministic, and are invalid with another secret', () => {
    fc.assert(
      fc.property(sessionId, generation, (id, count) => {
        const claims = { sessionId: id, generation: count };
        const token = refreshTokens.issue(claims);
        expect(refreshTokens.read(token)).toEqual(claims);
        expect(refreshTokens.issue(claims)).toBe(token);
        expect(
          new DerivedRefreshTokens(deriveKey('another secret, and long enough too', 'refresh token')).read(
            token,
          ),
        ).toBeUndefined();
      }),
    );
  });

  it('are invalid if any character is changed, added or removed', () => {
    const token = refreshTokens.issue({
      sessionId: idFromUuid('sess', '01890000-0000-7000-8000-000000000001'),
      generation: 1,
    });
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ';
    for (let index = 0; index < token.length; index++) {
      for (const other of alphabet) {
        if (other === token[index]) continue;
        expect(refreshTokens.read(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined();
      }
      expect(refreshTokens.read(token.slice(0, index))).toBeUndefined();
    }
    for (const suffix of ['A', '=', ' ', '\n']) expect(refreshTokens.read(token + suffix)).toBeUndefined();
  });

  it('are not read from arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refreshTokens.read(text)).toBeUndefined();
        expect(refreshTokens.read(`flr_${text}`)).toBeUndefined();
      }),
    );
  });
});

describe('tokens of password resets', () => {
  const tokens = new DerivedResetTokens(deriveKey(SECRET, 'password reset'));
  const id = idFromUuid('pwr', '01890000-0000-7000-8000-000000000001');

  it('contain their reset and a MAC of 192 bits, and are invalid with another secret', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const token = tokens.tokenOf(idFromUuid('pwr', uuid));
        expect(token).toMatch(/^[\w-]{54}$/);
        expect(tokens.read(token)).toBe(idFromUuid('pwr', uuid));
        const other = new DerivedResetTokens(deriveKey(`${SECRET}!`, 'password reset'));
        expect(other.read(token)).toBeUndefined();
      }),
    );
  });

  it('are invalid if a character is changed, added or removed, and are not read from arbitrary text', () => {
    const token = tokens.tokenOf(id);
    for (let index = 0; index < token.length; index++) {
      for (const other of 'Aaz09-_=+/ ') {
        if (other === token[index]) continue;
        expect(tokens.read(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined();
      }
      expect(tokens.read(token.slice(0, index))).toBeUndefined();
    }
    for (const suffix of ['A', '=', ' ', '\n']) expect(tokens.read(token + suffix)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokens.read(text)).toBeUndefined();
      }),
    );
  });
});

describe('API keys', () => {
  it('are derived from their ids, and have a digest that does not reveal them', () => {
    const keys = new DerivedApiKeys(deriveKey(SECRET, 'api key'));
    const id = idFromUuid('key', '01890000-0000-7000-8000-000000000001');
    const other = idFromUuid('key', '01890000-0000-7000-8000-000000000002');
    expect(keys.keyOf(id)).toMatch(/^flk_[\w-]{43}$/);
    expect(keys.keyOf(id)).toBe(keys.keyOf(id));
    expect(keys.keyOf(other)).not.toBe(keys.keyOf(id));
    expect(keys.digestOf(keys.keyOf(id))).not.toContain(keys.keyOf(id).slice(4));
  });

  it('keep their digest when the secret changes', () => {
    const before = new DerivedApiKeys(deriveKey(SECRET, 'api key'));
    const after = new DerivedApiKeys(deriveKey(`${SECRET}!`, 'api key'));
    const key = before.keyOf(idFromUuid('key', '01890000-0000-7000-8000-000000000001'));
    expect(after.digestOf(key)).toBe(before.digestOf(key));
  });
});

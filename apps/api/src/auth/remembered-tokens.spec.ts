import { describe, expect, it } from '@jest/globals';
import type { SessionId, UserId } from '@florin/kernel';
import { RememberedTokens } from './remembered-tokens.js';

const claims = { userId: 'user_1' as UserId, sessionId: 'sess_1' as SessionId, expiresAtMs: 1_000 };

describe('remembered tokens', () => {
  it('are known until the moment they expire', () => {
    const tokens = new RememberedTokens();
    tokens.add('a', claims);
    expect(tokens.claimsOf('a', 999)).toBe(claims);
    expect(tokens.claimsOf('a', 1_000)).toBeUndefined();
    expect(tokens.claimsOf('a', 0)).toBeUndefined();
    expect(tokens.claimsOf('b', 0)).toBeUndefined();
  });

  it('are not taken for others that end alike', () => {
    const tokens = new RememberedTokens();
    const end = 'e'.repeat(60);
    tokens.add(`one ${end}`, claims);
    expect(tokens.claimsOf(`two ${end}`, 0)).toBeUndefined();
    expect(tokens.claimsOf(`one ${end}`, 0)).toBe(claims);
    const others = { ...claims, userId: 'user_2' as UserId };
    tokens.add(`two ${end}`, others);
    expect(tokens.claimsOf(`two ${end}`, 0)).toBe(others);
    expect(tokens.claimsOf(`one ${end}`, 0)).toBeUndefined();
  });

  it('make room by forgetting what was not used for a while, and are never more than they may be', () => {
    const tokens = new RememberedTokens(4);
    tokens.add('a', claims);
    tokens.add('b', claims);
    tokens.add('c', claims);
    expect(tokens.claimsOf('a', 0)).toBe(claims);
    tokens.add('d', claims);
    const known = (token: string): boolean => tokens.claimsOf(token, 0) !== undefined;
    expect(['a', 'b', 'd'].map(known)).toEqual([true, false, true]);
    const many = Array.from({ length: 20 }, (_, index) => `many ${index}`);
    for (const token of many) tokens.add(token, claims);
    expect(many.filter(known).length).toBeLessThanOrEqual(4);
    expect(known('many 19')).toBe(true);
  });

  it('are none whose header was made long with blanks, which would take the room of many', () => {
    const tokens = new RememberedTokens();
    const headerOf = (length: number): string => `Bearer${' '.repeat(length - 7)}a`;
    for (const length of [1_000, 1_001]) tokens.add(headerOf(length), claims);
    expect(tokens.claimsOf(headerOf(1_000), 0)).toBe(claims);
    expect(tokens.claimsOf(headerOf(1_001), 0)).toBeUndefined();
  });
});

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

  it('make room by forgetting the one that was not used for longest', () => {
    const tokens = new RememberedTokens(2);
    tokens.add('a', claims);
    tokens.add('b', claims);
    expect(tokens.claimsOf('a', 0)).toBe(claims);
    tokens.add('c', claims);
    expect(['a', 'b', 'c'].map((token) => tokens.claimsOf(token, 0) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, type KeyPrincipal, type UserPrincipal } from '@florin/identity';
import type { AccountId, ApiKeyId, EventId, SessionId, UserId } from '@florin/kernel';
import { isAsBefore, type KeptAnswer, KeptAnswers } from './kept-answers.js';

const owner: UserPrincipal = {
  kind: 'user',
  userId: 'user_1' as UserId,
  sessionId: 'sess_1' as SessionId,
  role: 'owner',
  accountId: 'acct_1' as AccountId,
  accountAsOf: 'evt_1' as EventId,
};

const answer = (change: Partial<KeptAnswer> = {}): KeptAnswer => ({
  authorization: 'Bearer a',
  url: '/v1/transactions',
  principal: owner,
  body: Buffer.from('{}'),
  keptAtMs: 0,
  ...change,
});

/** Room for two in each half. */
const LIMITS = { bytes: 4_100, longest: 10, ageMs: 1_000 };

describe('kept answers', () => {
  it('are found for the same caller at the same address', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(answer());
    expect(kept.find('Bearer a', '/v1/transactions', 0)).toEqual(answer());
    expect(kept.find('Bearer b', '/v1/transactions', 0)).toBeUndefined();
    expect(kept.find('Bearer a', '/v1/transactions?limit=1', 0)).toBeUndefined();
  });

  it('are not given to one whose token merely ends alike', () => {
    const kept = new KeptAnswers(LIMITS);
    const end = 'e'.repeat(40);
    kept.keep(answer({ authorization: `Bearer one${end}` }));
    expect(kept.find(`Bearer two${end}`, '/v1/transactions', 0)).toBeUndefined();
    expect(kept.find(`Bearer one${end}`, '/v1/transactions', 0)).toBeDefined();
  });

  it('are the newest of an address', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(answer({ body: Buffer.from('old') }));
    kept.keep(answer({ body: Buffer.from('new') }));
    expect(kept.find('Bearer a', '/v1/transactions', 0)?.body.toString()).toBe('new');
  });

  it('are forgotten in time, however often they are asked for', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(answer({ keptAtMs: 500 }));
    expect(kept.find('Bearer a', '/v1/transactions', 1_499)).toBeDefined();
    expect(kept.find('Bearer a', '/v1/transactions', 1_500)).toBeUndefined();
  });

  it('are none that are too long', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(answer({ url: '/long', body: Buffer.alloc(11) }));
    kept.keep(answer({ url: '/short', body: Buffer.alloc(10) }));
    expect(kept.find('Bearer a', '/long', 0)).toBeUndefined();
    expect(kept.find('Bearer a', '/short', 0)).toBeDefined();
  });

  it('take no more room than they may', () => {
    const kept = new KeptAnswers(LIMITS);
    const urls = Array.from({ length: 30 }, (_, index) => `/${index}`);
    for (const url of urls) kept.keep(answer({ url, body: Buffer.alloc(10) }));
    const found = urls.filter((url) => kept.find('Bearer a', url, 0) !== undefined);
    expect(found.length).toBeLessThanOrEqual(4);
    expect(found.at(-1)).toBe('/29');
  });
});

describe('a caller', () => {
  const key: KeyPrincipal = {
    kind: 'key',
    keyId: 'key_1' as ApiKeyId,
    keyKind: 'account',
    accountId: 'acct_1' as AccountId,
    accountAsOf: 'evt_1' as EventId,
  };

  it('is as before while nothing happens in the account', () => {
    expect(isAsBefore(owner, { ...owner })).toBe(true);
    expect(isAsBefore(key, { ...key })).toBe(true);
  });

  it.each<[string, Partial<UserPrincipal>]>([
    ['after an event of the account', { accountAsOf: 'evt_2' as EventId }],
    ['in another role', { role: 'member' }],
    ['in another account', { accountId: 'acct_2' as AccountId }],
  ])('is not as before %s', (_, change) => {
    expect(isAsBefore({ ...owner, ...change }, owner)).toBe(false);
  });

  it('is never as before without an account, or without a name', () => {
    const { accountId: _account, accountAsOf: _event, ...admin } = { ...owner, role: 'admin' as const };
    expect(isAsBefore(admin, admin)).toBe(false);
    expect(isAsBefore(ANONYMOUS, ANONYMOUS)).toBe(false);
    expect(isAsBefore(owner, ANONYMOUS)).toBe(false);
  });
});

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
  newestEvent: 'evt_1' as EventId,
};

const answer = (change: Partial<KeptAnswer> = {}): KeptAnswer => ({
  principal: owner,
  body: Buffer.from('{}'),
  keptAtMs: 0,
  ...change,
});

/** Room for two in each half. */
const LIMITS = { bytes: 2_600, longest: 650, ageMs: 1_000 };
const TOKEN = 'Bearer a';
const LIST = '/v1/transactions';

describe('kept answers', () => {
  it('are found for the same caller at the same address', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(TOKEN, LIST, answer());
    expect(kept.find(TOKEN, LIST, 0)).toEqual(answer());
    expect(kept.find('Bearer b', LIST, 0)).toBeUndefined();
    expect(kept.find(TOKEN, `${LIST}?limit=1`, 0)).toBeUndefined();
  });

  it('are the newest of an address', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(TOKEN, LIST, answer({ body: Buffer.from('old') }));
    kept.keep(TOKEN, LIST, answer({ body: Buffer.from('new') }));
    expect(kept.find(TOKEN, LIST, 0)?.body.toString()).toBe('new');
  });

  it('are forgotten in time, however often they are asked for', () => {
    const kept = new KeptAnswers(LIMITS);
    kept.keep(TOKEN, LIST, answer({ keptAtMs: 500 }));
    expect(kept.find(TOKEN, LIST, 1_499)).toBeDefined();
    expect(kept.find(TOKEN, LIST, 1_500)).toBeUndefined();
  });

  it('are none that are too long, in what they say or in what they were asked', () => {
    const kept = new KeptAnswers(LIMITS);
    const short = '/short';
    const long = `/${'x'.repeat(60)}`;
    const isKept = (url: string, length: number): boolean => {
      kept.keep(TOKEN, url, answer({ body: Buffer.alloc(length) }));
      return kept.find(TOKEN, url, 0)?.body.length === length;
    };
    expect([isKept(short, 36), isKept(short, 37), isKept(long, 1)]).toEqual([true, false, false]);
  });

  it('are none for a token in a header of unusual length', () => {
    const kept = new KeptAnswers(LIMITS);
    for (const spaces of [900, 1_000]) kept.keep(`Bearer${' '.repeat(spaces)}${spaces}`, LIST, answer());
    const isKept = (spaces: number): boolean =>
      kept.find(`Bearer${' '.repeat(spaces)}${spaces}`, LIST, 0) !== undefined;
    expect([isKept(900), isKept(1_000)]).toEqual([true, false]);
  });

  it('take no more room than they may', () => {
    const kept = new KeptAnswers(LIMITS);
    const urls = Array.from({ length: 30 }, (_, index) => `/${index}`);
    for (const url of urls) kept.keep(TOKEN, url, answer({ body: Buffer.alloc(10) }));
    const found = urls.filter((url) => kept.find(TOKEN, url, 0) !== undefined);
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
    newestEvent: 'evt_1' as EventId,
  };

  it('is as before while nothing happens in the account', () => {
    expect(isAsBefore(owner, { ...owner })).toBe(true);
    expect(isAsBefore(key, { ...key })).toBe(true);
  });

  it.each<[string, Partial<UserPrincipal>]>([
    ['after an event of the account', { newestEvent: 'evt_2' as EventId }],
    ['in another role', { role: 'member' }],
    ['in another account', { accountId: 'acct_2' as AccountId }],
    ['with another session, even where its token ends alike', { sessionId: 'sess_2' as SessionId }],
  ])('is not as before %s', (_, change) => {
    expect(isAsBefore({ ...owner, ...change }, owner)).toBe(false);
  });

  it('is not as before with another key, or as one who logged in', () => {
    expect(isAsBefore({ ...key, keyId: 'key_2' as ApiKeyId }, key)).toBe(false);
    expect(isAsBefore(key, owner)).toBe(false);
  });

  it('is never as before without an account, or without a name', () => {
    const { accountId: _account, newestEvent: _event, ...admin } = { ...owner, role: 'admin' as const };
    expect(isAsBefore(admin, admin)).toBe(false);
    expect(isAsBefore(ANONYMOUS, ANONYMOUS)).toBe(false);
    expect(isAsBefore(owner, ANONYMOUS)).toBe(false);
  });
});

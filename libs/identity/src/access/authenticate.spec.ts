import { describe, expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds } from '@florin/kernel';
import { end } from '../session/session.js';
import {
  anAccountId,
  anApiKey,
  aSession,
  aUser,
  NOON,
  PlainApiKeys,
  SteppedClock,
} from '../testing/builders.js';
import { MemorySessionStatusReader } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { Authenticate } from './authenticate.js';

function setUp() {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const clock = new SteppedClock();
  const authenticate = new Authenticate(new MemorySessionStatusReader(unitOfWork), new PlainApiKeys(), clock);
  const accountId = anAccountId();
  const user = aUser({ role: 'member', accountId });
  const session = aSession({ userId: user.id });
  unitOfWork.state.users.set(user.id, user);
  unitOfWork.state.sessions.set(session.id, session);
  const claims = { userId: user.id, sessionId: session.id };
  return { state: unitOfWork.state, clock, authenticate, accountId, user, session, claims };
}

const unauthorized = {
  code: 'unauthorized',
  problem: 'invalid_token',
  message: 'A valid access token or API key is required.',
};

describe('authentication by session', () => {
  it('returns the current role and account of the user, not those of the token', async () => {
    const { authenticate, claims, user, session, accountId, state } = setUp();
    const principal = { kind: 'user', userId: user.id, sessionId: session.id, role: 'member', accountId };
    expect(await authenticate.bySession(claims)).toEqual(principal);
    state.users.set(user.id, { ...user, role: 'admin', accountId: undefined });
    expect(await authenticate.bySession(claims)).toEqual({
      kind: 'user',
      role: 'admin',
      userId: user.id,
      sessionId: session.id,
    });
  });

  it.each<[string, (its: ReturnType<typeof setUp>) => unknown]>([
    ['has ended', ({ state, session }) => state.sessions.set(session.id, end(session, 'logout', NOON))],
    ['has expired', ({ clock }) => clock.advance(30 * DAY_MS)],
    ['does not exist', ({ state, session }) => state.sessions.delete(session.id)],
    [
      'belongs to a suspended user',
      ({ state, user }) => state.users.set(user.id, { ...user, status: 'suspended' }),
    ],
    [
      'belongs to a pending user',
      ({ state, user }) => state.users.set(user.id, { ...user, status: 'pending' }),
    ],
    ['belongs to a deleted user', ({ state, user }) => state.users.delete(user.id)],
    ['belongs to a closed account', ({ state, accountId }) => state.closedAccounts.add(accountId)],
    [
      'belongs to another user',
      ({ state, session }) => state.sessions.set(session.id, { ...session, userId: aUser().id }),
    ],
  ])('refuses a session that %s', async (_, change) => {
    const its = setUp();
    change(its);
    await expect(its.authenticate.bySession(its.claims)).rejects.toMatchObject(unauthorized);
  });
});

describe('authentication by API key', () => {
  function withKey(overrides: object = {}) {
    const its = setUp();
    const apiKey = anApiKey({ kind: 'account', accountId: its.accountId }, overrides);
    its.state.apiKeys.set(apiKey.id, apiKey);
    return { ...its, apiKey, key: new PlainApiKeys().keyOf(apiKey.id) };
  }

  it('returns the key and its account', async () => {
    const { authenticate, key, apiKey, accountId } = withKey();
    const principal = { kind: 'key', keyId: apiKey.id, keyKind: 'account', accountId };
    expect(await authenticate.byApiKey(key)).toEqual(principal);
  });

  it('returns no account for a platform key', async () => {
    const { authenticate, key, apiKey } = withKey({ kind: 'platform', accountId: undefined });
    expect(await authenticate.byApiKey(key)).toEqual({ kind: 'key', keyId: apiKey.id, keyKind: 'platform' });
  });

  it.each([
    ['was revoked', { status: 'revoked', revokedAt: NOON }],
    ['has expired', { expiresAt: NOON }],
  ])('refuses a key that %s', async (_, overrides) => {
    const { authenticate, key } = withKey(overrides);
    await expect(authenticate.byApiKey(key)).rejects.toMatchObject(unauthorized);
  });

  const withPlatformKey = (creator = aUser({ role: 'admin' })) => {
    const its = withKey({ kind: 'platform', accountId: undefined, createdBy: creator.id });
    its.state.users.set(creator.id, creator);
    return { ...its, creator };
  };

  it('accepts a platform key only while the admin who created it is active', async () => {
    const { authenticate, key, state, creator } = withPlatformKey();
    expect(await authenticate.byApiKey(key)).toMatchObject({ keyKind: 'platform' });
    for (const status of ['suspended', 'pending'] as const) {
      state.users.set(creator.id, { ...creator, status });
      await expect(authenticate.byApiKey(key)).rejects.toMatchObject(unauthorized);
    }
    state.users.set(creator.id, creator);
    expect(await authenticate.byApiKey(key)).toMatchObject({ keyKind: 'platform' });
    state.users.delete(creator.id);
    await expect(authenticate.byApiKey(key)).rejects.toMatchObject(unauthorized);
  });

  it('accepts the key of an account whose creator is suspended', async () => {
    const owner = aUser({ role: 'owner', status: 'suspended' });
    const { authenticate, key, state } = withKey({ createdBy: owner.id });
    state.users.set(owner.id, owner);
    expect(await authenticate.byApiKey(key)).toMatchObject({ keyKind: 'account' });
  });

  it('refuses an unknown key and a key of a closed account', async () => {
    const { authenticate, key, state, accountId } = withKey({ expiresAt: addMilliseconds(NOON, 1) });
    await expect(authenticate.byApiKey(`${key}x`)).rejects.toMatchObject(unauthorized);
    state.closedAccounts.add(accountId);
    await expect(authenticate.byApiKey(key)).rejects.toMatchObject(unauthorized);
  });
});

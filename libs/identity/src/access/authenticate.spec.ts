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

const unauthorized = { code: 'unauthorized', message: 'A valid access token or API key is required.' };

describe('authenticating a session', () => {
  it('gives the user as it is today, whatever the token said', async () => {
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
    ['has run out', ({ clock }) => clock.advance(30 * DAY_MS)],
    ['is gone', ({ state, session }) => state.sessions.delete(session.id)],
    [
      'is of a suspended user',
      ({ state, user }) => state.users.set(user.id, { ...user, status: 'suspended' }),
    ],
    ['is of a pending user', ({ state, user }) => state.users.set(user.id, { ...user, status: 'pending' })],
    ['is of a deleted user', ({ state, user }) => state.users.delete(user.id)],
    ['is of a closed account', ({ state, accountId }) => state.closedAccounts.add(accountId)],
    [
      'is of another user',
      ({ state, session }) => state.sessions.set(session.id, { ...session, userId: aUser().id }),
    ],
  ])('that %s is refused', async (_, change) => {
    const its = setUp();
    change(its);
    await expect(its.authenticate.bySession(its.claims)).rejects.toMatchObject(unauthorized);
  });
});

describe('authenticating a key', () => {
  function withKey(overrides: object = {}) {
    const its = setUp();
    const apiKey = anApiKey({ kind: 'account', accountId: its.accountId }, overrides);
    its.state.apiKeys.set(apiKey.id, apiKey);
    return { ...its, apiKey, key: new PlainApiKeys().keyOf(apiKey.id) };
  }

  it('gives the key and its account', async () => {
    const { authenticate, key, apiKey, accountId } = withKey();
    const principal = { kind: 'key', keyId: apiKey.id, keyKind: 'account', accountId };
    expect(await authenticate.byApiKey(key)).toEqual(principal);
  });

  it('lets a platform key belong to nobody', async () => {
    const { authenticate, key, apiKey } = withKey({ kind: 'platform', accountId: undefined });
    expect(await authenticate.byApiKey(key)).toEqual({ kind: 'key', keyId: apiKey.id, keyKind: 'platform' });
  });

  it.each([
    ['was revoked', { status: 'revoked', revokedAt: NOON }],
    ['has run out', { expiresAt: NOON }],
  ])('that %s is refused', async (_, overrides) => {
    const { authenticate, key } = withKey(overrides);
    await expect(authenticate.byApiKey(key)).rejects.toMatchObject(unauthorized);
  });

  it('that is unknown, or of a closed account, is refused', async () => {
    const { authenticate, key, state, accountId } = withKey({ expiresAt: addMilliseconds(NOON, 1) });
    await expect(authenticate.byApiKey(`${key}x`)).rejects.toMatchObject(unauthorized);
    state.closedAccounts.add(accountId);
    await expect(authenticate.byApiKey(key)).rejects.toMatchObject(unauthorized);
  });
});

import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@florin/kernel';
import { anApiKey, aSession, aUser, NOON, principalFor, SteppedClock } from '../testing/builders.js';
import { MemorySessionReader } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { ListSessions } from './list-sessions.js';

function setUp() {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const clock = new SteppedClock();
  const user = aUser();
  const older = aSession({ userId: user.id });
  const newer = aSession({ userId: user.id });
  const ended = aSession({ userId: user.id, status: 'ended', endedAt: NOON, endReason: 'logout' });
  for (const session of [older, newer, ended, aSession()]) unitOfWork.state.sessions.set(session.id, session);
  return { user, older, newer, clock, list: new ListSessions(new MemorySessionReader(unitOfWork), clock) };
}

describe('listing sessions', () => {
  it('returns the caller’s live sessions, newest first', async () => {
    const { list, user, older, newer, clock } = setUp();
    const principal = principalFor(user);
    expect(await list.execute(principal, { limit: 9 })).toEqual({ items: [newer, older], hasMore: false });
    expect(await list.execute(principal, { limit: 1 })).toEqual({ items: [newer], hasMore: true });
    clock.advance(30 * DAY_MS);
    expect(await list.execute(principal, { limit: 9 })).toEqual({ items: [], hasMore: false });
  });

  it('is refused for API keys and anonymous callers', async () => {
    const { list } = setUp();
    const key = { kind: 'key', keyId: anApiKey().id, keyKind: 'platform' } as const;
    await expect(list.execute(key, { limit: 9 })).rejects.toMatchObject({ code: 'forbidden' });
    const anonymous = list.execute({ kind: 'anonymous' }, { limit: 9 });
    await expect(anonymous).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

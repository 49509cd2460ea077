import { describe, expect, it } from '@jest/globals';
import {
  aCaller,
  anAccountId,
  anApiKey,
  aSession,
  aUser,
  SequentialIds,
  PlainApiKeys,
  principalFor,
  SteppedClock,
} from '../testing/builders.js';
import type { User } from '../user/user.js';
import { MemoryApiKeyReader } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { CreateApiKey } from './create-api-key.js';
import { ListApiKeys } from './list-api-keys.js';
import { RevokeApiKey } from './revoke-api-key.js';

const accountId = anAccountId();
const loggedIn = (user: User) => ({ user, session: aSession({ userId: user.id }) });
const [anOwner, anAdmin] = [
  loggedIn(aUser({ role: 'owner', accountId })),
  loggedIn(aUser({ role: 'admin' })),
];
const owner = principalFor(anOwner.user, anOwner.session.id);
const admin = principalFor(anAdmin.user, anAdmin.session.id);

function setUp() {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  for (const { user, session } of [anOwner, anAdmin]) {
    unitOfWork.state.users.set(user.id, user);
    unitOfWork.state.sessions.set(session.id, session);
  }
  const ids = new SequentialIds();
  const clock = new SteppedClock();
  return {
    unitOfWork,
    ids,
    create: new CreateApiKey(unitOfWork, new PlainApiKeys(), ids, clock),
    list: new ListApiKeys(new MemoryApiKeyReader(unitOfWork)),
    revoke: new RevokeApiKey(unitOfWork, ids, clock),
  };
}

const forbidden = { code: 'forbidden' };

describe('creating API keys', () => {
  it.each([
    ['an owner', owner, 'account', accountId],
    ['an admin', admin, 'platform', undefined],
  ] as const)(
    '%s creates keys of its kind only, which is the default',
    async (_, principal, kind, belongsTo) => {
      const { create, unitOfWork } = setUp();
      for (const requested of [undefined, kind]) {
        const outcome = await create.execute(aCaller(principal), { name: 'Shop', kind: requested });
        const createdBy = principal.userId;
        expect(outcome).toMatchObject({ value: { kind, accountId: belongsTo, createdBy, status: 'active' } });
      }
      const other = kind === 'account' ? 'platform' : 'account';
      await expect(create.execute(aCaller(principal), { name: 'Shop', kind: other })).rejects.toMatchObject(
        forbidden,
      );
      expect(unitOfWork.state.audit.map(({ action }) => action)).toEqual([
        'api_key.created',
        'api_key.created',
      ]);
    },
  );

  it('refuses when the account was closed after its owner was authenticated', async () => {
    const { create, unitOfWork } = setUp();
    unitOfWork.state.closedAccounts.add(accountId);
    const late = create.execute(aCaller(owner), { name: 'Shop' });
    await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
    expect(unitOfWork.state.apiKeys.size).toBe(0);
  });

  it('is refused for a suspended account', async () => {
    const { create, unitOfWork } = setUp();
    unitOfWork.state.suspendedAccounts.add(accountId);
    await expect(create.execute(aCaller(owner), { name: 'Shop' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The account is suspended: it accepts no new API keys or members.',
    });
    expect(unitOfWork.state.apiKeys.size).toBe(0);
    expect(await create.execute(aCaller(admin), { name: 'Back office' })).toMatchObject({ replayed: false });
  });

  it('refuses when the caller was logged out or suspended after authentication', async () => {
    const { create, unitOfWork } = setUp();
    const { sessions, users, apiKeys } = unitOfWork.state;
    sessions.set(anOwner.session.id, { ...anOwner.session, status: 'ended' });
    users.set(anAdmin.user.id, { ...anAdmin.user, status: 'suspended' });
    for (const principal of [owner, admin]) {
      const late = create.execute(aCaller(principal), { name: 'Shop' });
      await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
    }
    expect(apiKeys.size).toBe(0);
  });

  it('is forbidden for every other role', async () => {
    const { create, list, revoke, ids } = setUp();
    const keys = { kind: 'key', keyId: ids.next('key'), keyKind: 'platform' } as const;
    for (const principal of [
      principalFor(aUser()),
      principalFor(aUser({ role: 'member', accountId })),
      keys,
    ]) {
      await expect(create.execute(aCaller(principal), { name: 'Shop' })).rejects.toMatchObject(forbidden);
      await expect(list.execute(principal, { limit: 1 })).rejects.toMatchObject(forbidden);
      await expect(revoke.execute(aCaller(principal), ids.next('key'))).rejects.toMatchObject(forbidden);
    }
  });
});

describe('revoking and listing API keys', () => {
  it('an owner revokes the keys of its account, an admin any key, each once', async () => {
    const { revoke, unitOfWork, ids } = setUp();
    const own = anApiKey({ kind: 'account', accountId });
    const foreign = anApiKey({ kind: 'account', accountId: anAccountId() });
    const platform = anApiKey();
    for (const apiKey of [own, foreign, platform]) unitOfWork.state.apiKeys.set(apiKey.id, apiKey);
    expect(await revoke.execute(aCaller(owner), own.id)).toBe(own.id);
    for (const id of [own.id, foreign.id, platform.id, ids.next('key'), undefined]) {
      await expect(revoke.execute(aCaller(owner), id)).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const { id } of [foreign, platform]) expect(await revoke.execute(aCaller(admin), id)).toBe(id);
    expect([...unitOfWork.state.apiKeys.values()].map(({ status }) => status)).toEqual([
      'revoked',
      'revoked',
      'revoked',
    ]);
  });

  it('lists the keys of the account for an owner and all keys for an admin', async () => {
    const { list, unitOfWork } = setUp();
    const own = anApiKey({ kind: 'account', accountId });
    const platform = anApiKey();
    for (const apiKey of [own, platform]) unitOfWork.state.apiKeys.set(apiKey.id, apiKey);
    expect((await list.execute(owner, { limit: 9 })).items).toEqual([own]);
    expect((await list.execute(admin, { limit: 9 })).items).toEqual([platform, own]);
  });
});

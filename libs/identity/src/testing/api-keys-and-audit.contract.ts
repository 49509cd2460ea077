import { expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds, MINUTE_MS } from '@florin/kernel';
import { type ApiKey, revoke } from '../api-key/api-key.js';
import { CreateApiKey } from '../api-key/create-api-key.js';
import { type AuditEntry, auditEntry, type AuditFilter } from '../audit/audit.js';
import { DeleteUser } from '../user/delete-user.js';
import { aCaller, anApiKey, aSession, aUser, NOON, PlainApiKeys, principalFor } from './builders.js';
import type { IdentityHarness } from './identity.harness.js';

export function apiKeyAndAuditStores(use: () => IdentityHarness): void {
  it('stores an API key unchanged and finds it by its digest', async () => {
    const { unitOfWork, apiKeys: list, sessionStatus, ids, openAccount, closeAccount, clock } = use();
    const accountId = await openAccount();
    const expiresAt = addMilliseconds(NOON, DAY_MS);
    const createdBy = ids.next('user');
    const apiKey = anApiKey({ id: ids.next('key'), kind: 'account', accountId, createdBy, expiresAt });
    await unitOfWork.run(({ apiKeys }) => apiKeys.add(apiKey));
    expect(await unitOfWork.run(({ apiKeys }) => apiKeys.lock(apiKey.id))).toEqual(apiKey);
    expect(await list.find(apiKey.id)).toEqual(apiKey);
    expect(await list.find(ids.next('key'))).toBeUndefined();
    const { id: keyId } = apiKey;
    const expected = {
      keyId,
      kind: 'account',
      status: 'active',
      expiresAt,
      accountId,
      accountIsClosed: false,
      creatorIsActive: false,
    };
    expect(await sessionStatus.findApiKey(apiKey.digest)).toEqual(expected);
    expect(await sessionStatus.findApiKey('another digest')).toBeUndefined();

    const revoked = revoke(apiKey, clock.advance(MINUTE_MS));
    await unitOfWork.run(({ apiKeys }) => apiKeys.save(revoked));
    expect(await unitOfWork.run(({ apiKeys }) => apiKeys.lock(apiKey.id))).toEqual(revoked);
    await closeAccount(accountId);
    expect(await sessionStatus.findApiKey(apiKey.digest)).toMatchObject({
      status: 'revoked',
      accountIsClosed: true,
    });
  });

  it('knows whether the creator of an API key is active', async () => {
    const { unitOfWork, sessionStatus, ids } = use();
    const admin = aUser({ id: ids.next('user'), role: 'admin' });
    const apiKey = anApiKey({ id: ids.next('key'), createdBy: admin.id });
    const unrecorded = anApiKey({ id: ids.next('key') });
    await unitOfWork.run(async ({ users, apiKeys }) => {
      await users.add(admin);
      for (const key of [apiKey, unrecorded]) await apiKeys.add(key);
    });
    const isActive = async ({ digest } = apiKey) => (await sessionStatus.findApiKey(digest))?.creatorIsActive;
    expect([await isActive(), await isActive(unrecorded)]).toEqual([true, true]);
    await unitOfWork.run(({ users }) => users.save({ ...admin, status: 'suspended' }));
    expect(await isActive()).toBe(false);
    await unitOfWork.run(({ users }) => users.remove(admin));
    expect([await isActive(), await isActive(unrecorded)]).toEqual([false, true]);
  });

  it('revokes the active platform keys of a creator', async () => {
    const { unitOfWork, apiKeys: list, ids, openAccount, clock } = use();
    const accountId = await openAccount();
    const [createdBy, other] = [ids.next('user'), ids.next('user')];
    const own = [1, 2].map(() => anApiKey({ id: ids.next('key'), createdBy }));
    const kept = [
      revoke(anApiKey({ id: ids.next('key'), createdBy }), NOON),
      anApiKey({ id: ids.next('key'), createdBy: other }),
      anApiKey({ id: ids.next('key'), kind: 'account', accountId, createdBy }),
      anApiKey({ id: ids.next('key') }),
    ];
    await unitOfWork.run(async ({ apiKeys }) => {
      for (const key of [...own, ...kept]) await apiKeys.add(key);
    });
    const now = clock.advance(MINUTE_MS);
    const revoked = await unitOfWork.run(({ apiKeys }) => apiKeys.revokeByCreator(createdBy, now));
    expect(revoked).toEqual(own.map(({ id }) => id));
    for (const key of own) expect(await list.find(key.id)).toEqual(revoke(key, now));
    for (const key of kept) expect(await list.find(key.id)).toEqual(key);
  });

  it('leaves no active platform key of an admin who is deleted while creating it', async () => {
    const { unitOfWork, apiKeys: list, ids, clock } = use();
    const [admin, other] = [1, 2].map(() => aUser({ id: ids.next('user'), role: 'admin' }));
    const session = aSession({ id: ids.next('sess'), userId: admin!.id, createdAt: clock.now() });
    await unitOfWork.run(async ({ users, sessions }) => {
      for (const user of [admin!, other!]) await users.add(user);
      await sessions.add(session);
    });
    const create = new CreateApiKey(unitOfWork, new PlainApiKeys(), ids, clock);
    const creating = () => create.execute(aCaller(principalFor(admin!, session.id)), { name: 'Late' });
    const deletion = new DeleteUser(unitOfWork, ids, clock).execute(aCaller(principalFor(other!)), admin!.id);
    const [deleted] = await Promise.allSettled([deletion, creating(), creating(), creating()]);
    expect(deleted).toMatchObject({ status: 'fulfilled' });
    const { items } = await list.list({}, { limit: 100 });
    expect(items.filter(({ createdBy, status }) => createdBy === admin!.id && status === 'active')).toEqual(
      [],
    );
  });

  it('lists API keys newest first, of one account or of all', async () => {
    const { unitOfWork, apiKeys: list, ids, openAccount } = use();
    const accountId = await openAccount();
    const keys: ApiKey[] = [];
    for (let index = 0; index < 3; index++) {
      keys.unshift(anApiKey({ id: ids.next('key'), kind: 'account', accountId }));
      await unitOfWork.run(({ apiKeys }) => apiKeys.add(keys[0]!));
    }
    const platform = anApiKey({ id: ids.next('key') });
    await unitOfWork.run(({ apiKeys }) => apiKeys.add(platform));
    expect(await list.list({ accountId }, { limit: 2 })).toEqual({ items: keys.slice(0, 2), hasMore: true });
    expect(await list.list({ accountId }, { limit: 2, after: keys[1]!.id })).toEqual({
      items: [keys[2]],
      hasMore: false,
    });
    expect((await list.list({}, { limit: 1 })).items).toEqual([platform]);
  });

  it('lists audit entries from any cursor in both directions', async () => {
    const { unitOfWork, audit: trail, ids, clock } = use();
    const entries: AuditEntry[] = [];
    for (const fields of [['name'], ['status'], ['password']]) {
      const act = { action: 'user.updated', subjectId: ids.next('user'), details: { fields } } as const;
      entries.unshift(auditEntry(ids, aCaller(), act, clock.advance(1)));
      await unitOfWork.run(({ audit }) => audit.add(entries[0]!));
    }
    const [newest, middle, oldest] = entries;
    await unitOfWork.run(({ audit }) => audit.addAll([]));
    expect(await trail.list({}, { limit: 3 })).toMatchObject({ items: entries });
    expect((await trail.list({}, { limit: 1, after: newest!.id })).items).toEqual([middle]);
    expect(await trail.list({}, { limit: 2, before: oldest!.id })).toEqual({
      items: [newest, middle],
      hasMore: false,
    });
  });

  it('filters audit entries by actor, by subject and by both', async () => {
    const { unitOfWork, audit: trail, ids, clock } = use();
    const [ada, bob] = [ids.next('user'), ids.next('user')];
    const byAda = { name: ada, address: undefined, agent: undefined };
    const addEntry = async (by: typeof byAda, subjectId: typeof ada): Promise<AuditEntry> => {
      const entry = auditEntry(ids, by, { action: 'user.updated', subjectId }, clock.advance(1));
      await unitOfWork.run(({ audit }) => audit.add(entry));
      return entry;
    };
    const adaToAda = await addEntry(byAda, ada);
    const adaToBob = await addEntry(byAda, bob);
    const bobToAda = await addEntry({ ...byAda, name: bob }, ada);
    const found = async (filter: AuditFilter) => (await trail.list(filter, { limit: 9 })).items;
    expect(await found({ actor: ada })).toEqual([adaToBob, adaToAda]);
    expect(await found({ subjectId: ada })).toEqual([bobToAda, adaToAda]);
    expect(await found({ actor: ada, subjectId: bob })).toEqual([adaToBob]);
    expect((await trail.list({ actor: ada }, { limit: 9, after: adaToBob.id })).items).toEqual([adaToAda]);
    expect(await found({ actor: ids.next('user') })).toEqual([]);
  });

  it('adds many audit entries at once', async () => {
    const { unitOfWork, audit: trail, ids, clock } = use();
    const act = { action: 'session.ended', details: { reason: 'quote " backslash \\ and é' } } as const;
    const callers = [aCaller(), { ...aCaller(), address: undefined, agent: undefined }];
    const entries = callers.map((caller) =>
      auditEntry(ids, caller, { ...act, subjectId: ids.next('sess') }, clock.advance(1)),
    );
    await unitOfWork.run(({ audit }) => audit.addAll(entries));
    expect((await trail.list({}, { limit: 2 })).items).toEqual(entries.toReversed());
  });
}

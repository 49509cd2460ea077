import { expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds, MINUTE_MS } from '@florin/kernel';
import { type ApiKey, revoke } from '../api-key/api-key.js';
import { type AuditEntry, auditEntry, type AuditFilter } from '../audit/audit.js';
import { aCaller, anApiKey, NOON } from './builders.js';
import type { IdentityHarness } from './identity.harness.js';

export function apiKeyAndAuditStores(use: () => IdentityHarness): void {
  it('stores an API key unchanged and finds it by its digest', async () => {
    const { unitOfWork, sessionStatus, ids, openAccount, closeAccount, clock } = use();
    const accountId = await openAccount();
    const expiresAt = addMilliseconds(NOON, DAY_MS);
    const apiKey = anApiKey({ id: ids.next('key'), kind: 'account', accountId, expiresAt });
    await unitOfWork.run(({ apiKeys }) => apiKeys.add(apiKey));
    expect(await unitOfWork.run(({ apiKeys }) => apiKeys.lock(apiKey.id))).toEqual(apiKey);
    const { id: keyId } = apiKey;
    const expected = {
      keyId,
      kind: 'account',
      status: 'active',
      expiresAt,
      accountId,
      accountIsClosed: false,
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

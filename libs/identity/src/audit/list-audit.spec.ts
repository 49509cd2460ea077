import { describe, expect, it } from '@jest/globals';
import { aCaller, aUser, SequentialIds, NOON, principalFor } from '../testing/builders.js';
import { MemoryAuditTrail } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { auditEntry } from './audit.js';
import { ListAudit } from './list-audit.js';

describe('audit trail', () => {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const ids = new SequentialIds();
  const entries = ['user.created', 'user.deleted'].map((action) =>
    auditEntry(ids, aCaller(), { action: action as 'user.created', subjectId: aUser().id }, NOON),
  );
  unitOfWork.state.audit.push(...entries);
  const list = new ListAudit(new MemoryAuditTrail(unitOfWork));

  it('is listed for admins, newest first', async () => {
    const admin = principalFor(aUser({ role: 'admin' }));
    expect(await list.execute(admin, {}, { limit: 9 })).toEqual({
      items: entries.toReversed(),
      hasMore: false,
    });
    expect(await list.execute(admin, {}, { limit: 1 })).toEqual({ items: [entries[1]], hasMore: true });
  });

  it.each(['owner', 'member', 'user'] as const)('is forbidden for the role %s', async (role) => {
    const attempt = list.execute(principalFor(aUser({ role })), {}, { limit: 9 });
    await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
  });
});

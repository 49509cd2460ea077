import { beforeAll, describe, expect, it } from '@jest/globals';
import { idFromUuid } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { NO_ACCOUNT } from '../postgres/idempotency-keys.js';
import { MailOutbox } from './mail-outbox.js';
import { MailEntity } from './mail.entity.js';

const USER = '0197b3c2-0000-7000-8000-000000000001';
const NOW = new Date('2026-07-01T10:00:00.000Z');

describe('the mail outbox', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    ({ dataSource } = await openDatabase());
  });

  const mail = (now: Date) => ({
    kind: 'password_reset' as const,
    accountId: undefined,
    subjectId: idFromUuid('user', USER),
    now,
  });

  it('stores ids only, also of a user without an account, and the mail is due at once', async () => {
    const id = await dataSource.transaction((manager) => new MailOutbox(manager).add(mail(NOW)));
    expect(await dataSource.manager.findOneBy(MailEntity, { id })).toEqual({
      accountId: NO_ACCOUNT,
      id,
      kind: 'password_reset',
      subjectId: USER,
      status: 'pending',
      dueAt: NOW,
      nextAttemptAt: NOW,
      attempts: 0,
      createdAt: NOW,
    });
  });

  it('adds nothing if the SQL transaction is rolled back', async () => {
    const later = new Date(NOW.getTime() + 1);
    const failing = dataSource.transaction(async (manager) => {
      await new MailOutbox(manager).add(mail(later));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await dataSource.manager.countBy(MailEntity, { createdAt: later })).toBe(0);
  });

  it('stores a code as last error, never a text that may contain an address', async () => {
    const id = await dataSource.transaction((manager) => new MailOutbox(manager).add(mail(NOW)));
    const storing = (lastError: string) => dataSource.manager.update(MailEntity, { id }, { lastError });
    await storing('smtp_550');
    await expect(storing('550 no mailbox ada@example.com')).rejects.toThrow('mails_last_error_check');
  });
});

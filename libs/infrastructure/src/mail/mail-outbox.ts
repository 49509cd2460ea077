import { randomUUID } from 'node:crypto';
import { type AccountId, type Id, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';
import { insertItem } from '../postgres/entity-mapping.js';
import { NO_ACCOUNT } from '../postgres/idempotency-keys.js';
import { MailEntity, type MailKind } from './mail.entity.js';

export interface NewMail {
  readonly kind: MailKind;
  /** Undefined: a user without an account. */
  readonly accountId: AccountId | undefined;
  readonly subjectId: Id;
  readonly now: Date;
  /** By default `now`. */
  readonly dueAt?: Date;
}

/** The transactional outbox of mails: a mail is a row of the manager's SQL transaction, and is sent after its commit. */
export class MailOutbox {
  constructor(private readonly manager: EntityManager) {}

  /** Returns the UUID of the mail. */
  async add({ kind, accountId, subjectId, now, dueAt = now }: NewMail): Promise<string> {
    const id = randomUUID();
    await insertItem(this.manager, MailEntity, {
      accountId: accountId === undefined ? NO_ACCOUNT : uuidFromId(accountId),
      id,
      kind,
      subjectId: uuidFromId(subjectId),
      status: 'pending',
      dueAt,
      nextAttemptAt: dueAt,
      attempts: 0,
      lastError: undefined,
      sentAt: undefined,
      createdAt: now,
    });
    return id;
  }
}

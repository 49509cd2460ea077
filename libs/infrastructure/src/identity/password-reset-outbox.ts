import type { PasswordReset, PasswordResetMails } from '@florin/identity';
import type { MailOutbox } from '../mail/mail-outbox.js';

/** Without the account, so that the row is the same for every user and for none. */
export class PasswordResetOutbox implements PasswordResetMails {
  constructor(private readonly outbox: MailOutbox) {}

  async add({ id, createdAt }: PasswordReset): Promise<void> {
    await this.outbox.add({
      kind: 'password_reset',
      accountId: undefined,
      subjectId: id,
      now: createdAt,
    });
  }
}

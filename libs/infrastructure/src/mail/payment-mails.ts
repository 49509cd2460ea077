import { type AccountId, uuidFromId } from '@florin/kernel';
import type { PaymentMails, PaymentRequest, Refund } from '@florin/payments';
import type { EntityManager } from 'typeorm';
import { MailOutbox } from './mail-outbox.js';

type Due = readonly { readonly dueAt: Date }[];

const LATEST = `
  SELECT due_at AS "dueAt" FROM mails WHERE account_id = $1 AND subject_id = $2 AND kind = 'payment_request'
  ORDER BY due_at DESC LIMIT 1`;

const RECENT = `
  SELECT due_at AS "dueAt" FROM mails WHERE account_id = $1 AND kind = 'payment_request' AND due_at > $2
  ORDER BY due_at DESC OFFSET $3 LIMIT 1`;

export class OutboxPaymentMails implements PaymentMails {
  private readonly outbox: MailOutbox;

  constructor(private readonly manager: EntityManager) {
    this.outbox = new MailOutbox(manager);
  }

  async latestDueAt({ id, accountId }: PaymentRequest): Promise<Date | undefined> {
    const [latest] = await this.manager.query<Due>(LATEST, [uuidFromId(accountId), uuidFromId(id)]);
    return latest?.dueAt;
  }

  async recentDueAt(accountId: AccountId, count: number, since: Date): Promise<Date | undefined> {
    const [recent] = await this.manager.query<Due>(RECENT, [uuidFromId(accountId), since, count - 1]);
    return recent?.dueAt;
  }

  async addRequest({ id, accountId }: PaymentRequest, dueAt: Date, now: Date): Promise<void> {
    await this.outbox.add({ kind: 'payment_request', accountId, subjectId: id, now, dueAt });
  }

  async addReceipt({ id, accountId }: PaymentRequest, now: Date): Promise<void> {
    await this.outbox.add({ kind: 'receipt', accountId, subjectId: id, now });
  }

  async addRefund({ id, accountId }: Refund, now: Date): Promise<void> {
    await this.outbox.add({ kind: 'refund', accountId, subjectId: id, now });
  }
}

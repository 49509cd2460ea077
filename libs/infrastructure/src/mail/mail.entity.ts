import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';
import { optional, rowReader } from '../postgres/entity-mapping.js';

export type MailKind = 'payment_request' | 'receipt' | 'refund' | 'password_reset' | 'account_closed';

type MailStatus = 'pending' | 'sent' | 'skipped' | 'failed';

/** A row of the outbox. The worker derives the recipient, the link and the texts from the ids when it sends. */
export interface Mail {
  /** A UUID; `NO_ACCOUNT` for a user without an account. */
  readonly accountId: string;
  /** A UUID. The Message-ID is derived from it, so it is the same for each attempt. */
  readonly id: string;
  readonly kind: MailKind;
  /** UUID of a payment request (`payment_request`, `receipt`), a refund, a password reset or an account. */
  readonly subjectId: string;
  /** `skipped`: no longer needed when it was due, such as the mail of a payment request that is paid. */
  readonly status: MailStatus;
  /** When it was to be sent first. The limits count by it. */
  readonly dueAt: Date;
  readonly nextAttemptAt: Date | undefined;
  readonly attempts: number;
  /** A code, never the text of an error: that may contain an address. */
  readonly lastError: string | undefined;
  readonly sentAt: Date | undefined;
  readonly createdAt: Date;
}

/** The claim is only used in conditions, never selected. */
type MailRow = Mail & { readonly claimedUntil?: Date };

export const MailEntity = new EntitySchema<MailRow>({
  name: 'mail',
  tableName: 'mails',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    kind: { type: 'text' },
    subjectId: { name: 'subject_id', type: 'uuid' },
    status: { type: 'text' },
    dueAt: instant('due_at'),
    nextAttemptAt: optional(instant('next_attempt_at')),
    claimedUntil: { ...instant('claimed_until'), nullable: true, select: false },
    attempts: { type: 'integer' },
    lastError: optional({ name: 'last_error', type: 'text' }),
    sentAt: optional(instant('sent_at')),
    createdAt: instant('created_at'),
  },
});

export const mailOf = rowReader(MailEntity);

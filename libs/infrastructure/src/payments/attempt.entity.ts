import { idFromUuid, uuidFromId } from '@florin/kernel';
import type { Attempt, AttemptStatus, CardBrand, DeclineReason } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { instant, optionalInstant } from '../postgres/columns.js';

export interface AttemptRow {
  accountId: string;
  paymentRequestId: string;
  number: number;
  status: string;
  brand: string;
  last4: string;
  declineReason: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

export const AttemptEntity = new EntitySchema<AttemptRow>({
  name: 'payment_attempt',
  tableName: 'payment_attempts',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    paymentRequestId: { name: 'payment_request_id', type: 'uuid', primary: true },
    number: { type: 'integer', primary: true },
    status: { type: 'text' },
    brand: { type: 'text' },
    last4: { type: 'text' },
    declineReason: { name: 'decline_reason', type: 'text', nullable: true },
    startedAt: instant('started_at'),
    endedAt: optionalInstant('ended_at'),
  },
});

export const attemptOf = (row: AttemptRow): Attempt => ({
  ...row,
  accountId: idFromUuid('acct', row.accountId),
  paymentRequestId: idFromUuid('pay', row.paymentRequestId),
  status: row.status as AttemptStatus,
  brand: row.brand as CardBrand,
  declineReason: (row.declineReason as DeclineReason | null) ?? undefined,
  endedAt: row.endedAt ?? undefined,
});

export const attemptRowOf = (attempt: Attempt): AttemptRow => ({
  ...attempt,
  accountId: uuidFromId(attempt.accountId),
  paymentRequestId: uuidFromId(attempt.paymentRequestId),
  declineReason: attempt.declineReason ?? null,
  endedAt: attempt.endedAt ?? null,
});

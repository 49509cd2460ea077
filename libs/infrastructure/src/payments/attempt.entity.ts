import type { Attempt } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

export const AttemptEntity = new EntitySchema<Attempt>({
  name: 'payment_attempt',
  tableName: 'payment_attempts',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    paymentRequestId: { ...idColumn('pay', 'payment_request_id'), primary: true },
    number: { type: 'integer', primary: true },
    status: { type: 'text' },
    brand: { type: 'text' },
    last4: { type: 'text' },
    declineReason: optional({ name: 'decline_reason', type: 'text' }),
    startedAt: instant('started_at'),
    endedAt: optional(instant('ended_at')),
  },
});

export const attemptOf = rowReader(AttemptEntity);

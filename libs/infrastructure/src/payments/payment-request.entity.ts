import { type Currency, type Email, idFromUuid, type Metadata, uuidFromId } from '@florin/kernel';
import type { CancelReason, PaymentRequest, PaymentRequestStatus } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { bigintColumn, instant, optionalInstant, safeInteger } from '../postgres/columns.js';

export interface PaymentRequestRow {
  accountId: string;
  id: string;
  /** Never read back: it is only searched for. */
  pageDigest: string;
  amount: number;
  currency: string;
  status: string;
  customerEmail: string;
  reference: string | null;
  /** `object`, because `Metadata` is too deep a type for TypeORM's own. */
  metadata: object;
  expiresAt: Date;
  declines: number;
  attempts: number;
  charging: boolean;
  createdAt: Date;
  updatedAt: Date;
  transactionId: string | null;
  canceledAt: Date | null;
  cancelReason: string | null;
  subscriptionId: string | null;
}

export const PaymentRequestEntity = new EntitySchema<PaymentRequestRow>({
  name: 'payment_request',
  tableName: 'payment_requests',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    pageDigest: { name: 'page_digest', type: 'text', select: false },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    status: { type: 'text' },
    customerEmail: { name: 'customer_email', type: 'text' },
    reference: { type: 'text', nullable: true },
    metadata: { type: 'json' },
    expiresAt: instant('expires_at'),
    declines: { type: 'integer' },
    attempts: { type: 'integer' },
    charging: { type: 'boolean' },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    transactionId: { name: 'transaction_id', type: 'uuid', nullable: true },
    canceledAt: optionalInstant('canceled_at'),
    cancelReason: { name: 'cancel_reason', type: 'text', nullable: true },
    subscriptionId: { name: 'subscription_id', type: 'uuid', nullable: true },
  },
});

export const paymentRequestOf = ({ pageDigest: _, ...row }: PaymentRequestRow): PaymentRequest => ({
  ...row,
  id: idFromUuid('pay', row.id),
  accountId: idFromUuid('acct', row.accountId),
  amount: safeInteger(row.amount),
  currency: row.currency as Currency,
  status: row.status as PaymentRequestStatus,
  customerEmail: row.customerEmail as Email,
  reference: row.reference ?? undefined,
  metadata: row.metadata as Metadata,
  transactionId: row.transactionId === null ? undefined : idFromUuid('txn', row.transactionId),
  canceledAt: row.canceledAt ?? undefined,
  cancelReason: (row.cancelReason as CancelReason | null) ?? undefined,
  subscriptionId: row.subscriptionId === null ? undefined : idFromUuid('sub', row.subscriptionId),
});

export const paymentRequestRowOf = (request: PaymentRequest): Omit<PaymentRequestRow, 'pageDigest'> => ({
  ...request,
  id: uuidFromId(request.id),
  accountId: uuidFromId(request.accountId),
  reference: request.reference ?? null,
  transactionId: request.transactionId === undefined ? null : uuidFromId(request.transactionId),
  canceledAt: request.canceledAt ?? null,
  cancelReason: request.cancelReason ?? null,
  subscriptionId: request.subscriptionId === undefined ? null : uuidFromId(request.subscriptionId),
});

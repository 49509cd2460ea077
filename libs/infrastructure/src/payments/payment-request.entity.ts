import type { PaymentRequest } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

/** The digest is only used in conditions, never selected. */
type PaymentRequestRow = PaymentRequest & { readonly pageDigest?: string };

export const PaymentRequestEntity = new EntitySchema<PaymentRequestRow>({
  name: 'payment_request',
  tableName: 'payment_requests',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...idColumn('pay'), primary: true },
    pageDigest: { name: 'page_digest', type: 'text', select: false },
    amount: { ...bigintColumn },
    currency: { type: 'text' },
    status: { type: 'text' },
    customerEmail: { name: 'customer_email', type: 'text' },
    reference: optional({ type: 'text' }),
    metadata: { type: 'json' },
    expiresAt: instant('expires_at'),
    declines: { type: 'integer' },
    attempts: { type: 'integer' },
    charging: { type: 'boolean' },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    transactionId: optional(idColumn('txn', 'transaction_id')),
    refundedAmount: { name: 'refunded_amount', ...bigintColumn },
    canceledAt: optional(instant('canceled_at')),
    cancelReason: optional({ name: 'cancel_reason', type: 'text' }),
    subscriptionId: optional(idColumn('sub', 'subscription_id')),
    description: optional({ type: 'text' }),
    lineItems: { name: 'line_items', type: 'json' },
    successUrl: optional({ name: 'success_url', type: 'text' }),
    cancelUrl: optional({ name: 'cancel_url', type: 'text' }),
    sendEmail: { name: 'send_email', type: 'boolean' },
  },
});

export const paymentRequestOf = rowReader(PaymentRequestEntity);
export const paymentRequestRowOf = rowWriter(PaymentRequestEntity);

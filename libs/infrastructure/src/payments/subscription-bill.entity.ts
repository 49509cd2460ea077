import type { Bill } from '@florin/payments';
import { EntitySchema } from 'typeorm';
import { idColumn } from '../postgres/entity-mapping.js';

export const SubscriptionBillEntity = new EntitySchema<Bill>({
  name: 'subscription_bill',
  tableName: 'subscription_bills',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    subscriptionId: { ...idColumn('sub', 'subscription_id'), primary: true },
    period: { name: 'period_number', type: 'integer', primary: true },
    window: { name: 'window_number', type: 'integer', primary: true },
    paymentId: idColumn('pay', 'payment_id'),
  },
});

import { idFromUuid, uuidFromId } from '@florin/kernel';
import type { Bill } from '@florin/payments';
import { EntitySchema } from 'typeorm';

export interface SubscriptionBillRow {
  accountId: string;
  subscriptionId: string;
  periodNumber: number;
  windowNumber: number;
  paymentId: string;
}

export const SubscriptionBillEntity = new EntitySchema<SubscriptionBillRow>({
  name: 'subscription_bill',
  tableName: 'subscription_bills',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    subscriptionId: { name: 'subscription_id', type: 'uuid', primary: true },
    periodNumber: { name: 'period_number', type: 'integer', primary: true },
    windowNumber: { name: 'window_number', type: 'integer', primary: true },
    paymentId: { name: 'payment_id', type: 'uuid' },
  },
});

export const billOf = (row: SubscriptionBillRow): Bill => ({
  accountId: idFromUuid('acct', row.accountId),
  subscriptionId: idFromUuid('sub', row.subscriptionId),
  period: row.periodNumber,
  window: row.windowNumber,
  paymentId: idFromUuid('pay', row.paymentId),
});

export const billRowOf = (bill: Bill): SubscriptionBillRow => ({
  accountId: uuidFromId(bill.accountId),
  subscriptionId: uuidFromId(bill.subscriptionId),
  periodNumber: bill.period,
  windowNumber: bill.window,
  paymentId: uuidFromId(bill.paymentId),
});

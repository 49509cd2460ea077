import { idFromUuid, uuidFromId } from '@florin/kernel';
import type { Bill, Subscription } from '@florin/payments';
import type { EntityManager } from 'typeorm';

interface BillRow {
  readonly period: number;
  readonly window: number;
  readonly payment: string;
}

export const BILL_COLUMNS = `bill.period_number AS period, bill.window_number AS "window", bill.payment_id AS payment`;

export const SELECT_BILL = `
  SELECT ${BILL_COLUMNS} FROM subscription_bills bill
  WHERE bill.account_id = $1 AND bill.subscription_id = $2 AND bill.payment_id = $3`;

/** Bills of one subscription. The statement finds its account and itself in its first two parameters. */
export async function readBills(
  manager: EntityManager,
  sql: string,
  { id, accountId }: Subscription,
  ...more: (string | number)[]
): Promise<Bill[]> {
  const parameters = [uuidFromId(accountId), uuidFromId(id), ...more];
  const rows = await manager.query<BillRow[]>(sql, parameters);
  return rows.map(({ payment, ...place }) => ({
    ...place,
    accountId,
    subscriptionId: id,
    paymentId: idFromUuid('pay', payment),
  }));
}

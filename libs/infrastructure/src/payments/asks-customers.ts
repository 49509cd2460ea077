import { type AccountId, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';

/** Whether an account has a request that can still be paid, or a subscription that may issue one. */
export async function asksCustomers(manager: EntityManager, accountId: AccountId): Promise<boolean> {
  const [row] = await manager.query<{ asked: boolean }[]>(ASKED, [uuidFromId(accountId)]);
  return row?.asked === true;
}

const ASKED = `
  SELECT EXISTS (SELECT 1 FROM payment_requests WHERE account_id = $1 AND status = 'pending')
    OR EXISTS (SELECT 1 FROM subscriptions WHERE account_id = $1 AND status <> 'canceled') AS asked`;

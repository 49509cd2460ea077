import { type AccountId, invalidRequest, uuidFromId } from '@florin/kernel';
import type { EntityManager } from 'typeorm';

/**
 * Refuses another currency to an account whose customers have been asked to pay in this one: what they pay could not
 * be put on its book. Whoever asks a customer holds the account, so under its lock the answer stays true.
 */
export async function refuseWhileCustomersAreAsked(
  manager: EntityManager,
  accountId: AccountId,
): Promise<void> {
  const [row] = await manager.query<{ asked: boolean }[]>(ASKED, [uuidFromId(accountId)]);
  if (row?.asked !== true) return;
  throw invalidRequest(
    'settings.currency cannot change while customers are asked to pay in it: cancel what is pending first.',
  );
}

const ASKED = `
  SELECT EXISTS (SELECT 1 FROM payment_requests WHERE account_id = $1 AND status = 'pending')
    OR EXISTS (SELECT 1 FROM subscriptions WHERE account_id = $1 AND status <> 'canceled') AS asked`;

import type { AccountId, WebhookEndpointId } from '@florin/kernel';
import type { DisableReason, WebhookEndpoint } from './webhook-endpoint.js';

export interface WebhookEndpointRepository {
  /** Counts the endpoints of the account, or those without an account. No other is added until the commit. */
  countForInsert(accountId: AccountId | undefined): Promise<number>;
  add(endpoint: WebhookEndpoint): Promise<void>;
  /** Locked for update until the commit. `accountId` is the account scope; undefined: endpoints of all accounts. */
  lock(id: WebhookEndpointId, accountId: AccountId | undefined): Promise<WebhookEndpoint | undefined>;
  /**
   * Those of `failed`, and those of `succeeded` that have `failingSince`: the others do not change. Those that still
   * exist, locked for update in id order until the commit. An id can be in both.
   */
  lockAttempted(
    failed: readonly WebhookEndpointId[],
    succeeded: readonly WebhookEndpointId[],
  ): Promise<readonly WebhookEndpoint[]>;
  /** The caller holds the row lock. */
  save(endpoint: WebhookEndpoint): Promise<void>;
  /** Its deliveries are not sent any more. The caller holds the row lock. */
  remove(id: WebhookEndpointId): Promise<void>;
}

export interface WebhookAccounts {
  /** Keeps the account from being closed until the commit. False if there is none, or a closed one. */
  lockOpen(accountId: AccountId): Promise<boolean>;
}

/** The audit trail of endpoints without an account, which have no events. */
export interface WebhookAudit {
  addDisabled(endpoint: WebhookEndpoint, reason: DisableReason, now: Date): Promise<void>;
}

import { type AccountId, uuidFromId, type WebhookEndpointId } from '@florin/kernel';
import type { WebhookEndpoint, WebhookEndpointRepository } from '@florin/webhooks';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { ROW_LOCK } from '../postgres/find-options.js';
import { NO_ACCOUNT } from '../postgres/idempotency-keys.js';
import { WebhookEndpointEntity, webhookEndpointOf, webhookEndpointRowOf } from './webhook-endpoint.entity.js';

/** The first key of a two-key advisory lock: "whep" in ASCII. */
const ENDPOINTS_OF_ACCOUNT = 0x77686570;

export class TypeOrmWebhookEndpointRepository implements WebhookEndpointRepository {
  constructor(private readonly manager: EntityManager) {}

  async countForInsert(accountId: AccountId | undefined): Promise<number> {
    await this.manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      ENDPOINTS_OF_ACCOUNT,
      accountId === undefined ? NO_ACCOUNT : uuidFromId(accountId),
    ]);
    return this.manager.countBy(WebhookEndpointEntity, { accountId: accountId ?? IsNull() });
  }

  add(endpoint: WebhookEndpoint): Promise<void> {
    return insertItem(this.manager, WebhookEndpointEntity, webhookEndpointRowOf(endpoint));
  }

  async lock(id: WebhookEndpointId, accountId: AccountId | undefined): Promise<WebhookEndpoint | undefined> {
    const where = accountId === undefined ? { id } : { id, accountId };
    const row = await this.manager.findOne(WebhookEndpointEntity, { where, lock: ROW_LOCK });
    return row === null ? undefined : webhookEndpointOf(row);
  }

  async lockAttempted(
    failed: readonly WebhookEndpointId[],
    succeeded: readonly WebhookEndpointId[],
  ): Promise<readonly WebhookEndpoint[]> {
    if (failed.length + succeeded.length === 0) return [];
    const rows = await this.manager.find(WebhookEndpointEntity, {
      where: [{ id: In([...failed]) }, { id: In([...succeeded]), failingSince: Not(IsNull()) }],
      order: { id: 'ASC' },
      lock: ROW_LOCK,
    });
    return rows.map(webhookEndpointOf);
  }

  save(endpoint: WebhookEndpoint): Promise<void> {
    return updateItem(this.manager, WebhookEndpointEntity, webhookEndpointRowOf(endpoint));
  }

  async remove(id: WebhookEndpointId): Promise<void> {
    await this.manager.delete(WebhookEndpointEntity, { id });
  }
}

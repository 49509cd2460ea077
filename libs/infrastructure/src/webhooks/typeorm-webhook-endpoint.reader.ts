import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  uuidFromId,
  type WebhookEndpointId,
} from '@florin/kernel';
import { type WebhookEndpoint, WebhookEndpointReader } from '@florin/webhooks';
import type { DataSource } from 'typeorm';
import { readPage } from '../postgres/read-page.js';
import { WebhookEndpointEntity, webhookEndpointOf, webhookEndpointOfRow } from './webhook-endpoint.entity.js';

export class TypeOrmWebhookEndpointReader extends WebhookEndpointReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async find(id: WebhookEndpointId, accountId: AccountId | undefined): Promise<WebhookEndpoint | undefined> {
    const where = accountId === undefined ? { id } : { id, accountId };
    const row = await this.dataSource.manager.findOneBy(WebhookEndpointEntity, where);
    return row === null ? undefined : webhookEndpointOf(row);
  }

  list(
    accountId: AccountId | undefined,
    request: CursorRequest<WebhookEndpointId>,
  ): Promise<CursorPage<WebhookEndpoint>> {
    const ofAccount = accountId && (['account_id = ?', uuidFromId(accountId)] as const);
    return readPage(this.dataSource, WebhookEndpointEntity, [ofAccount], request, webhookEndpointOfRow);
  }
}

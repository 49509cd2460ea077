import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  uuidFromId,
  type WebhookDeliveryId,
  type WebhookEndpointId,
} from '@florin/kernel';
import { type DeliveryStatus, type WebhookDelivery, WebhookDeliveryReader } from '@florin/webhooks';
import type { DataSource, EntityManager } from 'typeorm';
import { selectListOf } from '../postgres/columns.js';
import { DELIVERIES_BY_ID_HINT } from '../postgres/partial-index-hints.js';
import { readPage } from '../postgres/read-page.js';
import { WebhookDeliveryEntity, webhookDeliveryOf } from './webhook-delivery.entity.js';

const FIND = `
  SELECT ${selectListOf(WebhookDeliveryEntity)} FROM webhook_deliveries
  JOIN webhook_endpoints ON webhook_endpoints.id = webhook_deliveries.endpoint_id
  WHERE webhook_deliveries.id = $1`;
const FIND_IN_ALL_ACCOUNTS = `${FIND} AND ${DELIVERIES_BY_ID_HINT}`;
// The events of an endpoint with an account are those of the account.
const FIND_IN_ACCOUNT = `${FIND} AND webhook_deliveries.account_id = $2 AND webhook_endpoints.account_id = $2`;

export async function findDelivery(
  manager: EntityManager,
  id: WebhookDeliveryId,
  accountId: AccountId | undefined,
): Promise<WebhookDelivery | undefined> {
  const uuid = uuidFromId(id);
  const rows =
    accountId === undefined
      ? await manager.query<object[]>(FIND_IN_ALL_ACCOUNTS, [uuid])
      : await manager.query<object[]>(FIND_IN_ACCOUNT, [uuid, uuidFromId(accountId)]);
  return rows.map(webhookDeliveryOf)[0];
}

export class TypeOrmWebhookDeliveryReader extends WebhookDeliveryReader {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  find(id: WebhookDeliveryId, accountId: AccountId | undefined): Promise<WebhookDelivery | undefined> {
    return findDelivery(this.dataSource.manager, id, accountId);
  }

  list(
    endpointId: WebhookEndpointId,
    status: DeliveryStatus | undefined,
    request: CursorRequest<WebhookDeliveryId>,
  ): Promise<CursorPage<WebhookDelivery>> {
    const uuid = uuidFromId(endpointId);
    const conditions = [
      ['endpoint_id = ? AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ?)', uuid, uuid] as const,
      status === undefined ? undefined : (['status = ?', status] as const),
    ];
    return readPage(this.dataSource, WebhookDeliveryEntity, conditions, request, webhookDeliveryOf);
  }
}

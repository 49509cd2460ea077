import type { EncryptedSecret, WebhookEndpoint } from '@florin/webhooks';
import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';

type WebhookEndpointRow = Omit<WebhookEndpoint, 'previousSecret'> & {
  readonly previousSecret: EncryptedSecret | undefined;
  readonly previousSecretExpiresAt: Date | undefined;
};

export const WebhookEndpointEntity = new EntitySchema<WebhookEndpointRow>({
  name: 'webhook_endpoint',
  tableName: 'webhook_endpoints',
  columns: {
    id: { ...idColumn('whe'), primary: true },
    accountId: optional(idColumn('acct', 'account_id')),
    url: { type: 'text' },
    events: { type: 'text', array: true },
    description: optional({ type: 'text' }),
    status: { type: 'text' },
    secret: { type: 'text' },
    previousSecret: optional({ name: 'previous_secret', type: 'text' }),
    previousSecretExpiresAt: optional(instant('previous_secret_expires_at')),
    failingSince: optional(instant('failing_since')),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

const fromRow = rowReader(WebhookEndpointEntity);

export const webhookEndpointOfRow = (row: object): WebhookEndpoint => webhookEndpointOf(fromRow(row));

export function webhookEndpointOf(row: WebhookEndpointRow): WebhookEndpoint {
  const { previousSecret: secret, previousSecretExpiresAt: expiresAt, ...endpoint } = row;
  const previousSecret = secret === undefined || expiresAt === undefined ? undefined : { secret, expiresAt };
  return { ...endpoint, previousSecret };
}

export const webhookEndpointRowOf = ({
  previousSecret,
  ...endpoint
}: WebhookEndpoint): WebhookEndpointRow => ({
  ...endpoint,
  previousSecret: previousSecret?.secret,
  previousSecretExpiresAt: previousSecret?.expiresAt,
});

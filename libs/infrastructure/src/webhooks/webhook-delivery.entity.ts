import { type AccountId, idFromUuid, uuidFromId } from '@florin/kernel';
import type { DeliveryAttempt, WebhookDelivery } from '@florin/webhooks';
import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { NO_ACCOUNT } from '../postgres/idempotency-keys.js';

/** The claim is only used in conditions, never selected. */
type WebhookDeliveryRow = WebhookDelivery & { readonly claimedUntil?: Date };

/** A delivery of a test has no account if its endpoint has none. */
export const accountOrNone = {
  from: (uuid: string) => (uuid === NO_ACCOUNT ? undefined : idFromUuid('acct', uuid)),
  to: (id: AccountId | undefined) => (id === undefined ? NO_ACCOUNT : uuidFromId(id)),
};

type StoredAttempt = Omit<DeliveryAttempt, 'at'> & { readonly at: string };

const attempts = {
  from: (stored: readonly StoredAttempt[]): DeliveryAttempt[] =>
    stored.map(({ at, statusCode, error, durationMs, response }) => ({
      at: new Date(at),
      statusCode,
      error,
      durationMs,
      response,
    })),
  to: (kept: readonly DeliveryAttempt[]): readonly DeliveryAttempt[] => kept,
};

export const WebhookDeliveryEntity = new EntitySchema<WebhookDeliveryRow>({
  name: 'webhook_delivery',
  tableName: 'webhook_deliveries',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true, transformer: accountOrNone },
    id: { ...idColumn('whd'), primary: true },
    endpointId: idColumn('whe', 'endpoint_id'),
    eventId: idColumn('evt', 'event_id'),
    eventType: { name: 'event_type', type: 'text' },
    status: { type: 'text' },
    nextAttemptAt: optional(instant('next_attempt_at')),
    claimedUntil: { ...instant('claimed_until'), nullable: true, select: false },
    failures: { type: 'integer' },
    attempts: { type: 'jsonb', transformer: attempts },
    createdAt: instant('created_at'),
  },
});

export const webhookDeliveryOf = rowReader(WebhookDeliveryEntity);
export const webhookDeliveryRowOf = rowWriter(WebhookDeliveryEntity);

import { ACCOUNT_EVENTS } from '@florin/accounts';
import type { ListEventsQuery } from '@florin/client';
import { TRANSACTION_EVENTS, TRANSFER_EVENTS } from '@florin/ledger';
import { PAYMENT_REQUEST_EVENTS, REFUND_EVENTS, SUBSCRIPTION_EVENTS } from '@florin/payments';
import { WEBHOOK_ENDPOINT_EVENTS } from '@florin/webhooks';

export type EventType = NonNullable<NonNullable<ListEventsQuery>['type']>;

export const EVENT_TYPES: readonly EventType[] = [
  ...ACCOUNT_EVENTS,
  ...TRANSACTION_EVENTS,
  ...TRANSFER_EVENTS,
  ...PAYMENT_REQUEST_EVENTS,
  ...REFUND_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...WEBHOOK_ENDPOINT_EVENTS,
];

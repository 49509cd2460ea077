import { ACCOUNT_EVENTS } from '@florin/accounts';
import { TRANSACTION_EVENTS, TRANSFER_EVENTS } from '@florin/ledger';
import { PAYMENT_REQUEST_EVENTS, REFUND_EVENTS, SUBSCRIPTION_EVENTS } from '@florin/payments';
import { WEBHOOK_ENDPOINT_EVENTS } from '@florin/webhooks';

/** Of all domain libraries, which do not import each other. */
export const EVENT_TYPES = [
  ...ACCOUNT_EVENTS,
  ...TRANSACTION_EVENTS,
  ...TRANSFER_EVENTS,
  ...PAYMENT_REQUEST_EVENTS,
  ...REFUND_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...WEBHOOK_ENDPOINT_EVENTS,
];

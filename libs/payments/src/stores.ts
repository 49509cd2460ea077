import { UnitOfWork } from '@florin/kernel';
import type { PayeeRepository } from './payment-request/payee.js';
import type {
  PayeeBalances,
  PaymentEvents,
  PaymentRequestRepository,
} from './payment-request/payment-request.repository.js';
import type { PaymentMails } from './payment-request/payment-mails.js';
import type { RefundRepository } from './refund/refund.repository.js';
import type { SubscriptionRepository } from './subscription/subscription.repository.js';

// Lock order: the account, its balance, its requests, its subscriptions. Under the lock of the balance, requests and
// subscriptions may be locked in either order.
export interface PaymentsStores {
  readonly payees: PayeeRepository;
  readonly balances: PayeeBalances;
  readonly requests: PaymentRequestRepository;
  readonly refunds: RefundRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly events: PaymentEvents;
  readonly mails: PaymentMails;
}

export abstract class PaymentsUnitOfWork extends UnitOfWork<PaymentsStores> {}

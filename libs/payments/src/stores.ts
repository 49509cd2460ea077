import { UnitOfWork } from '@florin/kernel';
import type { PayeeRepository } from './payment-request/payee.js';
import type {
  PayeeBalances,
  PaymentEvents,
  PaymentRequestRepository,
} from './payment-request/payment-request.repository.js';
import type { SubscriptionRepository } from './subscription/subscription.repository.js';

// Locks are always taken in this order: the account, its book, its requests, its subscriptions. Only under the book's lock
// may the last two change places.
export interface PaymentsStores {
  readonly payees: PayeeRepository;
  readonly balances: PayeeBalances;
  readonly requests: PaymentRequestRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly events: PaymentEvents;
}

export abstract class PaymentsUnitOfWork extends UnitOfWork<PaymentsStores> {}

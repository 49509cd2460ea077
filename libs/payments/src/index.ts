export { type PaymentsCode } from './errors.js';
export { type Place } from './in-turn.js';
export {
  type Attempt,
  ATTEMPT_LIFE,
  ATTEMPT_STATUSES,
  type AttemptAction,
  type AttemptStatus,
  chargeKeyOf,
} from './payment-request/attempt.js';
export { CancelPaymentRequest } from './payment-request/cancel-payment-request.js';
export { cancelPendingRequests } from './payment-request/cancel-pending-requests.js';
export { ConcludeAttempt } from './payment-request/conclude-attempt.js';
export { CreatePaymentRequest } from './payment-request/create-payment-request.js';
export { ExpireDue } from './payment-request/expire-due.js';
export { GetPaymentRequest } from './payment-request/get-payment-request.js';
export { PageSecrets } from './payment-request/page-secrets.js';
export { PayPaymentRequest, type PaymentTry } from './payment-request/pay-payment-request.js';
export { accountNotFound, type Payee, PayeeDirectory, type Payees } from './payment-request/payee.js';
export {
  type Obstacle,
  OpenPaymentPage,
  type PageState,
  type PaymentPage,
} from './payment-request/payment-page.js';
export {
  PaymentRequestReader,
  type PaymentRequestFilter,
  type RequestWithLastAttempt,
} from './payment-request/payment-request.reader.js';
export type {
  PayeeBooks,
  PaymentEvents,
  PaymentRequestRepository,
} from './payment-request/payment-request.repository.js';
export {
  CANCEL_REASONS,
  type CancelReason,
  MAX_DECLINES,
  type NewPaymentRequest,
  PAYMENT_REQUEST_EVENTS,
  PAYMENT_REQUEST_LIFE,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequest,
  type PaymentRequestAction,
  type PaymentRequestEvent,
  type PaymentRequestEventType,
  type PaymentRequestStatus,
} from './payment-request/payment-request.js';
export { ResolveStuckAttempts } from './payment-request/resolve-stuck-attempts.js';
export {
  BRAND_OF_PREFIX,
  brandOf,
  type Card,
  CARD_BRANDS,
  CARD_FIELDS,
  type CardBrand,
  type CardFacts,
  type CardField,
  type CardInput,
  type CardProblem,
  type CardProblems,
  factsOf,
  firstGoodMonth,
  parseCard,
  type ParsedCard,
  passesLuhn,
} from './processor/card.js';
export { FAULT_POINTS, type FaultPoint, FaultPoints, NoFaultPoints } from './processor/fault-points.js';
export { LateAnswers, NoLateAnswers } from './processor/late-answers.js';
export {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  DECLINE_REASONS,
  type DeclineReason,
  PaymentProcessor,
  StillCharging,
} from './processor/payment-processor.js';
export { type PaymentsStores, PaymentsUnitOfWork } from './stores.js';
export type { Bill } from './subscription/bill.js';
export { BillDue } from './subscription/bill-due.js';
export { type BillingWindow, windowAt } from './subscription/billing-window.js';
export { cancelPausedSubscriptions, CancelSubscription } from './subscription/cancel-subscription.js';
export { CreateSubscription } from './subscription/create-subscription.js';
export { GetSubscription } from './subscription/get-subscription.js';
export { PauseSubscription } from './subscription/pause-subscription.js';
export { type Interval, INTERVALS, type Period, periodOf, type Rhythm } from './subscription/period.js';
export { ResumeSubscription } from './subscription/resume-subscription.js';
export {
  BILLED_STATUSES,
  isAsking,
  type CanceledSubscription,
  dueAt,
  type NewSubscription,
  type Subscription,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_LIFE,
  SUBSCRIPTION_STATUSES,
  type SubscriptionAction,
  type SubscriptionEvent,
  type SubscriptionEventType,
  type SubscriptionStatus,
} from './subscription/subscription.js';
export {
  type DueSubscription,
  type SubscriptionFilter,
  SubscriptionReader,
} from './subscription/subscription.reader.js';
export type { SubscriptionRepository } from './subscription/subscription.repository.js';

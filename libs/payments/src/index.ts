export { type PaymentsCode } from './errors.js';
export { type KeysetPosition } from './batch-runner.js';
export {
  type Attempt,
  ATTEMPT_STATE_MACHINE,
  ATTEMPT_STATUSES,
  type AttemptAction,
  type AttemptStatus,
  chargeKeyOf,
} from './payment-request/attempt.js';
export { CancelPaymentRequest } from './payment-request/cancel-payment-request.js';
export { cancelPendingRequests } from './payment-request/cancel-pending-requests.js';
export {
  type Checkout,
  type LineItem,
  MAX_DESCRIPTION_LENGTH,
  MAX_ITEM_NAME_LENGTH,
  MAX_LINE_ITEMS,
  MAX_QUANTITY,
  requireCheckout,
  returnUrlOf,
  totalOf,
} from './payment-request/checkout.js';
export { ConcludeAttempt } from './payment-request/conclude-attempt.js';
export { CreatePaymentRequest } from './payment-request/create-payment-request.js';
export { DescribePayments } from './payment-request/describe-payments.js';
export { ExpireDueRequests } from './payment-request/expire-due-requests.js';
export { GetPayment } from './payment-request/get-payment.js';
export { GetPaymentRequest } from './payment-request/get-payment-request.js';
export { type Payment, paymentOf, type PaymentWithAttempts } from './payment-request/payment.js';
export { PageSecrets } from './payment-request/page-secrets.js';
export { PayPaymentRequest, type PaymentAttemptResult } from './payment-request/pay-payment-request.js';
export {
  accountNotFound,
  type Payee,
  type PayeeBranding,
  PayeeDirectory,
  type PayeeRepository,
} from './payment-request/payee.js';
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
  PayeeBalances,
  PaymentEvents,
  PaymentRequestRepository,
} from './payment-request/payment-request.repository.js';
export {
  CANCEL_REASONS,
  type CancelReason,
  MAX_DECLINES,
  type NewPaymentRequest,
  PAYMENT_REQUEST_EVENTS,
  PAYMENT_REQUEST_STATE_MACHINE,
  PAYMENT_REQUEST_STATUSES,
  type PaymentRequest,
  type PaymentRequestAction,
  type PaymentRequestEvent,
  type PaymentRequestEventType,
  type PaymentRequestStatus,
} from './payment-request/payment-request.js';
export type { PaymentMails } from './payment-request/payment-mails.js';
export { DEFAULT_MAILS_PER_HOUR } from './payment-request/request-mail-limits.js';
export { ResolveStuckAttempts } from './payment-request/resolve-stuck-attempts.js';
export { SendPaymentRequest } from './payment-request/send-payment-request.js';
export {
  BRAND_OF_PREFIX,
  brandOf,
  type Card,
  CARD_BRANDS,
  CARD_FIELDS,
  BRAND_NAMES,
  type CardBrand,
  type CardSummary,
  type CardField,
  type CardInput,
  type CardProblem,
  type CardProblems,
  cardSummaryOf,
  firstValidExpiryMonth,
  parseCard,
  type ParsedCard,
  passesLuhn,
} from './processor/card.js';
export { LateResults, NoLateResults } from './processor/late-results.js';
export {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  DECLINE_REASONS,
  type DeclineReason,
  PaymentProcessor,
  ChargeTimeoutError,
  REFUND_FAILURE_REASONS,
  type RefundFailureReason,
  type RefundKey,
  type RefundOrder,
  type RefundOutcome,
} from './processor/payment-processor.js';
export { ConcludeRefund } from './refund/conclude-refund.js';
export { CreateRefund } from './refund/create-refund.js';
export { GetRefund } from './refund/get-refund.js';
export {
  type NewRefund,
  type Refund,
  REFUND_EVENTS,
  REFUND_STATE_MACHINE,
  REFUND_STATUSES,
  type RefundAction,
  type RefundEvent,
  type RefundEventType,
  type RefundStatus,
} from './refund/refund.js';
export { RefundReader } from './refund/refund.reader.js';
export type { RefundRepository } from './refund/refund.repository.js';
export { ResolveStuckRefunds } from './refund/resolve-stuck-refunds.js';
export { type PaymentsStores, PaymentsUnitOfWork } from './stores.js';
export type { Bill } from './subscription/bill.js';
export { BillDueSubscriptions } from './subscription/bill-due-subscriptions.js';
export { type BillingWindow, windowAt } from './subscription/billing-window.js';
export { cancelPausedSubscriptions, CancelSubscription } from './subscription/cancel-subscription.js';
export { CreateSubscription } from './subscription/create-subscription.js';
export { GetSubscription } from './subscription/get-subscription.js';
export { PauseSubscription } from './subscription/pause-subscription.js';
export { type Interval, INTERVALS, type Period, periodOf, type BillingCycle } from './subscription/period.js';
export { ResumeSubscription } from './subscription/resume-subscription.js';
export {
  BILLED_STATUSES,
  isBillable,
  type CanceledSubscription,
  dueAt,
  type NewSubscription,
  type Subscription,
  SUBSCRIPTION_EVENTS,
  SUBSCRIPTION_STATE_MACHINE,
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

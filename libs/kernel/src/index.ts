export {
  Clock,
  DAY_MS,
  HOUR_MS,
  exceedsClockSkew,
  addMilliseconds,
  MINUTE_MS,
  notBefore,
  SECOND_MS,
} from './clock.js';
export { CURRENCIES, type Currency, currency, minorDigits, parseCurrency } from './currencies.js';
export { type Email, parseEmail, requireEmail } from './email.js';
export { DomainError, invalidRequest, RateLimited, type SharedCode } from './errors.js';
export { MonotonicIds } from './monotonic-ids.js';
export {
  type BalanceAmounts,
  type Decision,
  type DomainEvent,
  type EventEnvelope,
  SYSTEM_ACTOR,
  type TimedEvent,
} from './events.js';
export {
  type IdempotencyKey,
  type IdempotentRequest,
  type Outcome,
  placesOf,
  requireSameRequest,
} from './idempotency.js';
export {
  type AccountId,
  type ApiKeyId,
  type AuditId,
  type EventId,
  firstIdAt,
  type Id,
  idAbove,
  idFromUuid,
  Ids,
  instantOfId,
  parseId,
  type PaymentRequestId,
  type Prefix,
  PREFIXES,
  prefixOf,
  type SessionId,
  sortsAbove,
  type SubscriptionId,
  type TransactionId,
  type ReconciliationId,
  type ReconciliationLineId,
  type RefundId,
  type TransferId,
  type UserId,
  uuidFromId,
  type PasswordResetId,
  type WebhookDeliveryId,
  type WebhookEndpointId,
} from './ids.js';
export { readInBatches } from './read-in-batches.js';
export { formatInstant } from './format-instant.js';
export { parseDateOrInstant, parseInstant, parseUtcDay, type Rounding } from './instants.js';
export { calendarDateOf, dayOf, parseReportTime, startOfDay } from './zoned-days.js';
export {
  type Json,
  type JsonObject,
  MAX_METADATA_BYTES,
  MAX_METADATA_DEPTH,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  mergeMetadata,
  type Metadata,
  parseMetadata,
  parseMetadataChange,
} from './metadata.js';
export { decimalText, isAmount, MAX_AMOUNT, type Money, money, moneyText, requireAmount } from './money.js';
export {
  type CursorPage,
  cursorPage,
  type CursorRequest,
  type Page,
  pageCount,
  type PageRequest,
} from './page.js';
export {
  characterCount,
  DISPLAYED_TEXT_PATTERN,
  hasBidiOverride,
  isCleanText,
  isTextOfLength,
  NAME_PATTERN,
  NO_BIDI_OVERRIDE,
  requireName,
  TEXT_PATTERN,
} from './text.js';
export { stateMachine, transition, type StateMachine } from './state-machine.js';
export { UnitOfWork } from './unit-of-work.js';
export { uuidV7Source } from './uuid-v7.js';
export { A_WEB_URL, MAX_WEB_URL_LENGTH, parseWebUrl, WEB_URL_PATTERN } from './web-url.js';

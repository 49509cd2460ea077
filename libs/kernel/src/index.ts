export { Clock, DAY_MS, HOUR_MS, isFarAhead, later, MINUTE_MS, notBefore, SECOND_MS } from './clock.js';
export { CURRENCIES, type Currency, minorDigits, parseCurrency } from './currencies.js';
export { type Email, parseEmail, requireEmail } from './email.js';
export { DomainError, invalidRequest, type SharedCode } from './errors.js';
export { AccountIds } from './account-ids.js';
export {
  type Decision,
  type DomainEvent,
  type EventEnvelope,
  THE_SERVICE,
  type TimedEvent,
} from './events.js';
export { type IdempotencyKey, type Once, type Outcome, requireSameRequest } from './idempotency.js';
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
  type SubscriptionId,
  type TransactionId,
  type UserId,
  uuidFromId,
  writeUuidOfId,
} from './ids.js';
export { inPieces } from './in-pieces.js';
export { instantText } from './instant-text.js';
export { parseDateOrInstant, parseInstant, type Rounding } from './instants.js';
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
export { decimalText, isAmount, MAX_AMOUNT, type Money, money, requireAmount } from './money.js';
export {
  type CursorPage,
  cursorPage,
  type CursorRequest,
  type Page,
  pageCount,
  type PageRequest,
} from './page.js';
export { characterCount, isCleanText, isTextOf, requireName } from './text.js';
export { life, step, type Table } from './transitions.js';
export { UnitOfWork } from './unit-of-work.js';
export { uuidV7Source } from './uuid-v7.js';

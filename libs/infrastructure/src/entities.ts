import type { EntitySchema } from 'typeorm';
import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './identity/api-key.entity.js';
import { AuditEntryEntity } from './identity/audit-entry.entity.js';
import { SessionEntity } from './identity/session.entity.js';
import { UserEntity } from './identity/user.entity.js';
import { BalanceEntity } from './ledger/balance.entity.js';
import { EntryEntity } from './ledger/entry.entity.js';
import { EventEntity } from './ledger/event.entity.js';
import { TransactionEntity } from './ledger/transaction.entity.js';
import { AttemptEntity } from './payments/attempt.entity.js';
import { PaymentRequestEntity } from './payments/payment-request.entity.js';
import { SandboxChargeEntity } from './payments/sandbox-charge.entity.js';
import { SubscriptionBillEntity } from './payments/subscription-bill.entity.js';
import { SubscriptionEntity } from './payments/subscription.entity.js';
import { IdempotencyKeyEntity } from './postgres/idempotency-key.entity.js';
import { RateLimitEntity } from './security/rate-limit.entity.js';
import { SecretInUseEntity } from './security/secret-in-use.entity.js';

/** Every table of the schema; entities.int.spec.ts compares them with the migrated database. */
export const ENTITIES: readonly EntitySchema[] = [
  AccountEntity,
  UserEntity,
  SessionEntity,
  ApiKeyEntity,
  AuditEntryEntity,
  BalanceEntity,
  TransactionEntity,
  EntryEntity,
  EventEntity,
  IdempotencyKeyEntity,
  PaymentRequestEntity,
  AttemptEntity,
  SubscriptionEntity,
  SubscriptionBillEntity,
  SandboxChargeEntity,
  RateLimitEntity,
  SecretInUseEntity,
];

import type { EntitySchema } from 'typeorm';
import { AccountEntity } from './accounts/account.entity.js';
import { LogoEntity } from './accounts/logo.entity.js';
import { ApiKeyEntity } from './identity/api-key.entity.js';
import { AuditEntryEntity } from './identity/audit-entry.entity.js';
import { PasswordResetEntity } from './identity/password-reset.entity.js';
import { SessionEntity } from './identity/session.entity.js';
import { UserEntity } from './identity/user.entity.js';
import { ActivityDayEntity, ActivityDeltaEntity } from './ledger/activity.entity.js';
import { BalanceEntity } from './ledger/balance.entity.js';
import { EntryEntity } from './ledger/entry.entity.js';
import { EventEntity } from './ledger/event.entity.js';
import { TransactionEntity } from './ledger/transaction.entity.js';
import { MailEntity } from './mail/mail.entity.js';
import { JobRunEntity } from './operations/job-run.entity.js';
import { VerifyRunEntity } from './operations/verify-run.entity.js';
import { AttemptEntity } from './payments/attempt.entity.js';
import { PaymentRequestEntity } from './payments/payment-request.entity.js';
import { RefundEntity } from './payments/refund.entity.js';
import { SandboxChargeEntity } from './payments/sandbox-charge.entity.js';
import { SandboxRefundEntity } from './payments/sandbox-refund.entity.js';
import { SubscriptionBillEntity } from './payments/subscription-bill.entity.js';
import { SubscriptionEntity } from './payments/subscription.entity.js';
import { IdempotencyKeyEntity } from './postgres/idempotency-key.entity.js';
import { IdempotencyKeyMoveEntity } from './postgres/idempotency-key-move.entity.js';
import { ReconciliationEntity } from './reconciliation/reconciliation.entity.js';
import { ReconciliationLineEntity } from './reconciliation/reconciliation-line.entity.js';
import { RateLimitEntity } from './security/rate-limit.entity.js';
import { SecretInUseEntity } from './security/secret-in-use.entity.js';
import { WebhookDeliveryEntity } from './webhooks/webhook-delivery.entity.js';
import { WebhookEndpointEntity } from './webhooks/webhook-endpoint.entity.js';

/** Every table of the schema; entities.int.spec.ts compares them with the migrated database. */
export const ENTITIES: readonly EntitySchema[] = [
  AccountEntity,
  LogoEntity,
  UserEntity,
  SessionEntity,
  ApiKeyEntity,
  AuditEntryEntity,
  BalanceEntity,
  TransactionEntity,
  EntryEntity,
  ActivityDeltaEntity,
  ActivityDayEntity,
  EventEntity,
  IdempotencyKeyEntity,
  IdempotencyKeyMoveEntity,
  PaymentRequestEntity,
  AttemptEntity,
  RefundEntity,
  SubscriptionEntity,
  SubscriptionBillEntity,
  SandboxChargeEntity,
  SandboxRefundEntity,
  RateLimitEntity,
  SecretInUseEntity,
  WebhookEndpointEntity,
  WebhookDeliveryEntity,
  MailEntity,
  PasswordResetEntity,
  ReconciliationEntity,
  ReconciliationLineEntity,
  JobRunEntity,
  VerifyRunEntity,
];

import type { EntitySchema } from 'typeorm';
import { AccountRows } from '../accounts/account.row.js';
import { ApiKeyRows } from '../identity/api-key.row.js';
import { AuditEntryRows } from '../identity/audit-entry.row.js';
import { SessionRows } from '../identity/session.row.js';
import { UserRows } from '../identity/user.row.js';
import { AttemptRows } from '../payments/attempt.row.js';
import { PaymentRequestRows } from '../payments/payment-request.row.js';
import { SubscriptionRows } from '../payments/subscription.row.js';

/** Every row TypeORM knows. A library's folder adds its own rows here. */
export const ENTITIES: readonly EntitySchema[] = [
  AccountRows,
  UserRows,
  SessionRows,
  ApiKeyRows,
  AuditEntryRows,
  PaymentRequestRows,
  AttemptRows,
  SubscriptionRows,
];

import type { MigrationInterface } from 'typeorm';
import { Ground } from './0000-ground.js';
import { Accounts0000000000001 } from './0001-accounts.js';
import { Identity0000000000002 } from './0002-identity.js';
import { Ledger0000000000003 } from './0003-ledger.js';
import { Payments0000000000004 } from './0004-payments.js';
import { Subscriptions0000000000005 } from './0005-subscriptions.js';
import { AuditTrail0000000000006 } from './0006-audit-trail.js';
import { OverAllAccounts0000000000007 } from './0007-over-all-accounts.js';
import { KeyOfEvents0000000000008 } from './0008-key-of-events.js';
import { Superseded0000000000009 } from './0009-superseded.js';
import { SecretInUse0000000000010 } from './0010-secret-in-use.js';
import { ActorsOfEvents0000000000011 } from './0011-actors-of-events.js';
import { AuditByName0000000000012 } from './0012-audit-by-name.js';
import { ByReference0000000000013 } from './0013-by-reference.js';
import { EventsOfAllAccounts0000000000014 } from './0014-events-of-all-accounts.js';
import { ListFilters0000000000015 } from './0015-list-filters.js';
import { EventsBySubject0000000000016 } from './0016-events-by-subject.js';
import { CreatorsOfKeys0000000000017 } from './0017-creators-of-keys.js';
import { AnonymousKeysByEmail0000000000018 } from './0018-anonymous-keys-by-email.js';
import { EventLog0000000000019 } from './0019-event-log.js';
import { Transfers0000000000020 } from './0020-transfers.js';
import { Webhooks0000000000021 } from './0021-webhooks.js';
import { Refunds0000000000022 } from './0022-refunds.js';
import { Checkout0000000000023 } from './0023-checkout.js';
import { Mails0000000000024 } from './0024-mails.js';
import { PasswordResets0000000000025 } from './0025-password-resets.js';
import { RunningTotals0000000000026 } from './0026-running-totals.js';
import { Reconciliations0000000000027 } from './0027-reconciliations.js';
import { ServiceHealth0000000000028 } from './0028-service-health.js';
import { TruncateGuards0000000000029 } from './0029-truncate-guards.js';
import { IdempotencyKeysByAccount0000000000030 } from './0030-idempotency-keys-by-account.js';

export const MIGRATIONS: readonly (new () => MigrationInterface)[] = [
  Ground,
  Accounts0000000000001,
  Identity0000000000002,
  Ledger0000000000003,
  Payments0000000000004,
  Subscriptions0000000000005,
  AuditTrail0000000000006,
  OverAllAccounts0000000000007,
  KeyOfEvents0000000000008,
  Superseded0000000000009,
  SecretInUse0000000000010,
  ActorsOfEvents0000000000011,
  AuditByName0000000000012,
  ByReference0000000000013,
  EventsOfAllAccounts0000000000014,
  ListFilters0000000000015,
  EventsBySubject0000000000016,
  CreatorsOfKeys0000000000017,
  AnonymousKeysByEmail0000000000018,
  EventLog0000000000019,
  Transfers0000000000020,
  Webhooks0000000000021,
  Refunds0000000000022,
  Checkout0000000000023,
  Mails0000000000024,
  PasswordResets0000000000025,
  RunningTotals0000000000026,
  Reconciliations0000000000027,
  ServiceHealth0000000000028,
  TruncateGuards0000000000029,
  IdempotencyKeysByAccount0000000000030,
];

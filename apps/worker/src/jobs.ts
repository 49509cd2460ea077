import {
  BoundedProcessor,
  type Database,
  deleteDeadSessions,
  deleteExpiredKeys,
  deriveKey,
  DerivedPageSecrets,
  failuresTo,
  paymentsUnitOfWork,
  PostgresDueTransactions,
  PostgresLedgerStore,
  SandboxProcessor,
  TypeOrmPaymentRequestReader,
  TypeOrmSubscriptionReader,
} from '@florin/infrastructure';
import type { RecurringJob } from '@florin/infrastructure/jobs';
import { type Clock, type Ids, SECOND_MS } from '@florin/kernel';
import { Ledger, SettleDue } from '@florin/ledger';
import {
  BillDue,
  ConcludeAttempt,
  CreatePaymentRequest,
  ExpireDue,
  NoFaultPoints,
  type PaymentProcessor,
  ResolveStuckAttempts,
} from '@florin/payments';
import type { Logger } from 'pino';
import type { WorkerSettings } from './settings.js';

export interface Ground {
  readonly source: Database['source'];
  readonly clock: Clock;
  readonly ids: Ids;
}

type JobSettings = Pick<WorkerSettings, 'jwtSecret' | 'settlementDelaySeconds'>;

export interface Work {
  readonly jobs: readonly RecurringJob[];
  /** Answers when nothing is being written any more. */
  drain(): Promise<void>;
}

/** Whoever charges a card has an answer, or has given up, long before this. */
const STUCK_AFTER_MS = 30 * SECOND_MS;
const ROWS_AT_ONCE = 1_000;

/** What the worker does, and how often it looks whether there is something to do. */
export function workOn(ground: Ground, settings: JobSettings, logger: Logger): Work {
  const { source, clock, ids } = ground;
  const ledger = new Ledger(new PostgresLedgerStore(source), clock, ids);
  const processor = new BoundedProcessor(new SandboxProcessor(source), { onFailure: failuresTo(logger) });
  const payments = paymentJobs(ground, settings, processor);
  const tidying: RecurringJob[] = [
    { name: 'purge-idempotency-keys', everySeconds: 60, run: purging(source, deleteExpiredKeys) },
    { name: 'purge-dead-sessions', everySeconds: 600, run: purging(source, deleteDeadSessions) },
  ];
  return {
    jobs: [...settlementJobs(ground, ledger, settings.settlementDelaySeconds), ...payments, ...tidying],
    drain: () => ledger.drain(),
  };
}

function settlementJobs(
  { source, clock }: Ground,
  ledger: Ledger,
  delaySeconds: number | undefined,
): RecurringJob[] {
  if (delaySeconds === undefined) return [];
  const due = new PostgresDueTransactions(source);
  const settleDue = new SettleDue(due, ledger, clock, delaySeconds * SECOND_MS);
  return [{ name: 'settle-due', everySeconds: 1, run: (isOver) => settleDue.execute(isOver) }];
}

function paymentJobs(
  { source, clock, ids }: Ground,
  { jwtSecret }: JobSettings,
  processor: PaymentProcessor,
): RecurringJob[] {
  const unitOfWork = paymentsUnitOfWork(source, ids);
  const requests = new TypeOrmPaymentRequestReader(source);
  const subscriptions = new TypeOrmSubscriptionReader(source);
  const secrets = new DerivedPageSecrets(deriveKey(jwtSecret, 'payment page'));
  const issue = new CreatePaymentRequest(unitOfWork, secrets, clock);
  const conclusion = new ConcludeAttempt(unitOfWork, processor, new NoFaultPoints(), clock);

  const expire = new ExpireDue(requests, unitOfWork, clock);
  const bill = new BillDue(subscriptions, unitOfWork, issue, clock);
  const resolve = new ResolveStuckAttempts(requests, processor, conclusion, clock, STUCK_AFTER_MS);
  return [
    { name: 'expire-requests', everySeconds: 2, run: (isOver) => expire.execute(isOver) },
    { name: 'bill-subscriptions', everySeconds: 2, run: (isOver) => bill.execute(isOver) },
    { name: 'resolve-attempts', everySeconds: 5, run: (isOver) => resolve.execute(isOver) },
  ];
}

/** In bounded pieces, so that no lock is held for long. */
const purging =
  (source: Database['source'], deleteSome: typeof deleteExpiredKeys): RecurringJob['run'] =>
  async (isOver) => {
    let total = 0;
    let from: Date | undefined;
    for (;;) {
      const { count, reached } = await deleteSome(source, ROWS_AT_ONCE, from);
      total += count;
      if (count < ROWS_AT_ONCE || isOver()) return total;
      from = reached;
    }
  };

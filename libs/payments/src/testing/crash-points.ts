// Imports types only, and has no syntax that Node cannot strip: `test/support/crashing-process.mjs` loads this file uncompiled.
import type { Attempt } from '../payment-request/attempt.js';
import type { PaymentProcessor } from '../processor/payment-processor.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';

/** Points of a payment at which a crash is tested, in order. */
export const PAYMENT_CRASH_POINTS = [
  'after intent commit',
  'after charge',
  'after outcome commit',
  'after reversal commit',
  'after reverse',
] as const;
/** The same of a refund. */
export const REFUND_CRASH_POINTS = [
  'after refund commit',
  'after refund',
  'after refund outcome commit',
] as const;
export const CRASH_POINTS = [...PAYMENT_CRASH_POINTS, ...REFUND_CRASH_POINTS, 'after resolve'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Never resolves if the process crashes at the point. */
export type ReachPoint = (point: CrashPoint) => Promise<void>;

/**
 * Reaches a point after each successful call. The original methods are bound, so that the result can replace the methods of
 * the processor of a running service.
 */
export function withCallPoints(processor: PaymentProcessor, reach: ReachPoint): PaymentProcessor {
  const charge = processor.charge.bind(processor);
  const resolve = processor.resolve.bind(processor);
  const reverse = processor.reverse.bind(processor);
  const refund = processor.refund.bind(processor);
  const reachAfter = async <Result>(call: Promise<Result>, point: CrashPoint): Promise<Result> => {
    const result = await call;
    await reach(point);
    return result;
  };
  return {
    charge: (order) => reachAfter(charge(order), 'after charge'),
    resolve: (key) => reachAfter(resolve(key), 'after resolve'),
    reverse: (key) => reachAfter(reverse(key), 'after reverse'),
    refund: (order) => reachAfter(refund(order), 'after refund'),
  };
}

type Work<Result> = (stores: PaymentsStores) => Promise<Result>;

/** Reaches the point of what a SQL transaction has written, after its commit. Bound as above. */
export function withCommitPoints(unitOfWork: PaymentsUnitOfWork, reach: ReachPoint): PaymentsUnitOfWork {
  const run = unitOfWork.run.bind(unitOfWork);
  const runIdempotent = unitOfWork.runIdempotent.bind(unitOfWork);
  async function reachAfter<Value, Result>(
    work: Work<Value>,
    commit: (observed: Work<Value>) => Promise<Result>,
  ): Promise<Result> {
    const written = new Set<CrashPoint>();
    const result = await commit((stores) => {
      // The work may run again, after a serialization failure.
      written.clear();
      return work(observeWrites(stores, (point) => written.add(point)));
    });
    for (const point of written) await reach(point);
    return result;
  }
  return {
    run: <Result>(work: Work<Result>, ...rest: [actor?: string, lockKey?: string]) =>
      reachAfter(work, (observed) => run(observed, ...rest)),
    runIdempotent: (request, work, ...rest) =>
      reachAfter(work, (observed) => runIdempotent(request, observed, ...rest)),
  };
}

function observeWrites(stores: PaymentsStores, onWrite: (point: CrashPoint) => void): PaymentsStores {
  const { requests, refunds } = stores;
  const onOutcome = ({ status }: Attempt): void => {
    if (status === 'reversing') onWrite('after reversal commit');
    else if (status !== 'reversed') onWrite('after outcome commit');
  };
  return {
    ...stores,
    requests: override(requests, {
      addAttempt: (attempt) => {
        onWrite('after intent commit');
        return requests.addAttempt(attempt);
      },
      saveAttempt: (attempt) => {
        onOutcome(attempt);
        return requests.saveAttempt(attempt);
      },
    }),
    refunds: override(refunds, {
      add: (refund) => {
        onWrite('after refund commit');
        return refunds.add(refund);
      },
      save: (refund) => {
        onWrite('after refund outcome commit');
        return refunds.save(refund);
      },
    }),
  };
}

const override = <Target extends object>(target: Target, methods: Partial<Target>): Target =>
  Object.assign(Object.create(target) as Target, methods);

import { type Clock, instantOfId, notBefore } from '@florin/kernel';
import type { FaultPoints } from '../processor/fault-points.js';
import type { ChargeOutcome, PaymentProcessor } from '../processor/payment-processor.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { recordOutcome } from '../subscription/record-outcome.js';
import { type Attempt, type AttemptStatus, chargeKeyOf } from './attempt.js';
import { conclude, type Conclusion, completeReversal } from './outcome.js';
import type { PaymentRequest } from './payment-request.js';

/** Whose card decided it, whoever finds that out. */
const CUSTOMER = 'customer';

const UNCHARGED_STATUSES: ReadonlySet<AttemptStatus> = new Set(['declined', 'failed', 'voided']);

/** Records the processor's outcome. Of two that do so, the first commit wins and the other finds the attempt concluded. */
export class ConcludeAttempt {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly processor: PaymentProcessor,
    private readonly faults: FaultPoints,
    private readonly clock: Clock,
  ) {}

  async execute(started: Attempt, outcome: ChargeOutcome): Promise<Attempt> {
    const attempt = await this.record(started, outcome);
    if (needsReversal(attempt, outcome)) await this.tryToReverse(attempt);
    return attempt;
  }

  /** The same for an answer that came late: nobody will ask again, so a reversal that fails is told to the caller. */
  async executeLate(started: Attempt, outcome: ChargeOutcome): Promise<void> {
    const attempt = await this.record(started, outcome);
    if (needsReversal(attempt, outcome)) await this.processor.reverse(chargeKeyOf(attempt));
  }

  private async record(started: Attempt, outcome: ChargeOutcome): Promise<Attempt> {
    const attempt = await this.unitOfWork.run(
      (stores) => this.write(stores, started, outcome),
      CUSTOMER,
      started.accountId,
    );
    if (attempt.status === 'reversing') {
      await this.faults.reach('after reversal commit');
      return (await this.tryToReverse(attempt)) ? this.recordReversal(attempt) : attempt;
    }
    await this.faults.reach('after outcome commit');
    return attempt;
  }

  /** Gives back what was taken, then says so. After a crash in between it is asked again, which does no harm. */
  async reverse(reversing: Attempt): Promise<Attempt> {
    await this.processor.reverse(chargeKeyOf(reversing));
    return this.recordReversal(reversing);
  }

  /** A call that broke says nothing about what happened, and whoever resolves the attempt asks again. */
  private tryToReverse(attempt: Attempt): Promise<boolean> {
    return this.processor.reverse(chargeKeyOf(attempt)).then(
      () => true,
      () => false,
    );
  }

  private async recordReversal(reversing: Attempt): Promise<Attempt> {
    await this.faults.reach('after reverse');
    const writeReversal = async (stores: PaymentsStores): Promise<Attempt> => {
      await stores.balances.lock(reversing.accountId);
      const { request, attempt } = await lockRequestAndAttempt(stores, reversing);
      if (attempt.status !== 'reversing') return attempt;
      const now = this.clock.now();
      return save(stores, completeReversal(request, attempt, now), now);
    };
    return this.unitOfWork.run(writeReversal, CUSTOMER, reversing.accountId);
  }

  private async write(stores: PaymentsStores, started: Attempt, outcome: ChargeOutcome): Promise<Attempt> {
    // The order in which everybody locks: closing an account takes its book before its requests, too.
    await stores.balances.lock(started.accountId);
    const { request, attempt } = await lockRequestAndAttempt(stores, started);
    if (attempt.status !== 'started') return attempt;
    const creditId =
      outcome.kind === 'approved' && request.status === 'pending'
        ? await stores.balances.credit(request, this.clock.now())
        : undefined;
    // Asked after the credit was drawn, which may be dated by a clock ahead: nothing is paid before its money is there.
    const observedAt = this.clock.now();
    const now = creditId === undefined ? observedAt : notBefore(instantOfId(creditId), observedAt);
    return save(stores, conclude(request, attempt, outcome, creditId, now), now);
  }
}

/** Its word must not change, but if it does: the customer was told that nothing was taken, and may be paying again. */
const needsReversal = ({ status }: Attempt, { kind }: ChargeOutcome): boolean =>
  kind === 'approved' && UNCHARGED_STATUSES.has(status);

async function lockRequestAndAttempt(
  { requests }: PaymentsStores,
  { paymentRequestId, accountId, number }: Attempt,
): Promise<{ request: PaymentRequest; attempt: Attempt }> {
  const request = await requests.lock(paymentRequestId, accountId);
  if (request === undefined)
    throw new Error(`An attempt was made on ${paymentRequestId}, which is not there.`);
  return { request, attempt: await requests.getAttempt(request, number) };
}

async function save(
  stores: PaymentsStores,
  { request, attempt, events: newEvents }: Conclusion,
  now: Date,
): Promise<Attempt> {
  await stores.requests.save(request);
  await stores.requests.saveAttempt(attempt);
  // An ended request keeps the time of its end, and money may be given back long after it.
  await stores.events.append(newEvents, notBefore(request.updatedAt, now));
  await recordOutcome(stores, request, now);
  return attempt;
}

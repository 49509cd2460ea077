import { type Clock, instantOfId, notBefore } from '@florin/kernel';
import type { ChargeOutcome, PaymentProcessor } from '../processor/payment-processor.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { recordOutcome } from '../subscription/record-outcome.js';
import { type Attempt, type AttemptStatus, chargeKeyOf } from './attempt.js';
import { conclude, type Conclusion, completeReversal } from './outcome.js';
import type { PaymentRequest } from './payment-request.js';

/** Actor of the outcome's events, also when a background job records it. */
const CUSTOMER = 'customer';

const UNCHARGED_STATUSES: ReadonlySet<AttemptStatus> = new Set(['declined', 'failed', 'voided']);

/** Records the processor's outcome. If two callers do so, the first commit wins and the other changes nothing. */
export class ConcludeAttempt {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly processor: PaymentProcessor,
    private readonly clock: Clock,
  ) {}

  async execute(started: Attempt, outcome: ChargeOutcome): Promise<Attempt> {
    const attempt = await this.record(started, outcome);
    if (needsReversal(attempt, outcome)) await this.tryToReverse(attempt);
    return attempt;
  }

  /** For an outcome after a timeout. Throws if the reversal fails, because only the caller retries it. */
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
    const isReversed = attempt.status === 'reversing' && (await this.tryToReverse(attempt));
    return isReversed ? this.recordReversal(attempt) : attempt;
  }

  /** Reverses the charge, then records it. After a crash in between it runs again: reversing is idempotent. */
  async reverse(reversing: Attempt): Promise<Attempt> {
    await this.processor.reverse(chargeKeyOf(reversing));
    return this.recordReversal(reversing);
  }

  /** False if the call failed, so the outcome is unknown; `ResolveStuckAttempts` retries it. */
  private tryToReverse(attempt: Attempt): Promise<boolean> {
    return this.processor.reverse(chargeKeyOf(attempt)).then(
      () => true,
      () => false,
    );
  }

  private recordReversal(reversing: Attempt): Promise<Attempt> {
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
    // The balance before the request: the same lock order as closing an account.
    await stores.balances.lock(started.accountId);
    const { request, attempt } = await lockRequestAndAttempt(stores, started);
    if (attempt.status !== 'started') return attempt;
    const creditId =
      outcome.kind === 'approved' && request.status === 'pending'
        ? await stores.balances.credit(request, this.clock.now())
        : undefined;
    // Read after the credit, whose time may come from a clock that is ahead: the payment must not precede its credit.
    const observedAt = this.clock.now();
    const now = creditId === undefined ? observedAt : notBefore(instantOfId(creditId), observedAt);
    const conclusion = conclude(request, attempt, outcome, creditId, now);
    if (creditId !== undefined) await stores.mails.addReceipt(conclusion.request, now);
    return save(stores, conclusion, now);
  }
}

/** The processor contradicts an outcome that the customer has seen as not charged, and may have paid again. */
const needsReversal = ({ status }: Attempt, { kind }: ChargeOutcome): boolean =>
  kind === 'approved' && UNCHARGED_STATUSES.has(status);

async function lockRequestAndAttempt(
  { requests }: PaymentsStores,
  { paymentRequestId, accountId, number }: Attempt,
): Promise<{ request: PaymentRequest; attempt: Attempt }> {
  const request = await requests.lock(paymentRequestId, accountId);
  if (request === undefined)
    throw new Error(`Payment request ${paymentRequestId} of attempt ${number} not found.`);
  return { request, attempt: await requests.getAttempt(request, number) };
}

async function save(
  stores: PaymentsStores,
  { request, attempt, events: newEvents }: Conclusion,
  now: Date,
): Promise<Attempt> {
  await stores.requests.save(request);
  await stores.requests.saveAttempt(attempt);
  // An ended request keeps the time of its end, and the reversal may be recorded long after it.
  await stores.events.append(newEvents, notBefore(request.updatedAt, now));
  await recordOutcome(stores, request, now);
  return attempt;
}

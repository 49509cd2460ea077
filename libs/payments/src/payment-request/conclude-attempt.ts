import { type Clock, instantOfId, notBefore } from '@florin/kernel';
import type { FaultPoints } from '../processor/fault-points.js';
import type { ChargeOutcome, PaymentProcessor } from '../processor/payment-processor.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { recordOutcome } from '../subscription/record-outcome.js';
import { type Attempt, type AttemptStatus, chargeKeyOf } from './attempt.js';
import { conclude, type Concluded, givenBack } from './outcome.js';
import type { PaymentRequest } from './payment-request.js';

/** Whose card decided it, whoever finds that out. */
const CUSTOMER = 'customer';

const NOTHING_TAKEN: ReadonlySet<AttemptStatus> = new Set(['declined', 'failed', 'voided']);

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
    if (isTakenInVain(attempt, outcome)) await this.tryToReverse(attempt);
    return attempt;
  }

  /** The same for an answer that came late: nobody will ask again, so a reversal that fails is told to the caller. */
  async executeLate(started: Attempt, outcome: ChargeOutcome): Promise<void> {
    const attempt = await this.record(started, outcome);
    if (isTakenInVain(attempt, outcome)) await this.processor.reverse(chargeKeyOf(attempt));
  }

  private async record(started: Attempt, outcome: ChargeOutcome): Promise<Attempt> {
    const attempt = await this.unitOfWork.run(
      (stores) => this.write(stores, started, outcome),
      CUSTOMER,
      started.accountId,
    );
    if (attempt.status === 'reversing') {
      await this.faults.reach('after reversal commit');
      return (await this.tryToReverse(attempt)) ? this.noteGivenBack(attempt) : attempt;
    }
    await this.faults.reach('after outcome commit');
    return attempt;
  }

  /** Gives back what was taken, then says so. After a crash in between it is asked again, which does no harm. */
  async giveBack(reversing: Attempt): Promise<Attempt> {
    await this.processor.reverse(chargeKeyOf(reversing));
    return this.noteGivenBack(reversing);
  }

  /** A call that broke says nothing about what happened, and whoever resolves the attempt asks again. */
  private tryToReverse(attempt: Attempt): Promise<boolean> {
    return this.processor.reverse(chargeKeyOf(attempt)).then(
      () => true,
      () => false,
    );
  }

  private async noteGivenBack(reversing: Attempt): Promise<Attempt> {
    await this.faults.reach('after reverse');
    const note = async (stores: PaymentsStores): Promise<Attempt> => {
      await stores.books.lock(reversing.accountId);
      const { request, attempt } = await lockBoth(stores, reversing);
      if (attempt.status !== 'reversing') return attempt;
      const now = this.clock.now();
      return save(stores, givenBack(request, attempt, now), now);
    };
    return this.unitOfWork.run(note, CUSTOMER, reversing.accountId);
  }

  private async write(stores: PaymentsStores, started: Attempt, outcome: ChargeOutcome): Promise<Attempt> {
    // The order in which everybody locks: closing an account takes its book before its requests, too.
    await stores.books.lock(started.accountId);
    const { request, attempt } = await lockBoth(stores, started);
    if (attempt.status !== 'started') return attempt;
    const credited =
      outcome.kind === 'approved' && request.status === 'pending'
        ? await stores.books.credit(request, this.clock.now())
        : undefined;
    // Asked after the credit was drawn, which may be dated by a clock ahead: nothing is paid before its money is there.
    const asked = this.clock.now();
    const now = credited === undefined ? asked : notBefore(instantOfId(credited), asked);
    return save(stores, conclude(request, attempt, outcome, credited, now), now);
  }
}

/** Its word must not change, but if it does: the customer was told that nothing was taken, and may be paying again. */
const isTakenInVain = ({ status }: Attempt, { kind }: ChargeOutcome): boolean =>
  kind === 'approved' && NOTHING_TAKEN.has(status);

async function lockBoth(
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
  { request, attempt, events: told }: Concluded,
  now: Date,
): Promise<Attempt> {
  await stores.requests.save(request);
  await stores.requests.saveAttempt(attempt);
  // An ended request keeps the time of its end, and money may be given back long after it.
  await stores.events.append(told, notBefore(request.updatedAt, now));
  await recordOutcome(stores, request, now);
  return attempt;
}

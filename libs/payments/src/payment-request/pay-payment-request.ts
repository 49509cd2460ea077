import { type Clock, type Money, money, SECOND_MS } from '@florin/kernel';
import { type Card, cardSummaryOf } from '../processor/card.js';
import { type LateResults, NoLateResults } from '../processor/late-results.js';
import {
  type ChargeOutcome,
  type PaymentProcessor,
  ChargeTimeoutError,
} from '../processor/payment-processor.js';
import type { PaymentsStores, PaymentsUnitOfWork } from '../stores.js';
import { type Attempt, startAttempt, chargeKeyOf } from './attempt.js';
import type { ConcludeAttempt } from './conclude-attempt.js';
import type { PageSecrets } from './page-secrets.js';
import { type Obstacle, obstacleTo } from './payment-page.js';
import type { PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

export type PaymentAttemptResult =
  | { readonly attempt: Attempt; readonly obstacle?: undefined }
  | { readonly attempt?: undefined; readonly obstacle: Obstacle | 'unknown' };

/** Delays before each try to record a late outcome. */
const RETRY_DELAYS_MS = [0, 1, 5, 15, 30, 60].map((seconds) => seconds * SECOND_MS);

// Three steps: commit the attempt, call the processor with no SQL transaction open, commit the outcome. A payment that finds
// an open attempt starts no other, so a request is never charged twice.
export class PayPaymentRequest {
  constructor(
    private readonly unitOfWork: PaymentsUnitOfWork,
    private readonly reader: PaymentRequestReader,
    private readonly secrets: PageSecrets,
    private readonly processor: PaymentProcessor,
    private readonly concludeAttempt: ConcludeAttempt,
    private readonly clock: Clock,
    private readonly lateResults: LateResults = new NoLateResults(),
  ) {}

  async execute(secret: string, card: Card): Promise<PaymentAttemptResult> {
    const found = await this.reader.findByPageDigest(this.secrets.digestOf(secret));
    if (found === undefined) return { obstacle: 'unknown' };

    const { accountId } = found.request;
    const started = await this.unitOfWork.run(
      (stores) => this.startAttempt(stores, found.request, card),
      undefined,
      // Not the queue of the conclusions, which wait for the balance's lock: new attempts must not delay them.
      `new attempts of ${accountId}`,
    );
    if (started.attempt === undefined) return started;

    const { amount, currency } = found.request;
    const outcome = await this.charge(started.attempt, money(amount, currency), card);
    if (outcome === undefined) return { attempt: started.attempt };

    return { attempt: await this.concludeAttempt.execute(started.attempt, outcome) };
  }

  private async startAttempt(
    stores: PaymentsStores,
    known: PaymentRequest,
    card: Card,
  ): Promise<PaymentAttemptResult> {
    const payee = await stores.payees.lockShared(known.accountId);
    const request = await stores.requests.lock(known.id, known.accountId);
    if (payee === undefined || request === undefined) return { obstacle: 'unknown' };
    const now = this.clock.now();
    const obstacle = obstacleTo(request, payee, now);
    if (obstacle !== undefined) return { obstacle };
    const started = startAttempt(request, cardSummaryOf(card), now);
    await stores.requests.save(started.request);
    await stores.requests.addAttempt(started.attempt);
    return { attempt: started.attempt };
  }

  /** After a failed call the outcome is looked up once. Undefined if that fails too: `ResolveStuckAttempts` ends it. */
  private async charge(attempt: Attempt, money: Money, card: Card): Promise<ChargeOutcome | undefined> {
    const key = chargeKeyOf(attempt);
    try {
      return await this.processor.charge({ key, money, card });
    } catch (error) {
      if (error instanceof ChargeTimeoutError) void this.handleLateResult(attempt, error);
      return this.processor.resolve(key).catch(() => undefined);
    }
  }

  /** Records an outcome that arrives after the timeout, in the background. Retried, because nothing else records it. */
  private async handleLateResult(attempt: Attempt, { lateOutcome }: ChargeTimeoutError): Promise<void> {
    const outcome = await lateOutcome.catch(() => undefined);
    if (outcome === undefined) return;
    let lastError: unknown;
    for (const delayMs of RETRY_DELAYS_MS) {
      await this.lateResults.pause(delayMs);
      try {
        await this.concludeAttempt.executeLate(attempt, outcome);
        return;
      } catch (error) {
        lastError = error;
      }
    }
    this.lateResults.onRetriesExhausted(chargeKeyOf(attempt), lastError);
  }
}

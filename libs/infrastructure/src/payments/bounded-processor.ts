import { SECOND_MS } from '@florin/kernel';
import { type ChargeKey, type ChargeOrder, type ChargeOutcome, PaymentProcessor } from '@florin/payments';

/** Far longer than a charge takes, and so short that one and the question after it end before they count as stuck. */
const LONGEST_SILENCE_MS = 10 * SECOND_MS;

/**
 * Stands before a processor and waits for it only so long. Silence becomes an error, which means what every error of a
 * processor means: nobody knows what happened, and somebody has to ask again. An answer that comes later is not lost,
 * for the processor gives it to whoever asks under the same key.
 */
export class BoundedProcessor extends PaymentProcessor {
  constructor(
    /** The one that is waited for. */
    private readonly bounded: PaymentProcessor,
    private readonly longestSilenceMs = LONGEST_SILENCE_MS,
  ) {
    super();
  }

  charge(order: ChargeOrder): Promise<ChargeOutcome> {
    return this.waitFor(this.bounded.charge(order));
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return this.waitFor(this.bounded.resolve(key));
  }

  reverse(key: ChargeKey): Promise<void> {
    return this.waitFor(this.bounded.reverse(key));
  }

  private async waitFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      silence.reject(new Error(`The processor did not answer within ${this.longestSilenceMs} ms.`));
    }, this.longestSilenceMs).unref();
    try {
      return await Promise.race([answer, silence.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

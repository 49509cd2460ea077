import { SECOND_MS } from '@florin/kernel';
import { type ChargeKey, type ChargeOrder, type ChargeOutcome, PaymentProcessor } from '@florin/payments';
import type { Logger } from 'pino';

/** Far longer than a charge takes, and so short that one and the question after it end before they count as stuck. */
const LONGEST_SILENCE_MS = 10 * SECOND_MS;

export type ProcessorCall = 'charge' | 'resolve' | 'reverse';

export interface BoundedProcessorOptions {
  readonly longestSilenceMs?: number;
  /** Told of each call that failed: whoever called goes on as it must, and an operator would never hear of it. */
  readonly onFailure?: (call: ProcessorCall, error: unknown) => void;
}

/** Tells them in the log, without the order: there is a card in it. */
export const failuresTo =
  (logger: Pick<Logger, 'warn'>): NonNullable<BoundedProcessorOptions['onFailure']> =>
  (call, err) => {
    logger.warn({ call, err }, 'the card processor failed');
  };

/**
 * Stands before a processor and waits for it only so long. Silence becomes an error, which means what every error of a
 * processor means: nobody knows what happened, and somebody has to ask again. An answer that comes later is not lost,
 * for the processor gives it to whoever asks under the same key.
 */
export class BoundedProcessor extends PaymentProcessor {
  readonly #longestSilenceMs: number;
  readonly #onFailure: (call: ProcessorCall, error: unknown) => void;

  constructor(
    /** The one that is waited for. */
    private readonly bounded: PaymentProcessor,
    { longestSilenceMs = LONGEST_SILENCE_MS, onFailure = () => undefined }: BoundedProcessorOptions = {},
  ) {
    super();
    this.#longestSilenceMs = longestSilenceMs;
    this.#onFailure = onFailure;
  }

  charge(order: ChargeOrder): Promise<ChargeOutcome> {
    return this.#waitFor('charge', () => this.bounded.charge(order));
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return this.#waitFor('resolve', () => this.bounded.resolve(key));
  }

  reverse(key: ChargeKey): Promise<void> {
    return this.#waitFor('reverse', () => this.bounded.reverse(key));
  }

  async #waitFor<Answer>(call: ProcessorCall, ask: () => Promise<Answer>): Promise<Answer> {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      silence.reject(new Error(`The processor did not answer within ${this.#longestSilenceMs} ms.`));
    }, this.#longestSilenceMs).unref();
    try {
      // Asked in here: one that throws before it promises anything has failed like any other.
      return await Promise.race([ask(), silence.promise]);
    } catch (error) {
      this.#onFailure(call, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

import { SECOND_MS } from '@florin/kernel';
import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  PaymentProcessor,
  StillCharging,
} from '@florin/payments';
import type { Logger } from 'pino';

/** Far longer than a charge takes, and so short that one and the question after it end before they count as stuck. */
const LONGEST_SILENCE_MS = 10 * SECOND_MS;

export type ProcessorCall = 'charge' | 'resolve' | 'reverse';

export interface BoundedProcessorOptions {
  readonly longestSilenceMs?: number;
  /** Told of each call that failed: whoever called goes on as it must, and an operator would never hear of it. */
  readonly onFailure?: (call: ProcessorCall, key: ChargeKey, error: unknown) => void;
}

/** Tells them in the log, with the key by which a charge is found, and without the order: there is a card in it. */
export const failuresTo =
  (logger: Pick<Logger, 'warn'>): NonNullable<BoundedProcessorOptions['onFailure']> =>
  (call, key, err) => {
    logger.warn({ call, key, err }, 'the card processor failed');
  };

/**
 * Stands before a processor and waits for it only so long. Silence becomes an error, which means what every error of a
 * processor means: nobody knows what happened, and somebody has to ask again. What a charge comes to in the end goes with
 * the error; the answer to anything else the processor gives again to whoever asks under the same key.
 */
export class BoundedProcessor extends PaymentProcessor {
  readonly #longestSilenceMs: number;
  readonly #onFailure: NonNullable<BoundedProcessorOptions['onFailure']>;

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
    const silent = (message: string, inTheEnd: Promise<ChargeOutcome>) =>
      new StillCharging(message, inTheEnd);
    return this.#waitFor('charge', order.key, () => this.bounded.charge(order), silent);
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return this.#waitFor('resolve', key, () => this.bounded.resolve(key));
  }

  reverse(key: ChargeKey): Promise<void> {
    return this.#waitFor('reverse', key, () => this.bounded.reverse(key));
  }

  async #waitFor<Answer>(
    call: ProcessorCall,
    key: ChargeKey,
    ask: () => Promise<Answer>,
    silent: (message: string, answer: Promise<Answer>) => Error = (message) => new Error(message),
  ): Promise<Answer> {
    const silence = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    try {
      // Asked in here: one that throws before it promises anything has failed like any other.
      const answer = ask();
      timer = setTimeout(() => {
        silence.reject(silent(`The processor did not answer within ${this.#longestSilenceMs} ms.`, answer));
      }, this.#longestSilenceMs).unref();
      return await Promise.race([answer, silence.promise]);
    } catch (error) {
      this.#onFailure(call, key, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

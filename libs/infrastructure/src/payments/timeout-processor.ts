import { SECOND_MS } from '@florin/kernel';
import {
  type ChargeKey,
  type ChargeOrder,
  type ChargeOutcome,
  PaymentProcessor,
  ChargeTimeoutError,
  type RefundKey,
  type RefundOrder,
  type RefundOutcome,
} from '@florin/payments';
import type { Logger } from 'pino';

/** Short enough that a charge and the lookup after it time out before the attempt counts as stuck. */
const TIMEOUT_MS = 10 * SECOND_MS;

type OnFailure = (
  call: 'charge' | 'resolve' | 'reverse' | 'refund',
  key: ChargeKey | RefundKey,
  error: unknown,
) => void;

/** Logs the key and not the order, which contains the card. */
export const logFailuresTo =
  (logger: Pick<Logger, 'warn'>): OnFailure =>
  (call, key, err) => {
    // Not `key`, which is a secret in the log.
    logger.warn({ call, orderKey: key, err }, 'the card processor failed');
  };

/** After a timeout the outcome is unknown and must be looked up. `ChargeTimeoutError` carries the late outcome. */
export class TimeoutProcessor extends PaymentProcessor {
  readonly #timeoutMs: number;
  readonly #onFailure: OnFailure | undefined;

  constructor(
    private readonly processor: PaymentProcessor,
    options: { readonly timeoutMs?: number; readonly onFailure?: OnFailure } = {},
  ) {
    super();
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#onFailure = options.onFailure;
  }

  charge(order: ChargeOrder): Promise<ChargeOutcome> {
    const timedOut = (message: string, late: Promise<ChargeOutcome>) => new ChargeTimeoutError(message, late);
    return this.#withTimeout('charge', order.key, () => this.processor.charge(order), timedOut);
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return this.#withTimeout('resolve', key, () => this.processor.resolve(key));
  }

  reverse(key: ChargeKey): Promise<void> {
    return this.#withTimeout('reverse', key, () => this.processor.reverse(key));
  }

  refund(order: RefundOrder): Promise<RefundOutcome> {
    return this.#withTimeout('refund', order.key, () => this.processor.refund(order));
  }

  async #withTimeout<Result>(
    call: Parameters<OnFailure>[0],
    key: ChargeKey | RefundKey,
    start: () => Promise<Result>,
    timedOut: (message: string, late: Promise<Result>) => Error = (message) => new Error(message),
  ): Promise<Result> {
    const timeout = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    try {
      const result = start();
      timer = setTimeout(() => {
        timeout.reject(timedOut(`The processor did not respond within ${this.#timeoutMs} ms.`, result));
      }, this.#timeoutMs).unref();
      return await Promise.race([result, timeout.promise]);
    } catch (error) {
      this.#onFailure?.(call, key, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

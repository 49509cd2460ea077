import type { CallOptions } from '../call.js';
import { FlorinError } from '../errors.js';
import type { Payment, PaymentDetails } from '../schema.js';
import { sleep, withDeadline } from '../timers.js';
import { isOutcomeUnknown } from '../unknown-outcome.js';

export interface WaitOptions extends CallOptions {
  /** How long to wait in total. */
  readonly timeoutMs: number;
  /** The delay before the second request, 1 s by default. It grows by half each time, up to 10 s. */
  readonly intervalMs?: number | undefined;
}

/** The payment failed, was canceled or has expired. This is final. */
export class PaymentNotPaidError extends Error {
  override readonly name = 'PaymentNotPaidError';

  constructor(readonly payment: Payment) {
    const { id, status, cancel_reason } = payment;
    super(`Payment ${id} was not paid: ${status}${cancel_reason === null ? '' : ` (${cancel_reason})`}.`);
  }
}

/** The payment was not paid in time. This is not final: the customer can still pay. */
export class PaymentTimeoutError extends Error {
  override readonly name = 'PaymentTimeoutError';

  constructor(
    readonly paymentId: string,
    timeoutMs: number,
    cause?: unknown,
  ) {
    const message = `Payment ${paymentId} was not paid within ${timeoutMs} ms. It can still be paid until it expires.`;
    super(message, cause === undefined ? undefined : { cause });
  }
}

const MAX_INTERVAL_MS = 10_000;

export async function waitUntilPaid(
  get: (id: string, options: CallOptions) => Promise<PaymentDetails>,
  id: string,
  { timeoutMs, intervalMs = 1_000, signal }: WaitOptions,
): Promise<PaymentDetails> {
  if (!(timeoutMs > 0 && intervalMs > 0))
    throw new TypeError('timeoutMs and intervalMs must be numbers above zero.');
  let lastError: FlorinError | undefined;
  const timeoutError = () => new PaymentTimeoutError(id, timeoutMs, lastError);
  return withDeadline({ timeoutMs, timeoutError, signal }, async (deadline) => {
    let delayMs = intervalMs;
    for (;;) {
      try {
        const payment = await get(id, { signal: deadline });
        if (payment.status === 'succeeded') return payment;
        if (payment.status !== 'pending') throw new PaymentNotPaidError(payment);
        lastError = undefined;
      } catch (error) {
        if (!isTemporary(error)) throw error;
        lastError = error;
      }
      await sleep(Math.max(delayMs, (lastError?.retryAfter ?? 0) * 1000), deadline);
      delayMs = Math.min(delayMs * 1.5, Math.max(intervalMs, MAX_INTERVAL_MS));
    }
  });
}

/** A wait of minutes should survive a restart of the service. */
const isTemporary = (error: unknown): error is FlorinError =>
  error instanceof FlorinError && (error.status === 429 || isOutcomeUnknown(error));

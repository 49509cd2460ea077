import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { money } from '@florin/kernel';
import {
  type Attempt,
  type ChargeKey,
  chargeKeyOf,
  type ChargeOrder,
  type ChargeOutcome,
  type ConcludeAttempt,
  PaymentProcessor,
  type PaymentRequestReader,
  type KeysetPosition,
  ResolveStuckAttempts,
  ChargeTimeoutError,
  type RefundKey,
  type RefundOrder,
  type RefundOutcome,
} from '@florin/payments';
import { aCard, aNewRequest, SequentialIds, SteppedClock } from '@florin/payments/testing/paying';
import { createLogger } from '../logging/logger.js';
import { LoggedLateResults } from './logged-late-results.js';
import { logFailuresTo, TimeoutProcessor } from './timeout-processor.js';

const LIMIT_MS = 20;
const APPROVED: ChargeOutcome = { kind: 'approved' };
const { currency } = aNewRequest();
const KEY = 'pay_1.1' as ChargeKey;
const ORDER: ChargeOrder = { key: KEY, money: money(500, currency), card: aCard() };
const NEVER = new Promise<never>(() => undefined);

/** Returns the given outcome of each key, and approves all others. */
class StubProcessor extends PaymentProcessor {
  constructor(private readonly outcomes: ReadonlyMap<ChargeKey, Promise<ChargeOutcome>> = new Map()) {
    super();
  }

  charge({ key }: ChargeOrder): Promise<ChargeOutcome> {
    return this.resolve(key);
  }

  resolve(key: ChargeKey): Promise<ChargeOutcome> {
    return this.outcomes.get(key) ?? Promise.resolve(APPROVED);
  }

  async reverse(key: ChargeKey): Promise<void> {
    await this.resolve(key);
  }

  async refund({ chargeKey }: RefundOrder): Promise<RefundOutcome> {
    await this.resolve(chargeKey);
    return { kind: 'succeeded' };
  }
}

const failures: string[] = [];
const withOutcome = (outcome: Promise<ChargeOutcome>) =>
  new TimeoutProcessor(new StubProcessor(new Map([[KEY, outcome]])), {
    timeoutMs: LIMIT_MS,
    onFailure: (call, key, error) => failures.push(`${call} of ${key}: ${(error as Error).message}`),
  });

const CALLS: [string, (processor: PaymentProcessor) => Promise<unknown>][] = [
  ['a charge', (processor) => processor.charge(ORDER)],
  ['a lookup', (processor) => processor.resolve(KEY)],
  ['a reversal', (processor) => processor.reverse(KEY)],
  [
    'a refund',
    (processor) => processor.refund({ key: 're_1' as RefundKey, chargeKey: KEY, money: ORDER.money }),
  ],
];

afterEach(() => {
  jest.useRealTimers();
});

describe('a processor with a timeout', () => {
  it("returns the processor's outcome", async () => {
    const declined: ChargeOutcome = { kind: 'declined', reason: 'card_declined' };
    expect(await withOutcome(Promise.resolve(declined)).charge(ORDER)).toEqual(declined);
    expect(await withOutcome(Promise.resolve(declined)).resolve(KEY)).toEqual(declined);
    await withOutcome(Promise.resolve(APPROVED)).reverse(KEY);
  });

  it.each(CALLS)('passes on the error of %s', async (_, call) => {
    const broken = Promise.reject(new Error('connection lost'));
    await expect(call(withOutcome(broken))).rejects.toThrow('connection lost');
  });

  it.each(CALLS)('rejects and reports when %s throws synchronously', async (_, call) => {
    failures.length = 0;
    const throwing = new StubProcessor();
    for (const method of ['charge', 'resolve', 'reverse', 'refund'] as const) {
      jest.spyOn(throwing, method).mockImplementation(() => {
        throw new Error('unknown currency');
      });
    }
    const processor = new TimeoutProcessor(throwing, {
      onFailure: (_call, _key, error) => failures.push((error as Error).message),
    });
    await expect(call(processor)).rejects.toThrow('unknown currency');
    expect(failures).toEqual(['unknown currency']);
  });

  it('reports each failed call and no other', async () => {
    failures.length = 0;
    for (const [, call] of CALLS) {
      await call(withOutcome(Promise.resolve(APPROVED)));
      await call(withOutcome(Promise.reject(new Error('connection lost')))).catch(() => undefined);
    }
    await withOutcome(NEVER)
      .charge(ORDER)
      .catch(() => undefined);
    expect(failures).toEqual([
      'charge of pay_1.1: connection lost',
      'resolve of pay_1.1: connection lost',
      'reverse of pay_1.1: connection lost',
      'refund of re_1: connection lost',
      `charge of pay_1.1: The processor did not respond within ${LIMIT_MS} ms.`,
    ]);
  });

  it.each(CALLS)('rejects when %s times out', async (_, call) => {
    await expect(call(withOutcome(NEVER))).rejects.toThrow('did not respond');
  });

  it('passes on the late outcome of a charge that timed out', async () => {
    const outcome = Promise.withResolvers<ChargeOutcome>();
    const timeout: unknown = await withOutcome(outcome.promise)
      .charge(ORDER)
      .catch((error: unknown) => error);
    outcome.resolve(APPROVED);
    expect(timeout).toBeInstanceOf(ChargeTimeoutError);
    expect(await (timeout as ChargeTimeoutError).lateOutcome).toEqual(APPROVED);
  });

  it.each(CALLS)('ignores a late outcome or error of %s', async (_, call) => {
    const outcome = Promise.withResolvers<ChargeOutcome>();
    const failure = Promise.withResolvers<ChargeOutcome>();
    for (const { promise } of [outcome, failure]) {
      await expect(call(withOutcome(promise))).rejects.toThrow('did not respond');
    }
    outcome.resolve(APPROVED);
    failure.reject(new Error('connection lost'));
    // An unhandled rejection would have failed the test by now.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('does not keep the process alive while it waits', () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    withOutcome(NEVER)
      .charge(ORDER)
      .catch(() => undefined);
    expect(timers()).toBe(before);
  });

  it('clears its timer once it has the outcome', async () => {
    jest.useFakeTimers();
    await withOutcome(Promise.resolve(APPROVED)).charge(ORDER);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('interrupted attempts', () => {
  const ids = new SequentialIds();
  const clock = new SteppedClock();

  const anAttempt = (): Attempt => ({
    accountId: ids.next('acct'),
    paymentRequestId: ids.next('pay'),
    number: 1,
    status: 'started',
    brand: 'visa',
    last4: '4242',
    declineReason: undefined,
    startedAt: clock.now(),
    endedAt: undefined,
  });

  /** Resolves open attempts with a processor that never responds for those in `silent`. */
  function resolverFor(attempts: readonly Attempt[], silent: readonly Attempt[]) {
    const concluded: Attempt[] = [];
    const timeouts: unknown[] = [];
    const reader = {
      findOpenAttempts: (_until: Date, limit: number, after?: KeysetPosition) => {
        const behind = 1 + attempts.findIndex(({ paymentRequestId }) => paymentRequestId === after?.id);
        const waiting = attempts.slice(behind).filter((attempt) => !concluded.includes(attempt));
        return Promise.resolve(waiting.slice(0, limit));
      },
    };
    const conclusion = {
      execute: (attempt: Attempt): Promise<Attempt> => {
        concluded.push(attempt);
        return Promise.resolve({ ...attempt, status: 'approved', endedAt: clock.now() });
      },
    };
    const processor = new StubProcessor(new Map(silent.map((attempt) => [chargeKeyOf(attempt), NEVER])));
    const resolve = new ResolveStuckAttempts(
      reader as unknown as PaymentRequestReader,
      new TimeoutProcessor(processor, {
        timeoutMs: LIMIT_MS,
        onFailure: (_call, _key, error) => timeouts.push(error),
      }),
      conclusion as unknown as ConcludeAttempt,
      clock,
      0,
    );
    return { concluded, timeouts, resolve };
  }

  it('are resolved although the processor never responds for the first one', async () => {
    const [silent, ...others] = [anAttempt(), anAttempt(), anAttempt()] as const;
    const { concluded, resolve } = resolverFor([silent, ...others], [silent]);
    await expect(resolve.execute()).rejects.toThrow('Failed items: 1.');
    expect(concluded).toEqual(others);
  });

  it('are left to the next run when timeouts have used up the time of this one', async () => {
    const attempts = Array.from({ length: 9 }, anAttempt);
    const { concluded, timeouts, resolve } = resolverFor(attempts, attempts.slice(0, -1));
    for (const count of [3, 6, 8]) {
      const before = timeouts.length;
      const working = resolve.execute(() => timeouts.length - before === 3);
      await expect(working).rejects.toThrow(`Failed items: ${count}.`);
      expect(timeouts).toHaveLength(count);
    }
    expect(concluded).toEqual(attempts.slice(-1));
  });
});

describe('the log of failures', () => {
  it.each<[string, (logger: ReturnType<typeof createLogger>) => void]>([
    [
      'of the processor',
      (logger) => {
        logFailuresTo(logger)('charge', KEY, new Error('failed'));
      },
    ],
    [
      'to reverse a late charge',
      (logger) => {
        new LoggedLateResults(logger).onRetriesExhausted(KEY, new Error('failed'));
      },
    ],
  ])('names the charge: %s', (_, log) => {
    let line = '';
    log(createLogger('trace', { write: (text) => (line += text) }));
    expect(line).toContain(KEY);
  });
});

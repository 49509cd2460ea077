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
} from '@florin/payments';
import { aCard, aNewRequest, SequentialIds, SteppedClock } from '@florin/payments/testing/paying';
import { TimeoutProcessor } from './timeout-processor.js';

const LIMIT_MS = 20;
const APPROVED: ChargeOutcome = { kind: 'approved' };
const { currency } = aNewRequest();
const KEY = 'pay_1.1' as ChargeKey;
const ORDER: ChargeOrder = { key: KEY, money: money(500, currency), card: aCard() };
const NEVER = new Promise<never>(() => undefined);

/** Answers as it is told to, key by key, and at once where it was told nothing. */
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
}

const failures: string[] = [];
const answering = (answer: Promise<ChargeOutcome>) =>
  new TimeoutProcessor(new StubProcessor(new Map([[KEY, answer]])), {
    timeoutMs: LIMIT_MS,
    onFailure: (call, key, error) => failures.push(`${call} of ${key}: ${(error as Error).message}`),
  });

const CALLS: [string, (processor: PaymentProcessor) => Promise<unknown>][] = [
  ['a charge', (processor) => processor.charge(ORDER)],
  ['a question', (processor) => processor.resolve(KEY)],
  ['a reversal', (processor) => processor.reverse(KEY)],
];

afterEach(() => {
  jest.useRealTimers();
});

describe('a bounded processor', () => {
  it('answers what the processor answers', async () => {
    const declined: ChargeOutcome = { kind: 'declined', reason: 'card_declined' };
    expect(await answering(Promise.resolve(declined)).charge(ORDER)).toEqual(declined);
    expect(await answering(Promise.resolve(declined)).resolve(KEY)).toEqual(declined);
    await answering(Promise.resolve(APPROVED)).reverse(KEY);
  });

  it.each(CALLS)('hands on the error of %s', async (_, call) => {
    const broken = Promise.reject(new Error('connection lost'));
    await expect(call(answering(broken))).rejects.toThrow('connection lost');
  });

  it.each(CALLS)(
    'makes an error of it, and tells, when %s throws before it promises anything',
    async (_, call) => {
      failures.length = 0;
      const throwing = new StubProcessor();
      for (const method of ['charge', 'resolve', 'reverse'] as const) {
        jest.spyOn(throwing, method).mockImplementation(() => {
          throw new Error('no such currency');
        });
      }
      const bounded = new TimeoutProcessor(throwing, {
        onFailure: (_call, _key, error) => failures.push((error as Error).message),
      });
      await expect(call(bounded)).rejects.toThrow('no such currency');
      expect(failures).toEqual(['no such currency']);
    },
  );

  it('tells of each call that failed, and of no other', async () => {
    failures.length = 0;
    for (const [, call] of CALLS) {
      await call(answering(Promise.resolve(APPROVED)));
      await call(answering(Promise.reject(new Error('connection lost')))).catch(() => undefined);
    }
    await answering(NEVER)
      .charge(ORDER)
      .catch(() => undefined);
    expect(failures).toEqual([
      'charge of pay_1.1: connection lost',
      'resolve of pay_1.1: connection lost',
      'reverse of pay_1.1: connection lost',
      `charge of pay_1.1: The processor did not answer within ${LIMIT_MS} ms.`,
    ]);
  });

  it.each(CALLS)('makes an error of it when %s stays without an answer', async (_, call) => {
    await expect(call(answering(NEVER))).rejects.toThrow('did not answer');
  });

  it('hands on what a charge comes to in the end, when nobody waited for it any more', async () => {
    const answer = Promise.withResolvers<ChargeOutcome>();
    const silence: unknown = await answering(answer.promise)
      .charge(ORDER)
      .catch((error: unknown) => error);
    answer.resolve(APPROVED);
    expect(silence).toBeInstanceOf(ChargeTimeoutError);
    expect(await (silence as ChargeTimeoutError).lateOutcome).toEqual(APPROVED);
  });

  it.each(CALLS)(
    'is broken by nothing that comes too late for %s, be it an answer or an error',
    async (_, call) => {
      const answer = Promise.withResolvers<ChargeOutcome>();
      const failure = Promise.withResolvers<ChargeOutcome>();
      for (const { promise } of [answer, failure]) {
        await expect(call(answering(promise))).rejects.toThrow('did not answer');
      }
      answer.resolve(APPROVED);
      failure.reject(new Error('connection lost'));
      // An error that nobody catches would fail the test by now.
      await new Promise((resolve) => setImmediate(resolve));
    },
  );

  it('keeps no process alive while it waits', () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    answering(NEVER)
      .charge(ORDER)
      .catch(() => undefined);
    expect(timers()).toBe(before);
  });

  it('leaves no timer behind once it has the answer', async () => {
    jest.useFakeTimers();
    await answering(Promise.resolve(APPROVED)).charge(ORDER);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('attempts that were interrupted', () => {
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

  /** Those of the line that are still without an end, with a processor that never answers for the silent ones. */
  function resolving(line: readonly Attempt[], silent: readonly Attempt[]) {
    const concluded: Attempt[] = [];
    const silences: unknown[] = [];
    const reader = {
      findOpenAttempts: (_until: Date, limit: number, after?: KeysetPosition) => {
        const behind = 1 + line.findIndex(({ paymentRequestId }) => paymentRequestId === after?.id);
        const waiting = line.slice(behind).filter((attempt) => !concluded.includes(attempt));
        return Promise.resolve(waiting.slice(0, limit));
      },
    };
    const conclusion = {
      execute: (attempt: Attempt): Promise<Attempt> => {
        concluded.push(attempt);
        return Promise.resolve({ ...attempt, status: 'approved', endedAt: clock.now() });
      },
    };
    const told = new StubProcessor(new Map(silent.map((attempt) => [chargeKeyOf(attempt), NEVER])));
    const resolve = new ResolveStuckAttempts(
      reader as unknown as PaymentRequestReader,
      new TimeoutProcessor(told, {
        timeoutMs: LIMIT_MS,
        onFailure: (_call, _key, error) => silences.push(error),
      }),
      conclusion as unknown as ConcludeAttempt,
      clock,
      0,
    );
    return { concluded, silences, resolve };
  }

  it('are brought to their end although the processor never answers for the first of them', async () => {
    const [silent, ...others] = [anAttempt(), anAttempt(), anAttempt()] as const;
    const { concluded, resolve } = resolving([silent, ...others], [silent]);
    await expect(resolve.execute()).rejects.toThrow('Failed items: 1.');
    expect(concluded).toEqual(others);
  });

  it('are left to the next run once the silence for others has taken all the time of one', async () => {
    const line = Array.from({ length: 9 }, anAttempt);
    const { concluded, silences, resolve } = resolving(line, line.slice(0, -1));
    for (const count of [3, 6, 8]) {
      const before = silences.length;
      const working = resolve.execute(() => silences.length - before === 3);
      await expect(working).rejects.toThrow(`Failed items: ${count}.`);
      expect(silences).toHaveLength(count);
    }
    expect(concluded).toEqual(line.slice(-1));
  });
});

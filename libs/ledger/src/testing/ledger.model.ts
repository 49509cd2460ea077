import { expect } from '@jest/globals';
import type { AccountId, TransactionId } from '@florin/kernel';
import fc from 'fast-check';
import { newTransaction } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture } from './ledger-fixture.js';

type Type = 'payment' | 'credit' | 'refund';
type End = 'succeeded' | 'failed' | 'canceled';
type Step = { type: Type; amount: number; of: number | undefined } | { end: End; target: number };
interface ModelTransaction {
  type: Type;
  amount: number;
  status: 'pending' | End;
  of: number | undefined;
}

/** Initial balance, so that payments can succeed. */
const FUNDS = 300;

/** Reference model of the ledger, small enough to verify by reading. */
export class LedgerModel {
  readonly transactions: ModelTransaction[] = [
    { type: 'credit', amount: FUNDS, status: 'succeeded', of: undefined },
  ];

  private sum(matches: (transaction: ModelTransaction) => boolean): number {
    return this.transactions.filter(matches).reduce((sum, { amount }) => sum + amount, 0);
  }

  get held() {
    return this.sum(({ type, status }) => type === 'payment' && status === 'pending');
  }
  get incoming() {
    return this.sum(({ type, status }) => type !== 'payment' && status === 'pending');
  }
  get available() {
    const spent = this.sum(({ type, status }) => type === 'payment' && status === 'succeeded');
    return this.sum(({ type, status }) => type !== 'payment' && status === 'succeeded') - spent - this.held;
  }

  create(type: Type, amount: number, of: number | undefined): string {
    const payment = of === undefined ? undefined : this.transactions[of];
    if (of !== undefined) {
      const isRefundable = payment?.type === 'payment' && payment.status === 'succeeded';
      const refunded = this.sum(
        (other) => other.of === of && (other.status === 'pending' || other.status === 'succeeded'),
      );
      if (!isRefundable || refunded + amount > payment.amount) return 'invalid_request';
    }
    if (type === 'payment' && amount > this.available) return 'insufficient_funds';
    this.transactions.push({ type, amount, status: 'pending', of });
    return 'done';
  }

  end(target: number, end: End): string {
    const transaction = this.transactions[target];
    if (transaction === undefined) return 'not_found';
    if (transaction.status !== 'pending') return end === 'canceled' ? 'not_cancellable' : 'conflict';
    transaction.status = end;
    return 'done';
  }
}

const amount = fc.integer({ min: 1, max: 100 });
const target = fc.nat({ max: 12 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant<Type>('payment'), amount, of: fc.constant(undefined) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant<Type>('credit'), amount, of: fc.constant(undefined) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant<Type>('refund'),
      amount,
      of: fc.option(target, { nil: undefined }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      end: fc.constantFrom<End>('succeeded', 'succeeded', 'succeeded', 'failed', 'canceled'),
      target,
    }),
  },
);

/**
 * Maps random numbers to transactions from before the burst, or to an unknown id. Ends prefer pending transactions and
 * refunds prefer succeeded payments: otherwise a payment would hardly ever be refunded twice.
 */
function resolveTargets(step: Step, transactions: readonly ModelTransaction[]): Step {
  const numbers = transactions.map((_, number) => number);
  const among = (candidates: readonly number[], number: number) =>
    candidates[number % (candidates.length + 1)] ?? UNKNOWN;
  if ('end' in step) {
    const pending = numbers.filter((number) => transactions[number]?.status === 'pending');
    return { ...step, target: among([...pending, ...numbers.slice(-2)], step.target) };
  }
  const paid = numbers.filter((number) => transactions[number]?.type === 'payment').toReversed();
  const settled = paid.filter((number) => transactions[number]?.status === 'succeeded').slice(0, 2);
  return {
    ...step,
    of: step.of === undefined ? undefined : among([...settled, ...paid.slice(0, 1)], step.of),
  };
}

const UNKNOWN = Infinity;

/** Commands of one event loop turn, which the ledger writes together. */
class Burst implements fc.AsyncCommand<LedgerModel, LedgerUnderTest> {
  constructor(private readonly steps: readonly Step[]) {}

  check = () => true;

  async run(model: LedgerModel, real: LedgerUnderTest): Promise<void> {
    const resolved = this.steps.map((step) => resolveTargets(step, [...model.transactions]));
    const expected = resolved.map((step) =>
      'end' in step ? model.end(step.target, step.end) : model.create(step.type, step.amount, step.of),
    );
    expect(await real.burst(resolved)).toEqual(expected);
    const { available, held, incoming } = model;
    expect(await real.balance()).toEqual({ available, held, incoming });
  }

  toString = () => JSON.stringify(this.steps);
}

class LedgerUnderTest {
  private readonly ids: TransactionId[] = [];

  constructor(
    private readonly fixture: LedgerFixture,
    private readonly accountId: AccountId,
    firstCredit: TransactionId,
  ) {
    this.ids.push(firstCredit);
  }

  async burst(steps: readonly Step[]): Promise<string[]> {
    const outcomes = await Promise.allSettled(steps.map((step) => this.submit(step)));
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled' && outcome.value) this.ids.push(outcome.value);
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? 'done'
        : ((outcome.reason as { code?: string }).code ?? String(outcome.reason)),
    );
  }

  balance() {
    return this.fixture.balance(this.accountId);
  }

  /** Returns the id of a created transaction, undefined for a change. */
  private async submit(step: Step): Promise<TransactionId | undefined> {
    const { accountId, fixture } = this;
    if ('end' in step) {
      const target = { transactionId: this.idOf(step.target), accountId };
      if (step.end === 'canceled') await fixture.ledger.cancel(target);
      else await fixture.ledger.settle({ ...target, settlement: { status: step.end } });
      return undefined;
    }
    const { type, of } = step;
    const input = newTransaction(accountId, {
      type,
      amount: step.amount,
      refundOf: of === undefined ? undefined : this.idOf(of),
    });
    const { id } = await fixture.ledger.create(input);
    return id;
  }

  private idOf(index: number): TransactionId {
    return this.ids[index] ?? this.fixture.ids.next('txn');
  }
}

/** Runs random commands on the ledger and on the model, and compares every outcome and balance. */
export async function expectLedgerToFollowModel(
  harness: LedgerHarness,
  parameters: { numRuns: number; seed?: number; path?: string },
): Promise<void> {
  const burst = fc.array(steps, { minLength: 1, maxLength: 8 }).map((burstSteps) => new Burst(burstSteps));
  const sequence = fc.commands([burst], { maxCommands: 7, size: 'max' });
  const property = fc.asyncProperty(sequence, async (commands) => {
    const fixture = new LedgerFixture(harness);
    const accountId = await fixture.openAccount();
    const { id } = await fixture.createSettled(accountId, { type: 'credit', amount: FUNDS });
    const setup = () => ({ model: new LedgerModel(), real: new LedgerUnderTest(fixture, accountId, id) });
    await fc.asyncModelRun(setup, commands);
  });
  await fc.assert(property, parameters);
}

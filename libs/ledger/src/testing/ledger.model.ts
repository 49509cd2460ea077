import { expect } from '@jest/globals';
import type { AccountId, TransactionId, TransferId } from '@florin/kernel';
import fc from 'fast-check';
import type { BatchElement } from '../batch/command.js';
import type { NewTransaction } from '../transaction/transaction.js';
import { newTransaction, USD } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture } from './ledger-fixture.js';

type Account = 0 | 1;
type Type = 'payment' | 'credit' | 'refund';
type End = 'succeeded' | 'failed' | 'canceled';
interface Create {
  account: Account;
  type: Type;
  amount: number;
  of: number | undefined;
  settle: boolean;
}
type Step =
  | Create
  | { batch: Create[]; atomic: boolean }
  | { from: Account; amount: number; settle: boolean }
  /** With `whole`, ends the transfer of the transaction. */
  | { end: End; target: number; whole: boolean };
interface ModelTransaction {
  account: Account;
  type: Type;
  amount: number;
  status: 'pending' | End;
  of?: number | undefined;
  /** For a transfer, the number of the other side. */
  otherSide?: number;
}

/** Initial balance of each account, so that payments can succeed. */
const FUNDS = 300;

/** Reference model of a ledger with two accounts, small enough to verify by reading. */
export class LedgerModel {
  readonly transactions: ModelTransaction[] = [
    { account: 0, type: 'credit', amount: FUNDS, status: 'succeeded' },
    { account: 1, type: 'credit', amount: FUNDS, status: 'succeeded' },
  ];

  private sum(matches: (transaction: ModelTransaction) => boolean): number {
    return this.transactions.filter(matches).reduce((sum, { amount }) => sum + amount, 0);
  }

  balance(account: Account) {
    const sum = (isPayment: boolean, status: string) =>
      this.sum(
        (one) => one.account === account && (one.type === 'payment') === isPayment && one.status === status,
      );
    const held = sum(true, 'pending');
    return {
      available: sum(false, 'succeeded') - sum(true, 'succeeded') - held,
      held,
      incoming: sum(false, 'pending'),
    };
  }

  create({ account, type, amount, of, settle }: Create): string {
    if (of !== undefined) {
      const payment = this.transactions[of];
      const isRefundable =
        payment?.type === 'payment' &&
        payment.account === account &&
        payment.status === 'succeeded' &&
        payment.otherSide === undefined;
      const refunded = this.sum(
        (other) => other.of === of && (other.status === 'pending' || other.status === 'succeeded'),
      );
      if (!isRefundable || refunded + amount > payment.amount) return 'invalid_request';
    }
    if (type === 'payment' && amount > this.balance(account).available) return 'insufficient_funds';
    this.transactions.push({ account, type, amount, status: settle ? 'succeeded' : 'pending', of });
    return 'done';
  }

  createBatch(creates: readonly Create[], atomic: boolean): string {
    const { length } = this.transactions;
    const outcomes = creates.map((create) => this.create(create));
    if (!atomic || outcomes.every((outcome) => outcome === 'done')) return outcomes.join();
    this.transactions.length = length;
    return 'batch_failed';
  }

  transfer(from: Account, amount: number, settle: boolean): string {
    if (amount > this.balance(from).available) return 'insufficient_funds';
    const { length } = this.transactions;
    const status = settle ? 'succeeded' : 'pending';
    this.transactions.push(
      { account: from, type: 'payment', amount, status, otherSide: length + 1 },
      { account: otherAccount(from), type: 'credit', amount, status, otherSide: length },
    );
    return 'done';
  }

  end(target: number, end: End, whole: boolean): string {
    const transaction = this.transactions[target];
    const isTransfer = transaction?.otherSide !== undefined;
    if (transaction === undefined || (whole && !isTransfer)) return 'not_found';
    if (transaction.status !== 'pending' || isTransfer !== whole)
      return end === 'canceled' ? 'not_cancellable' : 'conflict';
    transaction.status = end;
    const otherSide = this.transactions[transaction.otherSide ?? UNKNOWN];
    if (otherSide !== undefined) otherSide.status = end;
    return 'done';
  }

  run(step: Step): string {
    if ('end' in step) return this.end(step.target, step.end, step.whole);
    if ('batch' in step) return this.createBatch(step.batch, step.atomic);
    return 'from' in step ? this.transfer(step.from, step.amount, step.settle) : this.create(step);
  }
}

const UNKNOWN = Infinity;
const otherAccount = (account: Account): Account => (account === 0 ? 1 : 0);

const account = fc.constantFrom<Account>(0, 0, 1);
const amount = fc.integer({ min: 1, max: 100 });
const target = fc.nat({ max: 12 });
const settle = fc.constantFrom(false, false, true);
const of = fc.option(target, { nil: undefined });
const ofType = (type: Type, refunded: fc.Arbitrary<number | undefined>): fc.Arbitrary<Create> =>
  fc.record({ account, type: fc.constant(type), amount, of: refunded, settle });
const create = fc.oneof(
  { weight: 3, arbitrary: ofType('payment', fc.constant(undefined)) },
  { weight: 1, arbitrary: ofType('credit', fc.constant(undefined)) },
  { weight: 4, arbitrary: ofType('refund', of) },
);
const end = fc.constantFrom<End>('succeeded', 'succeeded', 'succeeded', 'failed', 'canceled');
const steps = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 8, arbitrary: create },
  {
    weight: 2,
    arbitrary: fc.record({
      batch: fc.array(create, { minLength: 1, maxLength: 4 }),
      atomic: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ from: account, amount, settle }) },
  { weight: 7, arbitrary: fc.record({ end, target, whole: fc.boolean() }) },
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
    const preferred = pending.filter(
      (number) => (transactions[number]?.otherSide !== undefined) === step.whole,
    );
    return {
      ...step,
      target: among([...preferred, ...pending.slice(-1), ...numbers.slice(-2)], step.target),
    };
  }
  const resolve = <One extends Create>(one: One): One => {
    if (one.of === undefined) return one;
    const paid = numbers.filter((number) => transactions[number]?.type === 'payment').toReversed();
    const settled = paid.filter(
      (number) =>
        transactions[number]?.status === 'succeeded' && transactions[number].account === one.account,
    );
    return { ...one, of: among([...settled.slice(0, 2), ...paid.slice(0, 1)], one.of) };
  };
  if ('batch' in step) return { ...step, batch: step.batch.map(resolve) };
  return 'from' in step ? step : resolve(step);
}

/** Commands of one event loop turn, which the ledger writes together. */
class Burst implements fc.AsyncCommand<LedgerModel, LedgerUnderTest> {
  constructor(private readonly steps: readonly Step[]) {}

  check = () => true;

  async run(model: LedgerModel, real: LedgerUnderTest): Promise<void> {
    const resolved = this.steps.map((step) => resolveTargets(step, [...model.transactions]));
    const expected = resolved.map((step) => model.run(step));
    expect(await real.burst(resolved)).toEqual(expected);
    expect(await real.balances()).toEqual([model.balance(0), model.balance(1)]);
  }

  toString = () => JSON.stringify(this.steps);
}

interface KnownTransaction {
  readonly id: TransactionId;
  readonly transferId?: TransferId | undefined;
}

class LedgerUnderTest {
  constructor(
    private readonly fixture: LedgerFixture,
    private readonly accountIds: readonly [AccountId, AccountId],
    private readonly known: KnownTransaction[],
  ) {}

  async burst(burstSteps: readonly Step[]): Promise<string[]> {
    const outcomes = await Promise.allSettled(burstSteps.map((step) => this.submit(step)));
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') this.known.push(...(await outcome.value.created()));
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? outcome.value.text
        : ((outcome.reason as { code?: string }).code ?? String(outcome.reason)),
    );
  }

  balances() {
    return Promise.all(this.accountIds.map((accountId) => this.fixture.balance(accountId)));
  }

  private async submit(step: Step): Promise<{
    text: string;
    created: () => Promise<KnownTransaction[]>;
  }> {
    const { ledger } = this.fixture;
    const done = (created: KnownTransaction[], text = 'done') => ({
      text,
      created: () => Promise.resolve(created),
    });
    if ('end' in step) {
      await this.end(step.target, step.end, step.whole);
      return done([]);
    }
    if ('batch' in step) {
      const inputs = step.batch.map((one) => this.inputOf(one));
      const elements = valueOf(await ledger.createBatch({ inputs, atomic: step.atomic }));
      const created = elements.flatMap(({ transaction }) => transaction ?? []);
      return done(created, elements.map(codeOf).join());
    }
    if ('from' in step) {
      const [fromAccountId, toAccountId] = [
        this.accountIds[step.from],
        this.accountIds[otherAccount(step.from)],
      ];
      const input = { fromAccountId, toAccountId, amount: step.amount, currency: USD, settle: step.settle };
      const { id } = valueOf(await ledger.createTransfer(input));
      return { text: 'done', created: () => this.sidesOf(id, [fromAccountId, toAccountId]) };
    }
    return done([await ledger.create(this.inputOf(step))]);
  }

  private async end(number: number, status: End, whole: boolean): Promise<void> {
    const { ledger, ids } = this.fixture;
    const { id = ids.next('txn'), transferId = ids.next('trf') } = this.known[number] ?? {};
    const accountId = undefined;
    if (whole && status === 'canceled') await ledger.cancelTransfer({ transferId, accountId });
    else if (status === 'canceled') await ledger.cancel({ transactionId: id, accountId });
    else if (whole) await ledger.settleTransfer({ transferId, accountId, settlement: { status } });
    else await ledger.settle({ transactionId: id, accountId, settlement: { status } });
  }

  private inputOf({
    account: own,
    of: refunded,
    type,
    amount: ofAmount,
    settle: atOnce,
  }: Create): NewTransaction {
    return newTransaction(this.accountIds[own], {
      type,
      amount: ofAmount,
      settle: atOnce,
      refundOf:
        refunded === undefined ? undefined : (this.known[refunded]?.id ?? this.fixture.ids.next('txn')),
    });
  }

  private sidesOf(id: TransferId, accountIds: readonly AccountId[]): Promise<KnownTransaction[]> {
    return Promise.all(
      accountIds.map(async (accountId) => {
        const { items } = await this.fixture.harness.transactions.list({ accountId }, { limit: 100 });
        const side = items.find(({ transferId }) => transferId === id);
        if (side === undefined) throw new Error(`${id} has no side in ${accountId}`);
        return side;
      }),
    );
  }
}

const codeOf = ({ refused }: BatchElement): string => refused?.code ?? 'done';

function valueOf<Value>(outcome: { replayed: true } | { replayed: false; value: Value }): Value {
  if (outcome.replayed) throw new Error('A command without an idempotency key was replayed.');
  return outcome.value;
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
    const accountIds = [await fixture.openAccount(), await fixture.openAccount()] as const;
    const funds = { type: 'credit', amount: FUNDS } as const;
    const credits = [
      await fixture.createSettled(accountIds[0], funds),
      await fixture.createSettled(accountIds[1], funds),
    ];
    const setup = () => ({
      model: new LedgerModel(),
      real: new LedgerUnderTest(fixture, accountIds, [...credits]),
    });
    await fc.asyncModelRun(setup, commands);
  });
  await fc.assert(property, parameters);
}

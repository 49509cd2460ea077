import { SYSTEM } from '@florin/identity';
import { Interrupted } from '@florin/infrastructure';
import { DAY_MS, HOUR_MS, addMilliseconds } from '@florin/kernel';
import type { Transaction } from '@florin/ledger';
import {
  type ScheduledAction,
  requestPayment,
  payLatestRequest,
  pauseOrCancel,
  subscribe,
  type Subscriber,
} from './customers.js';
import { createShop } from './demo-data.js';
import { type SeededRandom, seededRandom } from './seeded-random.js';
import {
  endTransactions,
  firstDeposit,
  type OpenShop,
  ordersOf,
  createTransactions,
} from './transactions.js';
import { ignoreExpectedErrors, type DemoServices } from './demo-services.js';

export interface SimulationOptions {
  readonly seed: number;
  readonly accounts: number;
  readonly days: number;
  /** Midnight of the first day. */
  readonly start: Date;
  readonly password: string;
  readonly signal: AbortSignal;
  onDay(day: number): void;
}

export async function simulate(services: DemoServices, options: SimulationOptions): Promise<OpenShop[]> {
  const simulation = new Simulation(services, options);
  for (let day = 0; day <= options.days; day++) {
    if (options.signal.aborted) throw new Interrupted();
    await simulation.runDay(day);
    options.onDay(day);
  }
  return simulation.shops;
}

class Simulation {
  readonly shops: OpenShop[] = [];
  private readonly random: SeededRandom;
  private pending: Transaction[] = [];
  private scheduledActions: ScheduledAction[] = [];
  private readonly subscribers: Subscriber[] = [];

  constructor(
    private readonly services: DemoServices,
    private readonly options: SimulationOptions,
  ) {
    this.random = seededRandom(options.seed);
  }

  async runDay(day: number): Promise<void> {
    const hour = (number: number): Date =>
      addMilliseconds(this.options.start, day * DAY_MS + number * HOUR_MS);
    this.services.time.moveTo(hour(6));
    await this.openShops(day);
    await this.bill();
    this.services.time.moveTo(hour(8));
    await this.trade(hour(18));
    this.services.time.moveTo(hour(19));
    await this.requestPayments(day);
    this.services.time.moveTo(hour(20));
    await this.settle(day === this.options.days);
    await this.services.expireDue.execute();
    if (day === this.options.days - 6) await this.suspendAndClose();
  }

  /** Half of the shops open on the first day, the others one by one. */
  private async openShops(day: number): Promise<void> {
    const { accounts, seed, days, password } = this.options;
    const share = Math.min(1, 0.5 + day / Math.max(1, days * 0.6));
    while (this.shops.length < Math.ceil(accounts * share)) {
      const shop = createShop(this.shops.length, seed, this.random);
      const opened = await this.services.openAccount.execute(SYSTEM, { ...shop.input, password });
      if (opened.replayed) throw new Error('An account was replayed without an idempotency key');
      const open: OpenShop = { shop, account: opened.value, refundable: [], acceptsTransactions: true };
      this.services.own.add(open.account.id);
      this.shops.push(open);
      await this.endAll(await createTransactions(this.services, [firstDeposit(open)]), () => 1);
      // The third account is closed later, which active subscriptions would prevent.
      if (this.shops.length !== 3) await this.addSubscribers(open);
    }
  }

  private async addSubscribers(open: OpenShop): Promise<void> {
    for (let count = this.random.between(1, 4); count > 0; count--) {
      const subscriber = await subscribe(this.services, open, this.random);
      if (subscriber === undefined) continue;
      await payLatestRequest(this.services, subscriber, this.random);
      this.subscribers.push(subscriber);
    }
  }

  private async bill(): Promise<void> {
    const billed = await this.services.billDue.execute();
    if (billed === 0) return;
    for (const subscriber of this.subscribers) await payLatestRequest(this.services, subscriber, this.random);
    if (this.random.boolean(0.08))
      await pauseOrCancel(this.services, this.random.pick(this.subscribers), this.random);
  }

  private async trade(until: Date): Promise<void> {
    const busy = this.shops.filter(({ acceptsTransactions }) => acceptsTransactions);
    const orders = busy.flatMap((open) => ordersOf(open, this.random));
    this.services.time.spread(orders.length, until);
    this.pending.push(...(await createTransactions(this.services, orders)));
  }

  private async requestPayments(day: number): Promise<void> {
    for (const open of this.shops.filter(({ acceptsTransactions }) => acceptsTransactions)) {
      const action =
        this.random.boolean(0.3) && (await requestPayment(this.services, open, day, this.random));
      if (action) this.scheduledActions.push(action);
    }
    const due = this.scheduledActions.filter((action) => action.day <= day);
    this.scheduledActions = this.scheduledActions.filter((action) => action.day > day);
    for (const action of due) await action.run();
  }

  /** Most of the last day's transactions stay pending. */
  private async settle(isLast: boolean): Promise<void> {
    const ready = this.pending.filter(() => this.random.boolean(isLast ? 0.3 : 0.8));
    this.pending = this.pending.filter((transaction) => !ready.includes(transaction));
    await this.endAll(ready);
  }

  private async endAll(transactions: readonly Transaction[], nextRoll = this.random.next): Promise<void> {
    const ended = await endTransactions(this.services, transactions, nextRoll, this.random);
    const shopOf = new Map(this.shops.map((open) => [open.account.id, open]));
    for (const payment of ended) {
      if (payment.type !== 'payment' || payment.status !== 'succeeded') continue;
      shopOf.get(payment.accountId)?.refundable.push({ payment, left: payment.amount });
    }
  }

  private async suspendAndClose(): Promise<void> {
    const [, suspended, closed] = this.shops;
    if (suspended === undefined || closed === undefined || this.shops.length < 4) return;
    await this.services.setAccountStatus.execute(SYSTEM, suspended.account.id, 'suspended');
    suspended.acceptsTransactions = false;
    const done = await ignoreExpectedErrors(this.services.closeAccount.execute(SYSTEM, closed.account.id));
    closed.acceptsTransactions = done === undefined;
  }
}

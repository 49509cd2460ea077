import { SYSTEM } from '@florin/identity';
import { Interrupted } from '@florin/infrastructure';
import { DAY_MS, HOUR_MS, later } from '@florin/kernel';
import type { Transaction } from '@florin/ledger';
import {
  type Appointment,
  askForMoney,
  receive,
  pauseOrCancel,
  subscribe,
  type Subscriber,
} from './asking.js';
import { shopNumber } from './cast.js';
import { type Chance, chanceFrom } from './chance.js';
import { end, firstDeposit, type OpenShop, ordersOf, place } from './trade.js';
import { attempt, type World } from './world.js';

export interface LifePlan {
  readonly seed: number;
  readonly accounts: number;
  readonly days: number;
  /** Midnight of the first day. */
  readonly start: Date;
  readonly password: string;
  readonly signal: AbortSignal;
  onDay(day: number): void;
}

/** Simulates the shops from the first day to the present, and returns them. */
export async function live(world: World, plan: LifePlan): Promise<OpenShop[]> {
  const life = new Life(world, plan);
  for (let day = 0; day <= plan.days; day++) {
    if (plan.signal.aborted) throw new Interrupted();
    await life.pass(day);
    plan.onDay(day);
  }
  return life.shops;
}

class Life {
  readonly shops: OpenShop[] = [];
  private readonly chance: Chance;
  private pending: Transaction[] = [];
  private appointments: Appointment[] = [];
  private readonly subscribers: Subscriber[] = [];

  constructor(
    private readonly world: World,
    private readonly plan: LifePlan,
  ) {
    this.chance = chanceFrom(plan.seed);
  }

  async pass(day: number): Promise<void> {
    const hour = (of: number): Date => later(this.plan.start, day * DAY_MS + of * HOUR_MS);
    this.world.time.moveTo(hour(6));
    await this.openShops(day);
    await this.bill();
    this.world.time.moveTo(hour(8));
    await this.trade(hour(18));
    this.world.time.moveTo(hour(19));
    await this.ask(day);
    this.world.time.moveTo(hour(20));
    await this.settle(day === this.plan.days);
    await this.world.expireDue.execute();
    if (day === this.plan.days - 6) await this.suspendAndClose();
  }

  /** Half of them open on the first day, the others one by one. */
  private async openShops(day: number): Promise<void> {
    const { accounts, seed, days, password } = this.plan;
    const share = Math.min(1, 0.5 + day / Math.max(1, days * 0.6));
    while (this.shops.length < Math.ceil(accounts * share)) {
      const shop = shopNumber(this.shops.length, seed, this.chance);
      const opened = await this.world.openAccount.execute(SYSTEM, { ...shop.input, password });
      if (opened.replayed) throw new Error('An account was replayed without an idempotency key');
      const open: OpenShop = { shop, account: opened.thing, refundable: [], takesNew: true };
      this.world.own.add(open.account.id);
      this.shops.push(open);
      await this.endAll(await place(this.world, [firstDeposit(open)]), () => 1);
      // The third account is closed later, which active subscriptions would prevent.
      if (this.shops.length !== 3) await this.addSubscribers(open);
    }
  }

  private async addSubscribers(open: OpenShop): Promise<void> {
    for (let count = this.chance.between(1, 4); count > 0; count--) {
      const subscriber = await subscribe(this.world, open, this.chance);
      if (subscriber === undefined) continue;
      await receive(this.world, subscriber, this.chance);
      this.subscribers.push(subscriber);
    }
  }

  private async bill(): Promise<void> {
    const billed = await this.world.billDue.execute();
    if (billed === 0) return;
    for (const subscriber of this.subscribers) await receive(this.world, subscriber, this.chance);
    if (this.chance.is(0.08))
      await pauseOrCancel(this.world, this.chance.pick(this.subscribers), this.chance);
  }

  private async trade(until: Date): Promise<void> {
    const busy = this.shops.filter(({ takesNew }) => takesNew);
    const orders = busy.flatMap((open) => ordersOf(open, this.chance));
    this.world.time.spread(orders.length, until);
    this.pending.push(...(await place(this.world, orders)));
  }

  private async ask(day: number): Promise<void> {
    for (const open of this.shops.filter(({ takesNew }) => takesNew)) {
      const appointment = this.chance.is(0.3) && (await askForMoney(this.world, open, day, this.chance));
      if (appointment) this.appointments.push(appointment);
    }
    const due = this.appointments.filter((appointment) => appointment.day <= day);
    this.appointments = this.appointments.filter((appointment) => appointment.day > day);
    for (const appointment of due) await appointment.keep();
  }

  /** Most of the last day's transactions stay pending. */
  private async settle(isLast: boolean): Promise<void> {
    const ready = this.pending.filter(() => this.chance.is(isLast ? 0.3 : 0.8));
    this.pending = this.pending.filter((transaction) => !ready.includes(transaction));
    await this.endAll(ready);
  }

  private async endAll(transactions: readonly Transaction[], drawLot = this.chance.next): Promise<void> {
    const ended = await end(this.world, transactions, drawLot, this.chance);
    const shopOf = new Map(this.shops.map((open) => [open.account.id, open]));
    for (const payment of ended) {
      if (payment.type !== 'payment' || payment.status !== 'succeeded') continue;
      shopOf.get(payment.accountId)?.refundable.push({ payment, left: payment.amount });
    }
  }

  private async suspendAndClose(): Promise<void> {
    const [, suspended, closed] = this.shops;
    if (suspended === undefined || closed === undefined || this.shops.length < 4) return;
    await this.world.setAccountStatus.execute(SYSTEM, suspended.account.id, 'suspended');
    suspended.takesNew = false;
    const done = await attempt(this.world.closeAccount.execute(SYSTEM, closed.account.id));
    closed.takesNew = done === undefined;
  }
}

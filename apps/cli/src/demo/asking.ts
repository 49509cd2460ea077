import { DAY_MS, later, parseEmail, type PaymentRequestId, type SubscriptionId } from '@florin/kernel';
import type { Card, Interval } from '@florin/payments';
import { customerOf } from './cast.js';
import type { Chance } from './chance.js';
import type { OpenShop } from './trade.js';
import { attempt, type World } from './world.js';

const APPROVES = '4242424242424242';
const DECLINES = ['4000000000000002', '4000000000009995'];

const cardWith = (number: string): Card => ({ number, expiryMonth: 12, expiryYear: 2049, code: '123' });

export interface Appointment {
  readonly day: number;
  keep(): Promise<unknown>;
}

/** Creates a payment request, and decides what the customer will do about it on a later day. */
export async function askForMoney(
  world: World,
  { account, shop }: OpenShop,
  day: number,
  chance: Chance,
): Promise<Appointment | undefined> {
  const created = await attempt(
    world.createRequest.execute({
      ...wishOf(account, shop.smallPrice * chance.between(2, 30), chance),
      reference: `invoice ${chance.between(10_000, 99_999)}`,
      expiresAt: later(world.time.now(), chance.between(3, 25) * DAY_MS),
    }),
  );
  if (created?.replayed !== false) return undefined;
  const { id, accountId } = created.thing;
  const when = day + chance.between(0, 3);
  const fate = chance.next();
  const paying = (cards: readonly string[]): Appointment => ({
    day: when,
    keep: () => pay(world, id, cards),
  });
  if (fate < 0.6) return paying([APPROVES]);
  if (fate < 0.7) return paying([...DECLINES, APPROVES]);
  if (fate < 0.8) return paying(Array<string>(5).fill(chance.pick(DECLINES)));
  if (fate < 0.88) return { day: when, keep: () => attempt(world.cancelRequest.execute(id, accountId)) };
  return undefined;
}

async function pay(world: World, id: PaymentRequestId, numbers: readonly string[]): Promise<void> {
  const secret = world.secrets.secretOf(id);
  for (const number of numbers) await world.payRequest.execute(secret, cardWith(number));
}

type Custom = 'punctual' | 'forgetful' | 'never';

export interface Subscriber {
  readonly id: SubscriptionId;
  readonly custom: Custom;
  /** The latest request that the customer has handled. */
  seen: PaymentRequestId | undefined;
}

const INTERVALS: readonly Interval[] = ['month', 'month', 'month', 'week', 'year'];

export async function subscribe(
  world: World,
  { account, shop }: OpenShop,
  chance: Chance,
): Promise<Subscriber | undefined> {
  const created = await attempt(
    world.createSubscription.execute({
      ...wishOf(account, shop.smallPrice * chance.between(1, 6), chance),
      reference: `plan ${chance.pick(['small', 'medium', 'large'])}`,
      interval: chance.pick(INTERVALS),
    }),
  );
  if (created?.replayed !== false) return undefined;
  const lot = chance.next();
  const custom = lot < 0.65 ? 'punctual' : lot < 0.85 ? 'forgetful' : 'never';
  return { id: created.thing.id, custom, seen: undefined };
}

/** The customer pays the latest request, or does not. */
export async function receive(world: World, subscriber: Subscriber, chance: Chance): Promise<void> {
  const subscription = await world.subscriptions.find(subscriber.id, undefined);
  if (subscription === undefined || subscription.latestPaymentId === subscriber.seen) return;
  subscriber.seen = subscription.latestPaymentId;
  const { custom } = subscriber;
  if (custom === 'punctual' || (custom === 'forgetful' && chance.is(0.5)))
    await pay(world, subscription.latestPaymentId, [APPROVES]);
}

export function pauseOrCancel(world: World, { id }: Subscriber, chance: Chance): Promise<unknown> {
  const command = chance.is(0.5) ? world.pauseSubscription : world.cancelSubscription;
  return attempt(command.execute(id, undefined));
}

function wishOf({ id, settings }: OpenShop['account'], amount: number, chance: Chance) {
  const customerEmail = parseEmail(customerOf(chance));
  if (customerEmail === undefined) throw new Error('The demo made up an invalid email');
  return { accountId: id, amount, currency: settings.currency, customerEmail, metadata: {} };
}

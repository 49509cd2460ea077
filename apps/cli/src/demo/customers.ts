import {
  DAY_MS,
  addMilliseconds,
  parseEmail,
  type PaymentRequestId,
  type SubscriptionId,
} from '@florin/kernel';
import type { Card, Interval } from '@florin/payments';
import { randomCustomer } from './demo-data.js';
import type { SeededRandom } from './seeded-random.js';
import type { OpenShop } from './transactions.js';
import { ignoreExpectedErrors, type DemoServices } from './demo-services.js';

const APPROVED_CARD = '4242424242424242';
const REFUNDS_FAIL_CARD = '4000000000005126';
const DECLINED_CARDS = ['4000000000000002', '4000000000009995'];

const cardWith = (number: string): Card => ({ number, expiryMonth: 12, expiryYear: 2049, code: '123' });

export interface ScheduledAction {
  readonly day: number;
  run(): Promise<unknown>;
}

/** Creates a payment request and draws what the customer does with it on a later day. */
export async function requestPayment(
  services: DemoServices,
  { account, shop }: OpenShop,
  day: number,
  random: SeededRandom,
): Promise<ScheduledAction | undefined> {
  const created = await ignoreExpectedErrors(
    services.createRequest.execute({
      ...paymentInput(account, shop.smallPrice * random.between(2, 30), random),
      reference: `invoice ${random.between(10_000, 99_999)}`,
      expiresAt: addMilliseconds(services.time.now(), random.between(3, 25) * DAY_MS),
    }),
  );
  if (created?.replayed !== false) return undefined;
  const { id, accountId, amount } = created.value;
  const when = day + random.between(0, 3);
  const roll = random.next();
  const paying = (cards: readonly string[]): ScheduledAction => ({
    day: when,
    run: () => pay(services, id, cards),
  });
  const refunding = (part: number | undefined, reason: string, card = APPROVED_CARD): ScheduledAction => ({
    day: when,
    run: async () => {
      await pay(services, id, [card]);
      await ignoreExpectedErrors(services.createRefund.execute(id, accountId, { amount: part, reason }));
    },
  });
  if (roll < 0.06) return refunding(undefined, 'returned goods');
  if (roll < 0.12) return refunding(Math.ceil(amount / 2), 'discount');
  if (roll < 0.14) return refunding(undefined, 'returned goods', REFUNDS_FAIL_CARD);
  if (roll < 0.6) return paying([APPROVED_CARD]);
  if (roll < 0.7) return paying([...DECLINED_CARDS, APPROVED_CARD]);
  if (roll < 0.8) return paying(Array<string>(5).fill(random.pick(DECLINED_CARDS)));
  if (roll < 0.88)
    return { day: when, run: () => ignoreExpectedErrors(services.cancelRequest.execute(id, accountId)) };
  return undefined;
}

async function pay(services: DemoServices, id: PaymentRequestId, numbers: readonly string[]): Promise<void> {
  const secret = services.secrets.secretOf(id);
  for (const number of numbers) await services.payRequest.execute(secret, cardWith(number));
}

type PaymentHabit = 'punctual' | 'forgetful' | 'never';

export interface Subscriber {
  readonly id: SubscriptionId;
  readonly habit: PaymentHabit;
  /** The latest request that was paid or ignored. */
  lastHandledId: PaymentRequestId | undefined;
}

const INTERVALS: readonly Interval[] = ['month', 'month', 'month', 'week', 'year'];

export async function subscribe(
  services: DemoServices,
  { account, shop }: OpenShop,
  random: SeededRandom,
): Promise<Subscriber | undefined> {
  const created = await ignoreExpectedErrors(
    services.createSubscription.execute({
      ...paymentInput(account, shop.smallPrice * random.between(1, 6), random),
      reference: `plan ${random.pick(['small', 'medium', 'large'])}`,
      interval: random.pick(INTERVALS),
    }),
  );
  if (created?.replayed !== false) return undefined;
  const roll = random.next();
  const habit = roll < 0.65 ? 'punctual' : roll < 0.85 ? 'forgetful' : 'never';
  return { id: created.value.id, habit, lastHandledId: undefined };
}

export async function payLatestRequest(
  services: DemoServices,
  subscriber: Subscriber,
  random: SeededRandom,
): Promise<void> {
  const subscription = await services.subscriptions.find(subscriber.id, undefined);
  if (subscription === undefined || subscription.latestPaymentId === subscriber.lastHandledId) return;
  subscriber.lastHandledId = subscription.latestPaymentId;
  const { habit } = subscriber;
  if (habit === 'punctual' || (habit === 'forgetful' && random.boolean(0.5)))
    await pay(services, subscription.latestPaymentId, [APPROVED_CARD]);
}

export function pauseOrCancel(
  services: DemoServices,
  { id }: Subscriber,
  random: SeededRandom,
): Promise<unknown> {
  const command = random.boolean(0.5) ? services.pauseSubscription : services.cancelSubscription;
  return ignoreExpectedErrors(command.execute(id, undefined));
}

function paymentInput({ id, settings }: OpenShop['account'], amount: number, random: SeededRandom) {
  const customerEmail = parseEmail(randomCustomer(random));
  if (customerEmail === undefined) throw new Error('The demo generated an invalid email');
  return { accountId: id, amount, currency: settings.currency, customerEmail, metadata: {} };
}

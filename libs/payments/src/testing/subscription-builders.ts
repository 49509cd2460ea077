import { type Email, parseEmail } from '@florin/kernel';
import { type NewSubscription, start, type Subscription } from '../subscription/subscription.js';
import { anAccountId, SequentialIds, NOON, USD } from './builders.js';

const ids = new SequentialIds();

export const aNewSubscription = (overrides: Partial<NewSubscription> = {}): NewSubscription => ({
  accountId: anAccountId(),
  customerEmail: parseEmail('grace@example.com') as Email,
  amount: 1900,
  currency: USD,
  interval: 'month',
  reference: 'PLAN-1',
  metadata: {},
  ...overrides,
});

export function aSubscription(
  overrides: Partial<Subscription> & Partial<Pick<NewSubscription, 'interval'>> = {},
): Subscription {
  const { interval = 'month', createdAt = NOON, ...changes } = overrides;
  const { state: subscription } = start(
    ids.next('sub'),
    ids.next('pay'),
    aNewSubscription({ interval }),
    createdAt,
  );
  return { ...subscription, ...changes };
}

export const aPaymentId = () => ids.next('pay');

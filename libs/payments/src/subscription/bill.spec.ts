import { describe, expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds } from '@florin/kernel';
import { aPaymentId, aSubscription } from '../testing/subscription-builders.js';
import { billedPeriod, billOf } from './bill.js';
import { advance, pause, resume } from './subscription.js';

describe('billed period', () => {
  it('stays the same after the subscription has advanced', () => {
    const first = aSubscription();
    const next = advance(first, aPaymentId(), first.period.endAt)!.state;
    expect(billedPeriod(next, billOf(first))).toEqual(first.period);
    expect(billedPeriod(next, billOf(next))).toEqual(next.period);
  });

  it('is undefined for a bill of an earlier billing cycle', () => {
    const first = aSubscription();
    const now = addMilliseconds(first.createdAt, 3 * DAY_MS);
    const resumed = resume(pause(first, now).state, aPaymentId(), now).state;
    expect(billedPeriod(resumed, billOf(first))).toBeUndefined();
    expect(billedPeriod(resumed, billOf(resumed))).toEqual(resumed.period);
  });
});

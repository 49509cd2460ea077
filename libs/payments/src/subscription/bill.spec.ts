import { describe, expect, it } from '@jest/globals';
import { DAY_MS, addMilliseconds } from '@florin/kernel';
import { aPaymentId, aSubscription } from '../testing/subscription-builders.js';
import { billedPeriod, billOf } from './bill.js';
import { advance, pause, resume } from './subscription.js';

describe('the period that a bill is for', () => {
  it('stays the same when the subscription has gone on', () => {
    const first = aSubscription();
    const next = advance(first, aPaymentId(), first.period.endAt)!.state;
    expect(billedPeriod(next, billOf(first))).toEqual(first.period);
    expect(billedPeriod(next, billOf(next))).toEqual(next.period);
  });

  it('is not guessed for a bill of before a pause, since the rhythm has changed', () => {
    const first = aSubscription();
    const now = addMilliseconds(first.createdAt, 3 * DAY_MS);
    const resumed = resume(pause(first, now).state, aPaymentId(), now).state;
    expect(billedPeriod(resumed, billOf(first))).toBeUndefined();
    expect(billedPeriod(resumed, billOf(resumed))).toEqual(resumed.period);
  });
});

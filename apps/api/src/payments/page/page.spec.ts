import { describe, expect, it } from '@jest/globals';
import type { AttemptStatus } from '@florin/payments';
import { aChargingRequest, aPayee, SteppedClock } from '@florin/payments/testing/paying';
import { paymentPage } from './page.js';

const now = new SteppedClock().now();

function pageAfter(status: AttemptStatus): string {
  const { request, attempt } = aChargingRequest();
  const lastAttempt = { ...attempt, status, endedAt: now };
  const payee = aPayee({ accountId: request.accountId });
  const page = { state: 'not_charged', request, payee, period: undefined, lastAttempt, now } as const;
  return paymentPage(page).content.markup;
}

describe('the page after a failed attempt', () => {
  it.each(['failed', 'voided'] as const)('shows that the card was not charged: %s', (status) => {
    expect(pageAfter(status)).toContain('You have not been charged.');
  });

  it('announces the refund of a reversed charge', () => {
    const page = pageAfter('reversed');
    expect(page).not.toContain('You have not been charged.');
    expect(page).toContain('is being refunded');
  });
});

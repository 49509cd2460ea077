import { type AccountId, type Currency, type Email, parseCurrency, parseEmail } from '@florin/kernel';
import { SequentialIds, NOON, SteppedClock } from '@florin/kernel/testing';
import { type Attempt, startAttempt } from '../payment-request/attempt.js';
import { PageSecrets } from '../payment-request/page-secrets.js';
import type { Payee } from '../payment-request/payee.js';
import { create, type NewPaymentRequest, type PaymentRequest } from '../payment-request/payment-request.js';
import type { Card } from '../processor/card.js';

export { SequentialIds, NOON, SteppedClock };

/** Predictable secrets. */
export class PlainPageSecrets extends PageSecrets {
  secretOf(id: string): string {
    return `secret-of-${id}`;
  }

  digestOf(secret: string): string {
    return `digest-of-${secret}`;
  }
}

const ids = new SequentialIds();
export const anAccountId = (): AccountId => ids.next('acct');
export const USD = parseCurrency('USD') as Currency;
export const EUR = parseCurrency('EUR') as Currency;

export const aPayee = (overrides: Partial<Payee> = {}): Payee => ({
  accountId: anAccountId(),
  name: 'Ada Ltd',
  status: 'active',
  currency: USD,
  language: 'en',
  timezone: 'UTC',
  branding: { color: undefined, logo: undefined, supportEmail: undefined, website: undefined },
  ...overrides,
});

export const aNewRequest = (overrides: Partial<NewPaymentRequest> = {}): NewPaymentRequest => ({
  accountId: anAccountId(),
  amount: 7500,
  currency: USD,
  customerEmail: parseEmail('grace@example.com') as Email,
  reference: 'INV-1',
  metadata: {},
  expiresAt: undefined,
  ...overrides,
});

export function aPaymentRequest(overrides: Partial<PaymentRequest> = {}): PaymentRequest {
  const input =
    overrides.accountId === undefined ? aNewRequest() : aNewRequest({ accountId: overrides.accountId });
  return { ...create(ids.next('pay'), input, overrides.createdAt ?? NOON).state, ...overrides };
}

/** A request whose first attempt is in progress. */
export function aChargingRequest(overrides: Partial<PaymentRequest> = {}): {
  readonly request: PaymentRequest;
  readonly attempt: Attempt;
} {
  const { request, attempt } = startAttempt(
    aPaymentRequest(overrides),
    { brand: 'visa', last4: '4242' },
    NOON,
  );
  return { request, attempt };
}

export const aCard = (number = '4242424242424242'): Card => ({
  number,
  expiryMonth: 12,
  expiryYear: 2030,
  code: '123',
});

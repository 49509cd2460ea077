import type { Clock } from '@florin/kernel';
import { billedPeriod } from '../subscription/bill.js';
import type { Period } from '../subscription/period.js';
import type { SubscriptionReader } from '../subscription/subscription.reader.js';
import type { Attempt } from './attempt.js';
import type { PageSecrets } from './page-secrets.js';
import type { Payee, PayeeDirectory } from './payee.js';
import { hasExpired, type PaymentRequest } from './payment-request.js';
import type { PaymentRequestReader } from './payment-request.reader.js';

/** Why a request cannot be paid now. */
export type Obstacle = 'paid' | 'failed' | 'canceled' | 'expired' | 'processing' | 'unavailable';

/** An obstacle, or the result of the last attempt to pay. */
export type PageState = Obstacle | 'payable' | 'declined' | 'not_charged';

export interface PaymentPage {
  readonly state: PageState;
  readonly request: PaymentRequest;
  readonly payee: Payee;
  /** The billed period of a subscription. */
  readonly period: Period | undefined;
  readonly lastAttempt: Attempt | undefined;
  readonly now: Date;
}

export function obstacleTo(request: PaymentRequest, payee: Payee, now: Date): Obstacle | undefined {
  if (request.status === 'succeeded') return 'paid';
  if (request.status === 'failed') return 'failed';
  if (request.status === 'canceled') return request.cancelReason === 'expired' ? 'expired' : 'canceled';
  if (request.charging) return 'processing';
  if (hasExpired(request, now)) return 'expired';
  if (payee.status !== 'active' || payee.currency !== request.currency) return 'unavailable';
  return undefined;
}

function pageStateOf(
  request: PaymentRequest,
  payee: Payee,
  lastAttempt: Attempt | undefined,
  now: Date,
): PageState {
  const obstacle = obstacleTo(request, payee, now);
  if (obstacle !== undefined) return obstacle;
  if (lastAttempt === undefined) return 'payable';
  return lastAttempt.status === 'declined' ? 'declined' : 'not_charged';
}

/** Undefined for an unknown secret, or if the account does not exist any more. */
export class OpenPaymentPage {
  constructor(
    private readonly reader: PaymentRequestReader,
    private readonly payees: PayeeDirectory,
    private readonly subscriptions: SubscriptionReader,
    private readonly secrets: PageSecrets,
    private readonly clock: Clock,
  ) {}

  async execute(secret: string): Promise<PaymentPage | undefined> {
    const found = await this.reader.findByPageDigest(this.secrets.digestOf(secret));
    if (found === undefined) return undefined;
    const { request, lastAttempt } = found;
    const payee = await this.payees.find(request.accountId);
    if (payee === undefined) return undefined;
    const period = await this.periodOf(request);
    const now = this.clock.now();
    const state = pageStateOf(request, payee, lastAttempt, now);
    return { state, request, payee, period, lastAttempt, now };
  }

  private async periodOf({ id, accountId, subscriptionId }: PaymentRequest): Promise<Period | undefined> {
    if (subscriptionId === undefined) return undefined;
    const subscription = await this.subscriptions.find(subscriptionId, accountId);
    const bill = subscription && (await this.subscriptions.findBill(subscription, id));
    return bill && billedPeriod(subscription, bill);
  }
}

import type { AccountId, CursorPage, CursorRequest, PaymentRequestId, SubscriptionId } from '@florin/kernel';
import { newestFirstPage } from '@florin/kernel/memory';
import type { KeysetPosition } from '../batch-runner.js';
import type { Bill } from '../subscription/bill.js';
import { dueAt, isBillable, type Subscription } from '../subscription/subscription.js';
import {
  type DueSubscription,
  type SubscriptionFilter,
  SubscriptionReader,
} from '../subscription/subscription.reader.js';
import type { PaymentsStores } from '../stores.js';
import { keysetPage } from './keyset-page.js';
import type { MemoryState } from './memory-state.js';

export function subscriptionsOn(state: MemoryState): PaymentsStores['subscriptions'] {
  const put = (subscription: Subscription) => {
    state.subscriptions.set(subscription.id, subscription);
    return Promise.resolve();
  };
  const billsOf = (id: SubscriptionId) => state.bills.filter(({ subscriptionId }) => subscriptionId === id);
  return {
    add: put,
    lock: (id, accountId) => Promise.resolve(withinAccountScope(state.subscriptions.get(id), accountId)),
    lockOpen: (accountId, after) =>
      Promise.resolve(
        [...state.subscriptions.values()].filter(
          ({ id, accountId: owner, status }) =>
            owner === accountId && status !== 'canceled' && id > (after ?? ''),
        ),
      ),
    save: put,
    saveCanceled: async (subscriptions) => {
      for (const subscription of subscriptions) await put(subscription);
    },
    addBill: (bill) => {
      const isSameWindow = (other: typeof bill) =>
        other.subscriptionId === bill.subscriptionId &&
        other.period === bill.period &&
        other.window === bill.window;
      if (state.bills.some(isSameWindow))
        return Promise.reject(new Error('This window has already been billed.'));
      state.bills.push(bill);
      return Promise.resolve();
    },
    getBill: ({ id }, paymentId) => {
      const bill = billsOf(id).find((one) => one.paymentId === paymentId);
      return bill === undefined ? Promise.reject(new Error('No such bill')) : Promise.resolve(bill);
    },
    findOpenBills: ({ id }, period) =>
      Promise.resolve(
        billsOf(id)
          .filter((bill) => period === undefined || bill.period === period)
          .filter(({ paymentId }) => state.requests.get(paymentId)?.status === 'pending'),
      ),
  };
}

const withinAccountScope = (subscription: Subscription | undefined, accountId: AccountId | undefined) =>
  accountId === undefined || subscription?.accountId === accountId ? subscription : undefined;

export class MemorySubscriptionReader extends SubscriptionReader {
  constructor(private readonly unitOfWork: { readonly state: MemoryState }) {
    super();
  }

  find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined> {
    return Promise.resolve(withinAccountScope(this.unitOfWork.state.subscriptions.get(id), accountId));
  }

  findBill({ id }: Subscription, paymentId: PaymentRequestId): Promise<Bill | undefined> {
    const isMatch = (bill: Bill) => bill.subscriptionId === id && bill.paymentId === paymentId;
    return Promise.resolve(this.unitOfWork.state.bills.find(isMatch));
  }

  list(
    { accountId, status, reference }: SubscriptionFilter,
    page: CursorRequest<SubscriptionId>,
  ): Promise<CursorPage<Subscription>> {
    const matching = [...this.unitOfWork.state.subscriptions.values()]
      .filter((subscription) => accountId === undefined || subscription.accountId === accountId)
      .filter((subscription) => status === undefined || subscription.status === status)
      .filter((subscription) => reference === undefined || subscription.reference === reference);
    return Promise.resolve(newestFirstPage(matching, page));
  }

  findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly DueSubscription[]> {
    const { subscriptions, payees } = this.unitOfWork.state;
    const due = [...subscriptions.values()]
      .filter(isBillable)
      .filter(({ accountId, currency }) => {
        const payee = payees.get(accountId);
        return payee?.status === 'active' && payee.currency === currency;
      })
      .map((subscription) => ({ ...subscription, dueAt: dueAt(subscription) }))
      .filter((subscription) => subscription.dueAt <= now);
    return Promise.resolve(
      keysetPage(due, (subscription) => ({ at: subscription.dueAt, id: subscription.id }), limit, after),
    );
  }
}

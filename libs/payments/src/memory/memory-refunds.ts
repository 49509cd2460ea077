import type { AccountId, CursorPage, CursorRequest, Ids, RefundId } from '@florin/kernel';
import { newestFirstPage } from '@florin/kernel/memory';
import type { KeysetPosition } from '../batch-runner.js';
import { refusal } from '../errors.js';
import type { PaymentRequest } from '../payment-request/payment-request.js';
import type { Refund } from '../refund/refund.js';
import { RefundReader } from '../refund/refund.reader.js';
import type { PaymentsStores } from '../stores.js';
import { keysetPage } from './keyset-page.js';
import type { MemoryState } from './memory-state.js';

const sum = (items: readonly { readonly amount: number }[]): number =>
  items.reduce((total, { amount }) => total + amount, 0);

export function refundsOn(state: MemoryState): PaymentsStores['refunds'] {
  const put = (refund: Refund) => {
    state.refunds.set(refund.id, refund);
    return Promise.resolve();
  };
  return {
    add: put,
    get: (id) => {
      const refund = state.refunds.get(id);
      return refund === undefined ? Promise.reject(new Error('No such refund')) : Promise.resolve(refund);
    },
    save: put,
    sumOf: ({ id }) =>
      Promise.resolve(
        sum(
          [...state.refunds.values()].filter(
            ({ paymentId, status }) => paymentId === id && status !== 'failed',
          ),
        ),
      ),
  };
}

/** The available amount of an account is that of its credits without its refunds. */
export function holdsOn(state: MemoryState, ids: Ids): Pick<PaymentsStores['balances'], 'hold' | 'endHold'> {
  const availableOf = (account: AccountId) => {
    const isOwn = ({ accountId }: { accountId: AccountId }) => accountId === account;
    const credits = [...state.credits.values()].filter(isOwn);
    const holds = [...state.holds.values()].filter((hold) => isOwn(hold) && hold.status !== 'failed');
    return sum(credits) - sum(holds);
  };
  return {
    hold: ({ accountId }, { amount }) => {
      const payee = state.payees.get(accountId);
      if (payee === undefined || payee.status === 'closed')
        return Promise.reject(refusal('not_found', 'There is no such account.'));
      if (payee.status === 'inactive')
        return Promise.reject(refusal('invalid_request', 'The account is not active.'));
      if (amount > availableOf(accountId))
        return Promise.reject(refusal('insufficient_funds', 'Insufficient funds.'));
      const transactionId = ids.next('txn');
      state.holds.set(transactionId, { accountId, amount, status: 'pending' });
      return Promise.resolve(transactionId);
    },
    endHold: ({ transactionId, updatedAt }, { kind }, now) => {
      const hold = state.holds.get(transactionId);
      if (hold?.status !== 'pending') return Promise.reject(new Error('No such hold'));
      state.holds.set(transactionId, { ...hold, status: kind });
      return Promise.resolve(now < updatedAt ? updatedAt : now);
    },
  };
}

export class MemoryRefundReader extends RefundReader {
  constructor(private readonly unitOfWork: { readonly state: MemoryState }) {
    super();
  }

  find(id: RefundId, accountId: AccountId | undefined): Promise<Refund | undefined> {
    const refund = this.unitOfWork.state.refunds.get(id);
    return Promise.resolve(accountId === undefined || refund?.accountId === accountId ? refund : undefined);
  }

  list(payment: PaymentRequest, page: CursorRequest<RefundId>): Promise<CursorPage<Refund>> {
    const matching = this.all().filter(({ paymentId }) => paymentId === payment.id);
    return Promise.resolve(newestFirstPage(matching, page));
  }

  findPending(createdUntil: Date, limit: number, after?: KeysetPosition): Promise<readonly Refund[]> {
    const pending = this.all().filter(
      ({ status, createdAt }) => status === 'pending' && createdAt <= createdUntil,
    );
    return Promise.resolve(keysetPage(pending, ({ createdAt, id }) => ({ at: createdAt, id }), limit, after));
  }

  private all(): Refund[] {
    return [...this.unitOfWork.state.refunds.values()];
  }
}

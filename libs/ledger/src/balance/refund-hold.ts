import { instantOfId, type RefundId, requireAmount, type TransactionId } from '@florin/kernel';
import { type Entry, post } from '../entry/entry.js';
import {
  create,
  type EndStatus,
  type Settlement,
  settlePart,
  type Transaction,
  type TransactionEvent,
} from '../transaction/transaction.js';
import {
  amountsOf,
  type Balance,
  hold,
  release,
  requireAcceptsTransactions,
  timeOfChange,
} from './balance.js';

/** Money that a refund returns to the customer. */
export interface RefundHold extends Pick<Transaction, 'accountId' | 'amount' | 'currency' | 'reference'> {
  readonly refundId: RefundId;
}

export interface HeldRefund {
  readonly balance: Balance;
  readonly added: Transaction;
  readonly events: readonly TransactionEvent[];
}

/** Refused like any new payment: by the state of the account, its currency and its available amount. */
export function holdRefund(
  balance: Balance,
  id: TransactionId,
  { refundId, ...payment }: RefundHold,
): HeldRefund {
  requireAmount(payment.amount);
  requireAcceptsTransactions(balance, payment.currency);
  const at = instantOfId(id);
  const { state: added, events } = create(id, { ...payment, type: 'payment' }, at, { refundId });
  const heldBalance = hold(balance, added, at);
  return { balance: heldBalance, added, events: withBalance(events, heldBalance) };
}

export interface EndedRefundHold {
  readonly balance: Balance;
  readonly ended: Transaction;
  readonly entries: readonly Entry[];
  readonly events: readonly TransactionEvent[];
}

/** Also on a frozen balance. The balance cannot be closed meanwhile. */
export function endRefundHold(
  balance: Balance,
  held: Transaction,
  settlement: Settlement,
  now: Date,
): EndedRefundHold {
  const at = timeOfChange(balance, held.updatedAt, now);
  const { state: ended, events } = settlePart(held, settlement, at);
  const released = release(balance, ended, ended.status as EndStatus, at);
  const { balance: releasedBalance, entries } = post(released, ended);
  return {
    balance: releasedBalance,
    ended,
    entries,
    events: withBalance(events, releasedBalance),
  };
}

const withBalance = (events: readonly TransactionEvent[], balance: Balance): TransactionEvent[] =>
  events.map((event) => ({ ...event, balance: amountsOf(balance) }));

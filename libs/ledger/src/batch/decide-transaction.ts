import { instantOfId, requireAmount } from '@florin/kernel';
import { hold, release, requireAcceptsTransactions, timeOfChange } from '../balance/balance.js';
import { refusal } from '../errors.js';
import { requireRefundable } from '../transaction/refund.js';
import {
  amend,
  cancel,
  create,
  type EndStatus,
  type NewTransaction,
  settle,
  type Transaction,
} from '../transaction/transaction.js';
import type { TargetedCommand } from './command.js';
import type { WorkingState } from './working-state.js';

interface Creation {
  readonly input: NewTransaction;
  readonly actor?: string | undefined;
}

export function createTransaction(working: WorkingState, { input, actor }: Creation, now: Date): Transaction {
  requireAmount(input.amount);
  const balance = requireAcceptsTransactions(working.balance(input.accountId), input.currency);
  if (input.refundOf !== undefined) {
    const payment = working.transaction(input.refundOf, input.accountId);
    requireRefundable(payment, working.refunded(input.refundOf), input);
  }
  const id = working.nextId(input.accountId);
  const at = instantOfId(id);
  const heldBalance = hold(balance, input, at);
  const { state: created, events } = create(id, input, at);
  working.add(created, heldBalance, { events, at, actor });
  if (input.settle !== true) return created;
  const endedAt = timeOfChange(heldBalance, at, now);
  const settled = settle(created, { status: 'succeeded' }, endedAt);
  endOne(working, created, settled, { at: endedAt, actor });
  return settled.state;
}

export function changeTransaction(working: WorkingState, command: TargetedCommand, now: Date): Transaction {
  const before = working.transaction(command.transactionId, command.accountId);
  if (before === undefined) throw refusal('not_found', 'There is no such transaction.');
  const at = timeOfChange(working.requireBalance(before.accountId), before.updatedAt, now);
  const decision = decideChange(before, command, at);
  if (decision.state === before) return before;
  const { actor } = command;
  // Only a change of status moves money.
  if (decision.state.status === before.status)
    working.change(before, decision.state, { events: decision.events, at, actor });
  else endOne(working, before, decision, { at, actor });
  return decision.state;
}

/** Records the end of a transaction, with its balance and entries. */
export function endOne(
  working: WorkingState,
  before: Transaction,
  { state: after, events }: ReturnType<typeof settle>,
  { at, actor }: { readonly at: Date; readonly actor: string | undefined },
): void {
  const balance = release(working.requireBalance(after.accountId), after, after.status as EndStatus, at);
  working.post(after, balance);
  working.change(before, after, { events, at, actor });
}

function decideChange(transaction: Transaction, command: TargetedCommand, now: Date) {
  switch (command.kind) {
    case 'settle':
      return settle(transaction, command.settlement, now);
    case 'cancel':
      return cancel(transaction, now);
    case 'amend':
      return amend(transaction, command.amendment, now);
  }
}

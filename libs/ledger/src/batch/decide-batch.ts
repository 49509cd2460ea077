import { type Ids, instantOfId, notBefore, requireAmount, requireSameRequest } from '@florin/kernel';
import { hold, release, requireAcceptsTransactions } from '../balance/balance.js';
import { isRefusal, refusal } from '../errors.js';
import { requireRefundable } from '../transaction/refund.js';
import {
  amend,
  cancel,
  create,
  type EndStatus,
  settle,
  type Transaction,
} from '../transaction/transaction.js';
import type { Command, CommandOutcome, CreateCommand, TargetedCommand } from './command.js';
import type { BatchDecision, LedgerState } from './ledger.store.js';
import { WorkingState } from './working-state.js';

/**
 * Decides the commands in order of arrival, each on the result of those before it. A command is refused before it
 * changes anything. Any error other than a `DomainError` is a bug and is rethrown.
 */
export function decideBatch(
  state: LedgerState,
  commands: readonly Command[],
  now: Date,
  ids: Ids,
): BatchDecision<readonly CommandOutcome[]> {
  const working = new WorkingState(state, ids);
  const result = commands.map((command) => decideOne(working, command, now));
  return { changes: working.changes(), result };
}

function decideOne(working: WorkingState, command: Command, now: Date): CommandOutcome {
  try {
    if (command.kind === 'create') return createIdempotent(working, command);
    return { done: { replayed: false, value: change(working, command, now) } };
  } catch (error) {
    if (isRefusal(error)) return { refused: error };
    throw error;
  }
}

function createIdempotent(working: WorkingState, command: CreateCommand): CommandOutcome {
  const { idempotentRequest } = command;
  if (idempotentRequest === undefined)
    return { done: { replayed: false, value: createOne(working, command) } };
  const stored = working.response(idempotentRequest);
  if (stored !== undefined) {
    requireSameRequest(idempotentRequest, stored);
    return { done: { replayed: true, response: stored.response } };
  }
  const value = createOne(working, command);
  working.storeResponse(idempotentRequest, idempotentRequest.present(value));
  return { done: { replayed: false, value } };
}

function createOne(working: WorkingState, { input, actor }: CreateCommand): Transaction {
  requireAmount(input.amount);
  const balance = requireAcceptsTransactions(working.balance(input.accountId), input.currency);
  if (input.refundOf !== undefined) {
    const payment = working.transaction(input.refundOf, input.accountId);
    requireRefundable(payment, working.refunded(input.refundOf), input);
  }
  const id = working.nextId(input.accountId);
  const at = instantOfId(id);
  const heldBalance = hold(balance, input, at);
  const { state: transaction, events } = create(id, input, at);
  working.add(transaction, heldBalance, { events, at, actor });
  return transaction;
}

function change(working: WorkingState, command: TargetedCommand, now: Date): Transaction {
  const before = working.transaction(command.transactionId, command.accountId);
  if (before === undefined) throw refusal('not_found', 'There is no such transaction.');
  const at = notBefore(before.updatedAt, now);
  const { state: after, events } = decideChange(before, command, at);
  if (after === before) return after;
  // Only a change of status moves money. It is posted first, so that the events carry the balance after it.
  if (after.status !== before.status) {
    working.post(
      after,
      release(working.requireBalance(after.accountId), after, after.status as EndStatus, at),
    );
  }
  working.change(before, after, { events, at, actor: command.actor });
  return after;
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

import { type Ids, instantOfId, notBefore, requireAmount, requireSameRequest } from '@florin/kernel';
import { enter, leave, requireTakesNew } from '../book/book.js';
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
import type { Decided, LedgerState } from './ledger.store.js';
import { WorkingState } from './working-state.js';

/**
 * Decides a batch in the order of arrival: each command sees what those before it did. A refused command leaves no
 * trace, because it is refused before anything is noted. Any other error is a defect and goes to the caller.
 */
export function decideBatch(
  state: LedgerState,
  commands: readonly Command[],
  now: Date,
  ids: Ids,
): Decided<readonly CommandOutcome[]> {
  const working = new WorkingState(state, ids);
  const result = commands.map((command) => decideOne(working, command, now));
  return { changes: working.changes(), result };
}

function decideOne(working: WorkingState, command: Command, now: Date): CommandOutcome {
  try {
    if (command.kind === 'create') return createOnce(working, command);
    return { done: { replayed: false, thing: change(working, command, now) } };
  } catch (error) {
    if (isRefusal(error)) return { refused: error };
    throw error;
  }
}

function createOnce(working: WorkingState, command: CreateCommand): CommandOutcome {
  const { once } = command;
  if (once === undefined) return { done: { replayed: false, thing: createOne(working, command) } };
  const kept = working.answer(once);
  if (kept !== undefined) {
    requireSameRequest(once, kept);
    return { done: { replayed: true, answer: kept.answer } };
  }
  const thing = createOne(working, command);
  working.keep(once, once.present(thing));
  return { done: { replayed: false, thing } };
}

function createOne(working: WorkingState, { input, actor }: CreateCommand): Transaction {
  requireAmount(input.amount);
  const book = requireTakesNew(working.book(input.accountId), input.currency);
  if (input.refundOf !== undefined) {
    const payment = working.transaction(input.refundOf, input.accountId);
    requireRefundable(payment, working.refunded(input.refundOf), input);
  }
  const id = working.nextId(input.accountId);
  const at = instantOfId(id);
  const entered = enter(book, input, at);
  const { thing, events } = create(id, input, at);
  working.add(thing, entered, { events, at, actor });
  return thing;
}

function change(working: WorkingState, command: TargetedCommand, now: Date): Transaction {
  const before = working.transaction(command.transactionId, command.accountId);
  if (before === undefined) throw refusal('not_found', 'There is no such transaction.');
  const at = notBefore(before.updatedAt, now);
  const { thing, events } = decideChange(before, command, at);
  if (thing === before) return thing;
  working.change(before, thing, { events, at, actor: command.actor });
  // Leaving pending moves the money; nothing else a command changes does.
  if (thing.status !== before.status) {
    working.post(thing, leave(working.requireBook(thing.accountId), thing, thing.status as EndStatus, at));
  }
  return thing;
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

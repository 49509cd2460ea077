import { instantOfId, requireAmount } from '@florin/kernel';
import { hold, requireAcceptsTransactions, timeOfChange } from '../balance/balance.js';
import { refusal } from '../errors.js';
import {
  cancelPart,
  create,
  type Settlement,
  settlePart,
  type Transaction,
} from '../transaction/transaction.js';
import { type Transfer, transferOf, type TransferSides } from '../transfer/transfer.js';
import type { CreateTransferCommand, EndTransferCommand } from './command.js';
import { endOne } from './decide-transaction.js';
import type { WorkingState } from './working-state.js';

/** Creates both sides: a payment that holds the money, and a credit that is incoming. */
export function createTransfer(
  working: WorkingState,
  { input, actor }: Pick<CreateTransferCommand, 'input' | 'actor'>,
  now: Date,
): Transfer {
  const { fromAccountId, toAccountId, amount, currency, reference, metadata } = input;
  requireAmount(amount);
  if (fromAccountId === toAccountId)
    throw refusal('invalid_request', 'from_account_id and to_account_id must be different accounts.');
  const own = [
    { accountId: fromAccountId, counterpartyId: toAccountId, type: 'payment', metadata },
    { accountId: toAccountId, counterpartyId: fromAccountId, type: 'credit', metadata: {} },
  ] as const;
  const accounts = own.map((account) => ({
    ...account,
    before: requireAcceptsTransactions(working.balance(account.accountId), currency),
  }));
  const transferId = working.nextTransferId(fromAccountId, toAccountId);
  const sides = accounts.map(({ accountId, counterpartyId, type, metadata: ownMetadata, before }) => {
    const id = working.nextId(accountId);
    const at = instantOfId(id);
    const side = { accountId, type, amount, currency, reference, metadata: ownMetadata };
    const balance = hold(before, side, at);
    return { at, balance, decision: create(id, side, at, { transferId, counterpartyId }) };
  });
  for (const { at, balance, decision } of sides)
    working.add(decision.state, balance, { events: decision.events, at, actor });
  const [source, destination] = sides.map(({ decision }) => decision.state) as [Transaction, Transaction];
  if (input.settle !== true) return transferOf(source);
  return end(working, { source, destination }, settleWith({ status: 'succeeded' }), now, actor).source;
}

/** Seen from the caller's side. */
export function endTransfer(working: WorkingState, command: EndTransferCommand, now: Date): Transfer {
  const { transferId, accountId, actor } = command;
  const sides = working.transfer(transferId, accountId);
  if (sides === undefined) throw refusal('not_found', 'There is no such transfer.');
  const isDestination = accountId === sides.destination.accountId;
  if (command.kind === 'cancel_transfer' && isDestination)
    throw refusal('forbidden', 'Only the source of a transfer can cancel it.');
  const endSide = command.kind === 'cancel_transfer' ? cancelPart : settleWith(command.settlement);
  const ended = end(working, sides, endSide, now, actor);
  return isDestination ? ended.destination : ended.source;
}

const settleWith =
  (settlement: Settlement) =>
  (side: Transaction, at: Date): ReturnType<typeof settlePart> =>
    settlePart(side, settlement, at);

/** Both sides or none: the second cannot be refused, because both have the same status. */
function end(
  working: WorkingState,
  { source, destination }: TransferSides,
  endSide: (side: Transaction, at: Date) => ReturnType<typeof settlePart>,
  now: Date,
  actor: string | undefined,
): { readonly source: Transfer; readonly destination: Transfer } {
  const at = [source, destination].reduce(
    (latest, side) => timeOfChange(working.requireBalance(side.accountId), side.updatedAt, latest),
    now,
  );
  const decisions = [source, destination].map((side) => ({ side, decision: endSide(side, at) }));
  for (const { side, decision } of decisions) endOne(working, side, decision, { at, actor });
  const [ended, received] = decisions.map(({ decision }) => transferOf(decision.state)) as [
    Transfer,
    Transfer,
  ];
  return { source: ended, destination: received };
}

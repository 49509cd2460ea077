import {
  type DomainError,
  type IdempotentRequest,
  type Ids,
  type Outcome,
  requireSameRequest,
} from '@florin/kernel';
import { isRefusal, refusal } from '../errors.js';
import type { Transaction } from '../transaction/transaction.js';
import {
  accountIdsIn,
  type BatchElement,
  type Command,
  type CommandOutcome,
  type CreateBatchCommand,
  type DryRun,
  type DryRunCommand,
} from './command.js';
import { changeTransaction, createTransaction } from './decide-transaction.js';
import { createTransfer, endTransfer } from './decide-transfer.js';
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
  const result = commands.map((command): CommandOutcome => {
    const outcome = catchRefusal(() => decide(working, command, now));
    return 'refused' in outcome ? outcome : { done: outcome.value };
  });
  return { changes: working.changes(), result };
}

function catchRefusal<Value>(
  run: () => Value,
): { readonly value: Value } | { readonly refused: DomainError } {
  try {
    return { value: run() };
  } catch (error) {
    if (isRefusal(error)) return { refused: error };
    throw error;
  }
}

function decide(working: WorkingState, command: Command, now: Date): Outcome<unknown> {
  switch (command.kind) {
    case 'create':
      return idempotent(working, command.idempotentRequest, () => createTransaction(working, command, now));
    case 'create_batch':
      return idempotent(working, command.idempotentRequest, () => createAll(working, command, now));
    case 'create_transfer':
      return idempotent(working, command.idempotentRequest, () => createTransfer(working, command, now));
    case 'dry_run':
      return { replayed: false, value: dryRun(working, command, now) };
    case 'settle_transfer':
    case 'cancel_transfer':
      return { replayed: false, value: endTransfer(working, command, now) };
    default:
      return { replayed: false, value: changeTransaction(working, command, now) };
  }
}

function idempotent<Value>(
  working: WorkingState,
  request: IdempotentRequest<Value> | undefined,
  create: () => Value,
): Outcome<Value> {
  if (request === undefined) return { replayed: false, value: create() };
  const stored = working.response(request);
  if (stored !== undefined) {
    requireSameRequest(request, stored);
    return { replayed: true, response: stored.response };
  }
  const value = create();
  working.storeResponse(request, request.present(value));
  return { replayed: false, value };
}

function createAll(
  working: WorkingState,
  { inputs, atomic, actor }: CreateBatchCommand,
  now: Date,
): readonly BatchElement[] {
  const createOne = (input: CreateBatchCommand['inputs'][number]): Transaction =>
    createTransaction(working, { input, actor }, now);
  if (!atomic)
    return inputs.map((input) => {
      const outcome = catchRefusal(() => createOne(input));
      return 'refused' in outcome ? outcome : { transaction: outcome.value };
    });
  return working.atomically(() =>
    inputs.map((input, index) => {
      const outcome = catchRefusal(() => createOne(input));
      if ('refused' in outcome) throw batchFailed(index, outcome.refused);
      return { transaction: outcome.value };
    }),
  );
}

/** The error of an atomic batch, by its first refused element. */
export const batchFailed = (
  index: number,
  { code, message }: Pick<DomainError, 'code' | 'message'>,
): DomainError =>
  refusal('batch_failed', `transactions[${index}] failed with ${code}: ${message} Nothing was created.`);

function dryRun(working: WorkingState, { command }: DryRunCommand, now: Date): DryRun<unknown> {
  return working.withoutEffect(() => {
    const outcome = decide(working, { ...command, idempotentRequest: undefined }, now);
    const balances = accountIdsIn(command).map((id) => working.balance(id));
    return {
      value: outcome.replayed ? undefined : outcome.value,
      balances: new Map(balances.flatMap((balance) => (balance ? [[balance.accountId, balance]] : []))),
    };
  });
}

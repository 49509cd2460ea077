import {
  type AccountId,
  type DomainError,
  type EventId,
  type IdempotencyKey,
  type IdempotentRequest,
  type Outcome,
  placesOf,
  type TransactionId,
  type TransferId,
} from '@florin/kernel';
import type { Balance } from '../balance/balance.js';
import type { Amendment, NewTransaction, Settlement, Transaction } from '../transaction/transaction.js';
import type { NewTransfer, Transfer } from '../transfer/transfer.js';

interface CommandBase {
  /** Recorded in the events. Defaults to `system`. */
  readonly actor?: string | undefined;
}

interface IdempotentCommandBase<Value> extends CommandBase {
  readonly idempotentRequest: IdempotentRequest<Value> | undefined;
}

export interface CreateCommand extends IdempotentCommandBase<Transaction> {
  readonly kind: 'create';
  readonly input: NewTransaction;
}

/** Creates all transactions, or with `atomic: false` those that are not refused. */
export interface CreateBatchCommand extends IdempotentCommandBase<readonly BatchElement[]> {
  readonly kind: 'create_batch';
  readonly inputs: readonly NewTransaction[];
  readonly atomic: boolean;
}

export type BatchElement =
  | { readonly refused: DomainError; readonly transaction?: undefined }
  | { readonly refused?: undefined; readonly transaction: Transaction };

export interface CreateTransferCommand extends IdempotentCommandBase<Transfer> {
  readonly kind: 'create_transfer';
  readonly input: NewTransfer;
}

/** What creates a transaction, and who creates it. */
export type TransactionInput = NewTransaction & CommandBase;
export type TransferInput = NewTransfer & CommandBase;
export type BatchInput = Pick<CreateBatchCommand, 'inputs' | 'atomic' | 'actor'>;

type CreatingCommand = CreateCommand | CreateBatchCommand | CreateTransferCommand;

/** Decides the command and stores nothing. Idempotency keys are neither read nor stored. */
export interface DryRunCommand extends CommandBase {
  readonly kind: 'dry_run';
  readonly command: CreatingCommand;
}

export interface DryRun<Value> {
  readonly value: Value;
  /** The balances as they would be, by account. */
  readonly balances: ReadonlyMap<AccountId, Balance>;
}

interface TargetedCommandBase extends CommandBase {
  readonly transactionId: TransactionId;
  /** The caller's account scope. Undefined for callers with access to all accounts. */
  readonly accountId: AccountId | undefined;
}

export interface SettleCommand extends TargetedCommandBase {
  readonly kind: 'settle';
  readonly settlement: Settlement;
}

export interface CancelCommand extends TargetedCommandBase {
  readonly kind: 'cancel';
}

export interface AmendCommand extends TargetedCommandBase {
  readonly kind: 'amend';
  readonly amendment: Amendment;
}

interface TransferCommandBase extends CommandBase {
  readonly transferId: TransferId;
  readonly accountId: AccountId | undefined;
}

export interface SettleTransferCommand extends TransferCommandBase {
  readonly kind: 'settle_transfer';
  readonly settlement: Settlement;
}

/** The destination of a transfer cannot cancel it. */
export interface CancelTransferCommand extends TransferCommandBase {
  readonly kind: 'cancel_transfer';
}

export type TargetedCommand = SettleCommand | CancelCommand | AmendCommand;
export type EndTransferCommand = SettleTransferCommand | CancelTransferCommand;
export type Command = CreatingCommand | DryRunCommand | TargetedCommand | EndTransferCommand;

/** The accounts that the command names. More may follow from the ids of its transaction or transfer. */
export function accountIdsIn(command: Command): readonly AccountId[] {
  switch (command.kind) {
    case 'create':
      return [command.input.accountId];
    case 'create_batch':
      return [...new Set(command.inputs.map(({ accountId }) => accountId))];
    case 'create_transfer':
      return [command.input.fromAccountId, command.input.toAccountId];
    case 'dry_run':
      return accountIdsIn(command.command);
    default:
      return command.accountId === undefined ? [] : [command.accountId];
  }
}

/** The accounts of all rows that the command reads and writes. One that is not known is undefined. */
export function partitioningAccountsOf(command: Command): readonly (AccountId | undefined)[] {
  const accountIds = accountIdsIn(command);
  // The other side of a transfer is not known.
  if (accountIds.length === 0 || 'transferId' in command) return [undefined];
  const request = 'idempotentRequest' in command ? command.idempotentRequest : undefined;
  return request === undefined
    ? accountIds
    : [...accountIds, ...placesOf(request).map(({ accountId }) => accountId)];
}

/** The number of transactions that the command creates or changes. */
export function sizeOf(command: Command): number {
  if (command.kind === 'dry_run') return sizeOf(command.command);
  return command.kind === 'create_batch' ? command.inputs.length : 1;
}

/** A refused command changed nothing. */
export type CommandOutcome<Value = unknown> =
  { readonly refused: DomainError } | { readonly refused?: undefined; readonly done: Outcome<Value> };

/** The rows that a batch of commands needs. */
export interface ReadSet {
  readonly accountIds: readonly AccountId[];
  /** Transactions with a known account. */
  readonly transactions: readonly { readonly accountId: AccountId; readonly id: TransactionId }[];
  /** Transactions whose account has to be looked up first, and locked as well. */
  readonly idsWithoutAccount: readonly TransactionId[];
  /** Transfers, whose two sides have to be looked up first, and both accounts locked. */
  readonly transferIds: readonly TransferId[];
  /** Payments to refund. They are also in `transactions`; the sum of their refunds is needed too. */
  readonly refundedIds: readonly TransactionId[];
  readonly keys: readonly IdempotencyKey[];
  /** Generated for this batch. For each account, its newest event is needed if it is above this id. */
  readonly minEventId: EventId;
}

export function readSetOf(commands: readonly Command[], minEventId: EventId): ReadSet {
  const accountIds = new Set<AccountId>();
  // Keyed by account too: a caller with another account scope may send the same transaction id.
  const transactions = new Map<string, { accountId: AccountId; id: TransactionId }>();
  const idsWithoutAccount = new Set<TransactionId>();
  const transferIds = new Set<TransferId>();
  const refundedIds = new Set<TransactionId>();
  const keys: IdempotencyKey[] = [];
  const addTransaction = (accountId: AccountId, id: TransactionId) =>
    transactions.set(`${accountId} ${id}`, { accountId, id });

  for (const command of commands) {
    for (const accountId of accountIdsIn(command)) accountIds.add(accountId);
    if ('transferId' in command) transferIds.add(command.transferId);
    else if ('transactionId' in command) {
      if (command.accountId === undefined) idsWithoutAccount.add(command.transactionId);
      else addTransaction(command.accountId, command.transactionId);
    }
    for (const { accountId, refundOf } of createdBy(command)) {
      if (refundOf === undefined) continue;
      refundedIds.add(refundOf);
      addTransaction(accountId, refundOf);
    }
    if ('idempotentRequest' in command && command.idempotentRequest !== undefined)
      keys.push(...placesOf(command.idempotentRequest));
  }
  return {
    accountIds: [...accountIds],
    transactions: [...transactions.values()],
    idsWithoutAccount: [...idsWithoutAccount],
    transferIds: [...transferIds],
    refundedIds: [...refundedIds],
    keys,
    minEventId,
  };
}

function createdBy(command: Command): readonly NewTransaction[] {
  if (command.kind === 'dry_run') return createdBy(command.command);
  if (command.kind === 'create_batch') return command.inputs;
  return command.kind === 'create' ? [command.input] : [];
}

/** Equal for equal idempotency keys: no part can contain a line break. */
export const keyText = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  `${accountId ?? ''}\n${principal}\n${path}\n${key}`;

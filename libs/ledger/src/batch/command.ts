import type {
  AccountId,
  DomainError,
  EventId,
  IdempotencyKey,
  IdempotentRequest,
  Outcome,
  TransactionId,
} from '@florin/kernel';
import type { Amendment, NewTransaction, Settlement, Transaction } from '../transaction/transaction.js';

interface CommandBase {
  /** Recorded in the events. Defaults to `system`. */
  readonly actor?: string | undefined;
}

export interface CreateCommand extends CommandBase {
  readonly kind: 'create';
  readonly input: NewTransaction;
  readonly idempotentRequest: IdempotentRequest<Transaction> | undefined;
}

/** What creates a transaction, and who creates it. */
export type TransactionInput = NewTransaction & CommandBase;

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

export type TargetedCommand = SettleCommand | CancelCommand | AmendCommand;
export type Command = CreateCommand | TargetedCommand;

/** Undefined if the command has a transaction id only. */
export const accountIdIn = (command: Command): AccountId | undefined =>
  command.kind === 'create' ? command.input.accountId : command.accountId;

/** A refused command changed nothing. */
export type CommandOutcome =
  { readonly refused: DomainError } | { readonly refused?: undefined; readonly done: Outcome<Transaction> };

/** The rows that a batch of commands needs. */
export interface ReadSet {
  readonly accountIds: readonly AccountId[];
  /** Transactions with a known account. */
  readonly transactions: readonly { readonly accountId: AccountId; readonly id: TransactionId }[];
  /** Transactions whose account has to be looked up first, and locked as well. */
  readonly idsWithoutAccount: readonly TransactionId[];
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
  const refundedIds = new Set<TransactionId>();
  const keys: IdempotencyKey[] = [];
  const addTransaction = (accountId: AccountId, id: TransactionId) =>
    transactions.set(`${accountId} ${id}`, { accountId, id });

  for (const command of commands) {
    const accountId = accountIdIn(command);
    if (accountId !== undefined) accountIds.add(accountId);
    if (command.kind !== 'create') {
      if (accountId === undefined) idsWithoutAccount.add(command.transactionId);
      else addTransaction(accountId, command.transactionId);
      continue;
    }
    const { input, idempotentRequest } = command;
    if (idempotentRequest !== undefined) keys.push(idempotentRequest);
    if (input.refundOf !== undefined) {
      refundedIds.add(input.refundOf);
      addTransaction(input.accountId, input.refundOf);
    }
  }
  return {
    accountIds: [...accountIds],
    transactions: [...transactions.values()],
    idsWithoutAccount: [...idsWithoutAccount],
    refundedIds: [...refundedIds],
    keys,
    minEventId,
  };
}

/** Equal for equal idempotency keys: no part can contain a line break. */
export const keyText = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  `${accountId ?? ''}\n${principal}\n${path}\n${key}`;

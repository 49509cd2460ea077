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

/** Whoever gives a command; the service itself, if nobody is named. The event that it leads to tells. */
interface CommandBase {
  readonly actor?: string | undefined;
}

export interface CreateCommand extends CommandBase {
  readonly kind: 'create';
  readonly input: NewTransaction;
  readonly idempotentRequest: IdempotentRequest<Transaction> | undefined;
}

/** What creates a transaction, and who creates it. */
export type TransactionInput = NewTransaction & CommandBase;

/** A command on a transaction that exists. */
interface TargetedCommandBase extends CommandBase {
  readonly transactionId: TransactionId;
  /** The account to which the caller's sight is limited; undefined for those who see them all. */
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

/** Undefined for a command on a transaction that is named by its id alone. */
export const accountIdIn = (command: Command): AccountId | undefined =>
  command.kind === 'create' ? command.input.accountId : command.accountId;

/** What became of one command of a batch: it was done, or refused and left no trace. */
export type CommandOutcome =
  { readonly refused: DomainError } | { readonly refused?: undefined; readonly done: Outcome<Transaction> };

/** All that a batch of commands has to see before it can be decided. */
export interface ReadSet {
  readonly accountIds: readonly AccountId[];
  /** Transactions whose account the caller named. */
  readonly transactions: readonly { readonly accountId: AccountId; readonly id: TransactionId }[];
  /** Transactions named by their id alone: their accounts are looked up first, and needed as well. */
  readonly idsWithoutAccount: readonly TransactionId[];
  /** Payments that are to be refunded: they are among `transactions`, and what was refunded of them is needed too. */
  readonly refundedIds: readonly TransactionId[];
  readonly keys: readonly IdempotencyKey[];
  /** Drawn for this batch. Of each account the newest event is needed, unless it is older than this. */
  readonly minEventId: EventId;
}

export function readSetOf(commands: readonly Command[], minEventId: EventId): ReadSet {
  const accountIds = new Set<AccountId>();
  // By account as well: somebody else may name the same transaction, and see nothing of it.
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

/** The spelling under which two idempotency keys are the same key. No part can hold a line break. */
export const keyText = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  `${accountId ?? ''}\n${principal}\n${path}\n${key}`;

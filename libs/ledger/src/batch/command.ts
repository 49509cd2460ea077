import type {
  AccountId,
  DomainError,
  EventId,
  IdempotencyKey,
  Once,
  Outcome,
  TransactionId,
} from '@florin/kernel';
import type { Amendment, NewTransaction, Settlement, Transaction } from '../transaction/transaction.js';

/** Whoever gives a command; the service itself, if nobody is named. The event that it leads to tells. */
interface Given {
  readonly actor?: string | undefined;
}

export interface CreateCommand extends Given {
  readonly kind: 'create';
  readonly input: NewTransaction;
  readonly once: Once<Transaction> | undefined;
}

/** A command on a transaction that exists. */
interface Targeted extends Given {
  readonly transactionId: TransactionId;
  /** The account to which the caller's sight is limited; undefined for those who see them all. */
  readonly accountId: AccountId | undefined;
}

export interface SettleCommand extends Targeted {
  readonly kind: 'settle';
  readonly settlement: Settlement;
}

export interface CancelCommand extends Targeted {
  readonly kind: 'cancel';
}

export interface AmendCommand extends Targeted {
  readonly kind: 'amend';
  readonly amendment: Amendment;
}

export type TargetedCommand = SettleCommand | CancelCommand | AmendCommand;
export type Command = CreateCommand | TargetedCommand;

/** Undefined for a command on a transaction that is named by its id alone. */
export const accountNamedBy = (command: Command): AccountId | undefined =>
  command.kind === 'create' ? command.input.accountId : command.accountId;

/** What became of one command of a batch: it was done, or refused and left no trace. */
export type CommandOutcome =
  { readonly refused: DomainError } | { readonly refused?: undefined; readonly done: Outcome<Transaction> };

/** All that a batch of commands has to see before it can be decided. */
export interface Needs {
  readonly accountIds: readonly AccountId[];
  /** Transactions whose account the caller named. */
  readonly transactions: readonly { readonly accountId: AccountId; readonly id: TransactionId }[];
  /** Transactions named by their id alone: their accounts are looked up first, and needed as well. */
  readonly unplacedIds: readonly TransactionId[];
  /** Payments that are to be refunded: they are among `transactions`, and what was refunded of them is needed too. */
  readonly refundedIds: readonly TransactionId[];
  readonly keys: readonly IdempotencyKey[];
  /** Drawn for this batch. Of each account the newest event is needed, unless it is older than this. */
  readonly eventsFrom: EventId;
}

export function needsOf(commands: readonly Command[], eventsFrom: EventId): Needs {
  const accountIds = new Set<AccountId>();
  // By account as well: somebody else may name the same transaction, and see nothing of it.
  const transactions = new Map<string, { accountId: AccountId; id: TransactionId }>();
  const unplacedIds = new Set<TransactionId>();
  const refundedIds = new Set<TransactionId>();
  const keys: IdempotencyKey[] = [];
  const place = (accountId: AccountId, id: TransactionId) =>
    transactions.set(`${accountId} ${id}`, { accountId, id });

  for (const command of commands) {
    const accountId = accountNamedBy(command);
    if (accountId !== undefined) accountIds.add(accountId);
    if (command.kind !== 'create') {
      if (accountId === undefined) unplacedIds.add(command.transactionId);
      else place(accountId, command.transactionId);
      continue;
    }
    const { input, once } = command;
    if (once !== undefined) keys.push(once);
    if (input.refundOf !== undefined) {
      refundedIds.add(input.refundOf);
      place(input.accountId, input.refundOf);
    }
  }
  return {
    accountIds: [...accountIds],
    transactions: [...transactions.values()],
    unplacedIds: [...unplacedIds],
    refundedIds: [...refundedIds],
    keys,
    eventsFrom,
  };
}

/** The spelling under which two idempotency keys are the same key. No part can hold a line break. */
export const keyText = ({ accountId, principal, path, key }: IdempotencyKey): string =>
  `${accountId ?? ''}\n${principal}\n${path}\n${key}`;

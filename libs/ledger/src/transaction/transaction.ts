import {
  type AccountId,
  type Currency,
  type Decision,
  type DomainEvent,
  type Json,
  stateMachine,
  mergeMetadata,
  type Metadata,
  type RefundId,
  transition,
  type TransactionId,
  type TransferId,
} from '@florin/kernel';
import { type LedgerCode, refusal } from '../errors.js';

export const TRANSACTION_TYPES = ['payment', 'credit', 'refund'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export type TransactionAction = 'settle_succeeded' | 'settle_failed' | 'cancel';
export type EndStatus = Exclude<TransactionStatus, 'pending'>;

/** Every transaction starts pending and leaves that state exactly once. */
export const TRANSACTION_STATE_MACHINE = stateMachine<TransactionStatus, TransactionAction>({
  initial: ['pending'],
  transitions: {
    pending: { settle_succeeded: 'succeeded', settle_failed: 'failed', cancel: 'canceled' },
    succeeded: {},
    failed: {},
    canceled: {},
  },
});

export interface Transaction {
  readonly id: TransactionId;
  readonly accountId: AccountId;
  readonly type: TransactionType;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: TransactionStatus;
  readonly reference: string | undefined;
  readonly metadata: Metadata;
  /** The payment that is refunded. */
  readonly refundOf: TransactionId | undefined;
  /** For one side of a transfer: the transfer, and the account of the other side. */
  readonly transferId: TransferId | undefined;
  readonly counterpartyId: AccountId | undefined;
  /** For the money that a refund of a payment request returns to the customer. */
  readonly refundId: RefundId | undefined;
  readonly failureReason: string | undefined;
  /** The timestamp of the id, so that a time range can be queried as a range of ids. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | undefined;
}

export interface NewTransaction extends Pick<Transaction, 'accountId' | 'type' | 'amount' | 'currency'> {
  readonly reference?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly refundOf?: TransactionId | undefined;
  /** Settles it as succeeded in the same step. */
  readonly settle?: boolean | undefined;
}

/** What the transaction is a part of, and ends together with. */
type PartOf =
  | (Pick<Transaction, 'transferId' | 'counterpartyId'> & { readonly refundId?: undefined })
  | (Pick<Transaction, 'refundId'> & {
      readonly transferId?: undefined;
      readonly counterpartyId?: undefined;
    });

export const TRANSACTION_EVENTS = [
  'transaction.created',
  'transaction.updated',
  'transaction.succeeded',
  'transaction.failed',
  'transaction.canceled',
] as const;
export type TransactionEventType = (typeof TRANSACTION_EVENTS)[number];

export const TRANSFER_EVENTS = [
  'transfer.created',
  'transfer.succeeded',
  'transfer.failed',
  'transfer.canceled',
] as const;
export type TransferEventType = (typeof TRANSFER_EVENTS)[number];

/** A side of a transfer also has the events of the transfer, for its own account. */
export type TransactionEvent = DomainEvent<TransactionEventType | TransferEventType>;
type TransactionDecision = Decision<Transaction, TransactionEvent>;

/** An absent field stays unchanged, `null` clears it. Metadata is merged at the top level. */
export interface Amendment {
  readonly reference?: string | null;
  readonly metadata?: Metadata | null;
}

export interface Settlement {
  readonly status: 'succeeded' | 'failed';
  readonly failureReason?: string | undefined;
}

export function create(
  id: TransactionId,
  input: NewTransaction,
  now: Date,
  { transferId, counterpartyId, refundId }: PartOf = { refundId: undefined },
): TransactionDecision {
  const { accountId, type, amount, currency, reference, metadata = {}, refundOf } = input;
  const state: Transaction = {
    id,
    accountId,
    type,
    amount,
    currency,
    status: 'pending',
    reference,
    metadata,
    refundOf,
    transferId,
    counterpartyId,
    refundId,
    failureReason: undefined,
    createdAt: now,
    updatedAt: now,
    endedAt: undefined,
  };
  return {
    state,
    events: [buildEvent('transaction.created', state, callerFieldsOf(state)), ...transferEvents(state)],
  };
}

/** Not for a part of a transfer or a refund, which ends together with it. */
export function settle(transaction: Transaction, settlement: Settlement, now: Date): TransactionDecision {
  requireNoPart(transaction, 'conflict', 'settle');
  return settlePart(transaction, settlement, now);
}

export function cancel(transaction: Transaction, now: Date): TransactionDecision {
  requireNoPart(transaction, 'not_cancellable', 'cancel');
  return cancelPart(transaction, now);
}

function requireNoPart({ transferId, refundId }: Transaction, code: LedgerCode, action: string): void {
  if (transferId !== undefined)
    throw refusal(code, `The transaction is one side of ${transferId}: ${action} the transfer instead.`);
  if (refundId !== undefined)
    throw refusal(code, `The transaction belongs to ${refundId} and ends with that refund.`);
}

export function settlePart(transaction: Transaction, settlement: Settlement, now: Date): TransactionDecision {
  const action = settlement.status === 'succeeded' ? 'settle_succeeded' : 'settle_failed';
  return end(transaction, action, settlement.failureReason, now, 'conflict');
}

export function cancelPart(transaction: Transaction, now: Date): TransactionDecision {
  return end(transaction, 'cancel', undefined, now, 'not_cancellable');
}

export function amend(transaction: Transaction, amendment: Amendment, now: Date): TransactionDecision {
  const { reference, metadata } = amendment;
  const changes = {
    reference: reference === undefined ? transaction.reference : (reference ?? undefined),
    metadata: metadata === undefined ? transaction.metadata : mergeMetadata(transaction.metadata, metadata),
  };
  if (isUnchanged(transaction, changes)) return { state: transaction, events: [] };
  const state: Transaction = { ...transaction, ...changes, updatedAt: now };
  return { state, events: [buildEvent('transaction.updated', state, callerFieldsOf(state))] };
}

const callerFieldsOf = ({ reference, metadata }: Transaction) => ({ reference: reference ?? null, metadata });

/** Compares metadata as JSON text, because it is returned byte for byte: another key order is a change. */
const isUnchanged = (
  transaction: Transaction,
  changes: Pick<Transaction, 'reference' | 'metadata'>,
): boolean =>
  transaction.reference === changes.reference &&
  JSON.stringify(transaction.metadata) === JSON.stringify(changes.metadata);

function end(
  transaction: Transaction,
  action: TransactionAction,
  failureReason: string | undefined,
  now: Date,
  code: LedgerCode,
): TransactionDecision {
  const status = transition(TRANSACTION_STATE_MACHINE, transaction.status, action, (state) =>
    refusal(code, refusalMessage(transaction.type, state, action)),
  );
  const ended: Transaction = { ...transaction, status, failureReason, updatedAt: now, endedAt: now };
  const reason = failureReason === undefined ? {} : { failure_reason: failureReason };
  return {
    state: ended,
    events: [
      buildEvent(`transaction.${status as EndStatus}`, ended, reason),
      ...transferEvents(ended, reason),
    ],
  };
}

function refusalMessage(type: TransactionType, state: TransactionStatus, action: TransactionAction): string {
  const message = `The transaction has already ${state === 'canceled' ? 'been canceled' : state}.`;
  return action === 'cancel' && state === 'succeeded' ? `${message} ${reversalAdvice(type)}` : message;
}

/** A credit or refund has added money, so only a payment reverses it. */
export const reversalAdvice = (type: TransactionType): string =>
  type === 'payment' ? 'Create a refund instead.' : `Reverse a ${type} with a payment instead.`;

function buildEvent(
  type: TransactionEventType,
  transaction: Transaction,
  extraData: Record<string, Json>,
): TransactionEvent {
  const { id, accountId, amount, currency, status, refundOf, transferId, refundId } = transaction;
  return {
    type,
    accountId,
    subjectId: id,
    data: {
      type: transaction.type,
      amount,
      currency,
      status,
      ...(refundOf !== undefined && { refund_of: refundOf }),
      ...(transferId !== undefined && { transfer_id: transferId }),
      ...(refundId !== undefined && { refund_id: refundId }),
      ...extraData,
    },
  };
}

/** Both accounts see the reference of the transfer; the metadata belongs to the source. */
function transferEvents(side: Transaction, extraData: Record<string, Json> = {}): TransactionEvent[] {
  const { accountId, transferId, amount, currency, status, reference } = side;
  if (transferId === undefined) return [];
  const { fromAccountId, toAccountId } = accountsOfTransfer(side);
  return [
    {
      type: status === 'pending' ? 'transfer.created' : `transfer.${status}`,
      accountId,
      subjectId: transferId,
      data: {
        from_account_id: fromAccountId,
        to_account_id: toAccountId,
        amount,
        currency,
        status,
        reference: reference ?? null,
        ...extraData,
      },
    },
  ];
}

export function accountsOfTransfer({ accountId, counterpartyId, type }: Transaction): {
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
} {
  if (counterpartyId === undefined) throw new Error('The transaction is not a side of a transfer.');
  return type === 'payment'
    ? { fromAccountId: accountId, toAccountId: counterpartyId }
    : { fromAccountId: counterpartyId, toAccountId: accountId };
}

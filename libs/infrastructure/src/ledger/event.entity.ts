import {
  type BalanceAmounts,
  type EventEnvelope,
  idFromUuid,
  type Prefix,
  prefixOf,
  uuidFromId,
} from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader, rowWriter } from '../postgres/entity-mapping.js';
import { bigintColumn, instant } from '../postgres/columns.js';

/** The subject can be of any type, so its id is stored as prefix and uuid. */
type EventRow = Omit<EventEnvelope, 'subjectId' | 'balance'> &
  Partial<BalanceAmounts> & { balanceHidden?: boolean | undefined; subjectKind: Prefix; subjectId: string };

export const EventEntity = new EntitySchema<EventRow>({
  name: 'event',
  tableName: 'events',
  columns: {
    accountId: { ...idColumn('acct', 'account_id'), primary: true },
    id: { ...idColumn('evt'), primary: true },
    type: { type: 'text' },
    subjectKind: { name: 'subject_kind', type: 'text' },
    subjectId: { name: 'subject_id', type: 'uuid' },
    data: { type: 'jsonb' },
    occurredAt: instant('occurred_at'),
    actor: optional({ type: 'text' }),
    hash: optional({ type: 'text' }),
    available: optional(bigintColumn),
    held: optional(bigintColumn),
    incoming: optional(bigintColumn),
    balanceHidden: optional({ name: 'balance_hidden', type: 'boolean' }),
    erasedAt: optional(instant('erased_at')),
  },
});

const fromRow = rowReader(EventEntity);
const toRow = rowWriter(EventEntity);

export function eventOf(row: object): EventEnvelope {
  const { subjectKind, subjectId, available, held, incoming, balanceHidden, ...event } = fromRow(row);
  const balance =
    balanceHidden === true || available === undefined || held === undefined || incoming === undefined
      ? undefined
      : { available, held, incoming };
  return { ...event, subjectId: idFromUuid(subjectKind, subjectId), balance };
}

/**
 * Every row has the balance after the event, so that the balance at any time is one row. That of `unchanged`, for an event
 * that moves no money, is hidden: neither the API nor the hash contains it.
 */
export const eventRowOf = (
  { subjectId, balance, ...event }: EventEnvelope,
  unchanged?: BalanceAmounts,
): object =>
  toRow({
    ...event,
    ...(balance ?? unchanged),
    balanceHidden: balance === undefined && unchanged !== undefined ? true : undefined,
    subjectKind: prefixOf(subjectId),
    subjectId: uuidFromId(subjectId),
  });

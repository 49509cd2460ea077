import { type EventEnvelope, idFromUuid, type Prefix, prefixOf, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { instant } from '../postgres/columns.js';

export interface EventRow {
  accountId: string;
  id: string;
  type: string;
  subjectKind: string;
  subjectId: string;
  data: object;
  occurredAt: Date;
  actor: string | null;
}

export const EventEntity = new EntitySchema<EventRow>({
  name: 'event',
  tableName: 'events',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    type: { type: 'text' },
    subjectKind: { name: 'subject_kind', type: 'text' },
    subjectId: { name: 'subject_id', type: 'uuid' },
    data: { type: 'jsonb' },
    occurredAt: instant('occurred_at'),
    actor: { type: 'text', nullable: true },
  },
});

export const eventOf = (row: EventRow): EventEnvelope => ({
  id: idFromUuid('evt', row.id),
  accountId: idFromUuid('acct', row.accountId),
  type: row.type,
  subjectId: idFromUuid(row.subjectKind as Prefix, row.subjectId),
  data: row.data as EventEnvelope['data'],
  occurredAt: row.occurredAt,
  actor: row.actor ?? undefined,
});

export const eventRowOf = (event: EventEnvelope): EventRow => ({
  accountId: uuidFromId(event.accountId),
  id: uuidFromId(event.id),
  type: event.type,
  subjectKind: prefixOf(event.subjectId),
  subjectId: uuidFromId(event.subjectId),
  data: event.data,
  occurredAt: event.occurredAt,
  actor: event.actor ?? null,
});

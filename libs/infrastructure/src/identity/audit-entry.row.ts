import type { AuditAction, AuditEntry } from '@florin/identity';
import { idFromUuid, type JsonObject, type Prefix, prefixOf } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { idColumn, jsonColumn, textColumn, timeColumn, wordColumn } from '../postgres/array-columns.js';
import { instant } from '../postgres/columns.js';

interface AuditEntryRow {
  id: string;
  actor: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  address: string | null;
  agent: string | null;
  details: object;
  occurredAt: Date;
}

export const AuditEntryRows = new EntitySchema<AuditEntryRow>({
  name: 'audit_entry',
  tableName: 'audit_entries',
  columns: {
    id: { type: 'uuid', primary: true },
    actor: { type: 'text' },
    action: { type: 'text' },
    subjectKind: { name: 'subject_kind', type: 'text' },
    subjectId: { name: 'subject_id', type: 'uuid' },
    address: { type: 'text', nullable: true },
    agent: { type: 'text', nullable: true },
    details: { type: 'jsonb' },
    occurredAt: instant('occurred_at'),
  },
});

export const auditEntryOf = (row: AuditEntryRow): AuditEntry => ({
  id: idFromUuid('audit', row.id),
  actor: row.actor,
  action: row.action as AuditAction,
  subjectId: idFromUuid(row.subjectKind as Prefix, row.subjectId),
  address: row.address ?? undefined,
  agent: row.agent ?? undefined,
  details: row.details as JsonObject,
  occurredAt: row.occurredAt,
});

/** Each column of all entries is one parameter, so that it does not matter how many entries there are. */
export const INSERT_AUDIT_ENTRIES = `
  INSERT INTO audit_entries
    (id, actor, action, subject_kind, subject_id, address, agent, details, occurred_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[],
                       $8::jsonb[], $9::timestamptz[])`;

export const auditEntryColumns = (entries: readonly AuditEntry[]): unknown[] => [
  idColumn(entries, ({ id }) => id),
  textColumn(entries, ({ actor }) => actor),
  wordColumn(entries, ({ action }) => action),
  wordColumn(entries, ({ subjectId }) => prefixOf(subjectId)),
  idColumn(entries, ({ subjectId }) => subjectId),
  textColumn(entries, ({ address }) => address),
  textColumn(entries, ({ agent }) => agent),
  jsonColumn(entries, ({ details }) => details),
  timeColumn(entries, ({ occurredAt }) => occurredAt),
];

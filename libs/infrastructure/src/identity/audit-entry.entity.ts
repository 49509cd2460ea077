import type { AuditAction, AuditEntry } from '@florin/identity';
import { idFromUuid, type JsonObject, type Prefix, prefixOf, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
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

export const AuditEntryEntity = new EntitySchema<AuditEntryRow>({
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

export const auditEntryRowOf = (entry: AuditEntry): AuditEntryRow => ({
  ...entry,
  id: uuidFromId(entry.id),
  subjectKind: prefixOf(entry.subjectId),
  subjectId: uuidFromId(entry.subjectId),
  address: entry.address ?? null,
  agent: entry.agent ?? null,
});

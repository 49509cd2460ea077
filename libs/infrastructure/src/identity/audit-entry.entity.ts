import type { AuditEntry } from '@florin/identity';
import { idFromUuid, type Prefix, prefixOf, uuidFromId } from '@florin/kernel';
import { EntitySchema } from 'typeorm';
import { idColumn, optional, rowReader } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

/** The subject can be of any type, so its id is stored as prefix and uuid. */
type AuditEntryRow = Omit<AuditEntry, 'subjectId' | 'details'> & {
  subjectKind: Prefix;
  subjectId: string;
  details: object;
};

export const AuditEntryEntity = new EntitySchema<AuditEntryRow>({
  name: 'audit_entry',
  tableName: 'audit_entries',
  columns: {
    id: { ...idColumn('audit'), primary: true },
    actor: { type: 'text' },
    action: { type: 'text' },
    subjectKind: { name: 'subject_kind', type: 'text' },
    subjectId: { name: 'subject_id', type: 'uuid' },
    address: optional({ type: 'text' }),
    agent: optional({ type: 'text' }),
    details: { type: 'jsonb' },
    occurredAt: instant('occurred_at'),
  },
});

const fromRow = rowReader(AuditEntryEntity);

export function auditEntryOf(row: object): AuditEntry {
  const { subjectKind, subjectId, ...entry } = fromRow(row);
  return { ...entry, subjectId: idFromUuid(subjectKind, subjectId) } as AuditEntry;
}

export const auditEntryRowOf = (entry: AuditEntry): AuditEntryRow => ({
  ...entry,
  subjectKind: prefixOf(entry.subjectId),
  subjectId: uuidFromId(entry.subjectId),
});

import { type AuditEntry, type AuditFilter, type AuditLog, AuditTrail } from '@florin/identity';
import { type AuditId, type CursorPage, type CursorRequest, uuidFromId } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditEntryEntity, auditEntryOf, auditEntryRowOf } from './audit-entry.entity.js';
import { type Condition, readPage } from '../postgres/read-page.js';
import { batchesOf } from '../postgres/find-options.js';

export class TypeOrmAuditLog implements AuditLog {
  constructor(private readonly manager: EntityManager) {}

  add(entry: AuditEntry): Promise<void> {
    return this.addAll([entry]);
  }

  async addAll(entries: readonly AuditEntry[]): Promise<void> {
    for (const batch of batchesOf(entries.map(auditEntryRowOf)))
      await this.manager.insert(AuditEntryEntity, [...batch]);
  }
}

export class TypeOrmAuditTrail extends AuditTrail {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async list(
    { actor, subjectId }: AuditFilter,
    request: CursorRequest<AuditId>,
  ): Promise<CursorPage<AuditEntry>> {
    const conditions: (Condition | undefined)[] = [
      actor === undefined ? undefined : ['actor = ?', actor],
      subjectId && ['subject_id = ?', uuidFromId(subjectId)],
    ];
    return readPage(this.dataSource, AuditEntryEntity, conditions, request, auditEntryOf);
  }
}

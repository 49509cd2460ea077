import type { AuditId, CursorPage, CursorRequest } from '@florin/kernel';
import { authorize } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import type { AuditEntry, AuditFilter, AuditTrail } from './audit.js';

export class ListAudit {
  constructor(private readonly trail: AuditTrail) {}

  async execute(
    principal: Principal,
    filter: AuditFilter,
    request: CursorRequest<AuditId>,
  ): Promise<CursorPage<AuditEntry>> {
    authorize(principal, 'audit.list');
    return this.trail.list(filter, request);
  }
}

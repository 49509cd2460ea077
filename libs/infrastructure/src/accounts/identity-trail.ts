import type { Actor } from '@florin/accounts';
import type { AuditAction, AuditLog } from '@florin/identity';
import type { Id, Ids, JsonObject } from '@florin/kernel';

/** Notes what becomes of users, sessions and keys through what is done to their account. */
export class IdentityTrail {
  constructor(
    private readonly audit: AuditLog,
    private readonly ids: Ids,
  ) {}

  async note(
    actor: Actor,
    action: AuditAction,
    subjectId: Id,
    details: JsonObject,
    now: Date,
  ): Promise<void> {
    const { name, address, agent } = actor;
    const id = this.ids.next('audit');
    await this.audit.add({ id, actor: name, action, subjectId, address, agent, details, occurredAt: now });
  }
}

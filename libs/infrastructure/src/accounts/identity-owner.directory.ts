import type { Account, Actor, OwnerDirectory, OwnerPasswordHash } from '@florin/accounts';
import {
  type AuditedAct,
  auditEntry,
  changeUserEmail,
  type IdentityStores,
  registerUser,
} from '@florin/identity';
import type { Ids } from '@florin/kernel';

export class IdentityOwnerDirectory implements OwnerDirectory {
  constructor(
    private readonly stores: Pick<IdentityStores, 'users' | 'audit' | 'passwordResets'>,
    private readonly ids: Ids,
  ) {}

  async add(account: Account, passwordHash: OwnerPasswordHash, actor: Actor): Promise<void> {
    const { id: accountId, email, name, createdAt } = account;
    const id = this.ids.next('user');
    const owner = registerUser({ id, email, name, passwordHash, role: 'owner', accountId }, createdAt);
    await this.stores.users.add(owner);
    await this.recordAudit(actor, { action: 'user.created', subjectId: id }, createdAt);
  }

  async changeEmail({ id, email, updatedAt }: Account, actor: Actor): Promise<void> {
    const owner = await this.stores.users.lockOwner(id);
    if (owner === undefined) return;
    await this.stores.users.save(changeUserEmail(owner, email, updatedAt));
    // Their links were sent to the old address.
    await this.stores.passwordResets.supersedeByUser(owner.id);
    const details = { fields: ['email'] };
    await this.recordAudit(actor, { action: 'user.updated', subjectId: owner.id, details }, updatedAt);
  }

  private async recordAudit(actor: Actor, act: AuditedAct, now: Date): Promise<void> {
    await this.stores.audit.add(auditEntry(this.ids, actor, act, now));
  }
}

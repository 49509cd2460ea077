import type { Clock, Ids, UserId } from '@florin/kernel';
import { checkDeletion } from '../access/user-access.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import { refusal } from '../errors.js';
import type { IdentityStores, IdentityUnitOfWork } from '../stores.js';
import { isLastActiveAdmin, lockUserAndAdmins } from './admins.js';
import type { User } from './user.js';

/** Deletes the user and its sessions, and revokes an admin's platform keys. The id remains in the audit trail and as the actor of events. */
export class DeleteUser {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(caller: Caller, id: UserId | undefined): Promise<UserId> {
    if (id === undefined) return checkDeletion(caller.principal, undefined).id;
    return this.unitOfWork.run(async (stores) => {
      const user = checkDeletion(caller.principal, await lockUserAndAdmins(stores, id));
      if (await isLastActiveAdmin(stores, user)) {
        throw refusal('forbidden', 'The last active admin cannot be deleted. Create another admin first.');
      }
      if (await stores.users.ownsOpenAccount(user)) {
        throw refusal(
          'forbidden',
          'The owner of an open account cannot be deleted. Close the account first.',
        );
      }
      const now = this.clock.now();
      await stores.users.remove(user);
      const act = { action: 'user.deleted', subjectId: user.id } as const;
      await stores.audit.add(auditEntry(this.ids, caller, act, now));
      if (user.role === 'admin') await this.revokePlatformKeys(stores, caller, user, now);
      return user.id;
    });
  }

  /** After the sessions are deleted: `CreateApiKey` holds the lock of its session until the new key is visible here. */
  private async revokePlatformKeys(
    { apiKeys, audit }: IdentityStores,
    caller: Caller,
    { id }: User,
    now: Date,
  ): Promise<void> {
    const revoked = await apiKeys.revokeByCreator(id, now);
    const act = { action: 'api_key.revoked', details: { reason: 'creator_deleted' } } as const;
    await audit.addAll(revoked.map((subjectId) => auditEntry(this.ids, caller, { ...act, subjectId }, now)));
  }
}

import type { Clock, Ids, UserId } from '@florin/kernel';
import { checkDeletion } from '../access/user-access.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import { refusal } from '../errors.js';
import type { IdentityUnitOfWork } from '../stores.js';
import { isLastActiveAdmin, lockUserAndAdmins } from './admins.js';

/** Deletes the user and its sessions. The id remains in the audit log and as the actor of events. */
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
      await stores.users.remove(user);
      const act = { action: 'user.deleted', subjectId: user.id } as const;
      await stores.audit.add(auditEntry(this.ids, caller, act, this.clock.now()));
      return user.id;
    });
  }
}

import type { Account, Actor, OwnerDirectory, OwnerPasswordHash } from '@florin/accounts';
import { changeUserEmail, registerUser, type UserRepository } from '@florin/identity';
import type { Ids, UserId } from '@florin/kernel';
import type { IdentityTrail } from './identity-trail.js';

/** The owner of an account is a user like any other, made and changed by the decisions of that library. */
export class IdentityOwnerDirectory implements OwnerDirectory {
  constructor(
    private readonly users: UserRepository,
    private readonly trail: IdentityTrail,
    private readonly ids: Ids,
  ) {}

  async add(account: Account, passwordHash: OwnerPasswordHash, actor: Actor): Promise<UserId> {
    const { id: accountId, email, name, createdAt } = account;
    const id = this.ids.next('user');
    await this.users.add(
      registerUser({ id, email, name, passwordHash, role: 'owner', accountId }, createdAt),
    );
    await this.trail.note(actor, 'user.created', id, {}, createdAt);
    return id;
  }

  async changeEmail({ id, email, updatedAt }: Account, actor: Actor): Promise<void> {
    const people = await this.users.lockOfAccount(id);
    for (const owner of people.filter(({ role }) => role === 'owner')) {
      await this.users.save(changeUserEmail(owner, email, updatedAt));
      await this.trail.note(actor, 'user.updated', owner.id, { fields: ['email'] }, updatedAt);
    }
  }
}

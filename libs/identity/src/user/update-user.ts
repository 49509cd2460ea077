import { type Clock, type Ids, requireName, type UserId } from '@florin/kernel';
import { authorize } from '../access/access.js';
import { requireActiveSession } from '../access/require-active-session.js';
import { checkChange, requireVisible, type UserChangeRequest } from '../access/user-access.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import { refusal } from '../errors.js';
import type { IdentityStores, IdentityUnitOfWork } from '../stores.js';
import { isLastActiveAdmin, lockUserAndAdmins } from './admins.js';
import type { PasswordHasher } from './password-hasher.js';
import { checkPassword } from './password.js';
import { change, parseUsername, parseUserStatus, type User, type UserChange } from './user.js';
import type { UserDirectory } from './user.repository.js';

export class UpdateUser {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly directory: UserDirectory,
    private readonly hasher: PasswordHasher,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** `currentPassword` is optional; throws `invalid_credentials` if it is not the password of the user. */
  async execute(
    caller: Caller,
    id: UserId | undefined,
    request: UserChangeRequest,
    currentPassword?: string,
  ): Promise<User> {
    authorize(caller.principal, 'users.update');
    // Checked without a lock first: a caller without permission must not cost a password hash.
    const before = id === undefined ? undefined : await this.directory.find(id);
    const known = this.requirePermitted(caller, before, request);
    const { id: userId } = known;
    const checked = checkFields(known, request);
    if (currentPassword !== undefined) await this.requirePassword(known, currentPassword, caller);
    const fields = await this.withPasswordHash(checked, request, caller);

    return this.unitOfWork.run(async (stores) => {
      const now = this.clock.now();
      const current = this.requirePermitted(caller, await lockUserAndAdmins(stores, userId), request);
      if (currentPassword !== undefined && current.passwordHash !== known.passwordHash)
        throw refusal('conflict', 'The password was changed by another request. Try again.');
      if (fields.passwordHash !== undefined || fields.status !== undefined)
        await requireActiveSession(stores, caller.principal, now);
      const isDeactivating = fields.status !== undefined && fields.status !== 'active';
      if (isDeactivating && (await isLastActiveAdmin(stores, current))) {
        throw refusal(
          'invalid_request',
          'The last active admin must stay active. Create another admin first.',
        );
      }
      const user = change(current, fields, now);
      if (user === current) return current;
      await stores.users.save(user);
      if (fields.passwordHash !== undefined) {
        await stores.passwordResets.supersedeByUser(userId);
        await this.endOtherSessions(stores, caller, user, now);
      }
      await stores.audit.add(
        auditEntry(
          this.ids,
          caller,
          { action: 'user.updated', subjectId: userId, details: detailsOf(request) },
          now,
        ),
      );
      return user;
    });
  }

  private requirePermitted(caller: Caller, user: User | undefined, request: UserChangeRequest): User {
    const visible = requireVisible(caller.principal, user, 'users.update');
    checkChange(caller.principal, visible, request);
    return visible;
  }

  private async requirePassword(user: User, password: string, { address }: Caller): Promise<void> {
    if (await this.hasher.verify(password, user.passwordHash, address)) return;
    throw refusal('invalid_credentials', 'current_password is incorrect.');
  }

  private async withPasswordHash(
    fields: UserChange,
    { password }: UserChangeRequest,
    { address }: Caller,
  ): Promise<UserChange> {
    if (password === undefined) return fields;
    return { ...fields, passwordHash: await this.hasher.hash(password, address) };
  }

  /** Ends all sessions of the user except the one that changed the password. */
  private async endOtherSessions(
    stores: IdentityStores,
    caller: Caller,
    user: User,
    now: Date,
  ): Promise<void> {
    const { principal } = caller;
    const own = principal.kind === 'user' && principal.userId === user.id ? principal.sessionId : undefined;
    const ended = await stores.sessions.endByUser(user.id, own, 'password_changed', now);
    const act = { action: 'session.ended', details: { reason: 'password_changed' } } as const;
    await stores.audit.addAll(
      ended.map((subjectId) => auditEntry(this.ids, caller, { ...act, subjectId }, now)),
    );
  }
}

/** The fields to change, without the hash of the password. */
function checkFields(user: User, { name, username, status, password }: UserChangeRequest): UserChange {
  if (password !== undefined) checkPassword(password, [user.email, user.username, user.name, username, name]);
  return {
    ...(name !== undefined && { name: name === null ? undefined : requireName(name) }),
    ...(username !== undefined && { username: username === null ? undefined : parseUsername(username) }),
    ...(status !== undefined && { status: parseUserStatus(status) }),
  };
}

/** Names of the changed fields; only the status is recorded with its value. */
const detailsOf = ({ status, ...request }: UserChangeRequest) => ({
  fields: Object.entries({ ...request, status }).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  ),
  ...(status !== undefined && { status }),
});

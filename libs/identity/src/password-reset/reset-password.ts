import type { Clock, Ids } from '@florin/kernel';
import { auditEntry, type AuditedAct, type Caller } from '../audit/audit.js';
import type { IdentityStores, IdentityUnitOfWork } from '../stores.js';
import { inactiveUserError } from '../user/is-active.js';
import type { PasswordHasher } from '../user/password-hasher.js';
import { checkPassword } from '../user/password.js';
import { change, type User } from '../user/user.js';
import type { OpenPasswordReset } from './open-password-reset.js';
import { invalidLink, type OpenReset, use } from './password-reset.js';

/** Sets a new password with the token of a link, and ends every session of the user. */
export class ResetPassword {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly open: OpenPasswordReset,
    private readonly hasher: PasswordHasher,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found` for a link that cannot be used, `PasswordRefused` for a password that the policy refuses. */
  async execute(caller: Caller, token: string, password: string): Promise<void> {
    const link = await this.open.byToken(token);
    if (link === undefined) throw invalidLink();
    const { reset, user } = link;
    checkPassword(password, [user.email, user.username, user.name]);
    const passwordHash = await this.hasher.hash(password, caller.address);
    const setPassword = (stores: IdentityStores) => this.setPassword(stores, caller, reset, passwordHash);
    await this.unitOfWork.run(setPassword, undefined, user.id);
  }

  /** Hashing takes time, so reset and user are checked again. The user is locked first, as everywhere. */
  private async setPassword(
    stores: IdentityStores,
    caller: Caller,
    { id, userId }: OpenReset,
    passwordHash: string,
  ): Promise<void> {
    const { users, passwordResets, audit } = stores;
    const user = await users.lock(userId);
    const reset = await passwordResets.lock(id);
    const now = this.clock.now();
    if (user === undefined || reset === undefined) throw invalidLink();
    if ((await inactiveUserError(stores, user)) !== undefined) throw invalidLink();
    await passwordResets.save(use(reset, now));
    await passwordResets.supersedeByUser(userId);
    await users.save(change(user, { passwordHash }, now));
    await audit.add(this.entry(caller, { action: 'user.password_reset', subjectId: userId }, now));
    await this.endSessions(stores, caller, user, now);
  }

  private async endSessions(
    { sessions, audit }: IdentityStores,
    caller: Caller,
    user: User,
    now: Date,
  ): Promise<void> {
    const ended = await sessions.endByUser(user.id, undefined, 'password_changed', now);
    const act = { action: 'session.ended', details: { reason: 'password_changed' } } as const;
    await audit.addAll(ended.map((subjectId) => this.entry(caller, { ...act, subjectId }, now)));
  }

  private entry(caller: Caller, act: AuditedAct, now: Date) {
    return auditEntry(this.ids, caller, act, now);
  }
}

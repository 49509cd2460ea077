import {
  type Clock,
  type Ids,
  type IdempotentRequest,
  type Outcome,
  requireEmail,
  requireName,
} from '@florin/kernel';
import { authorize } from '../access/access.js';
import { accountOf } from '../access/principal.js';
import { requireActiveSession } from '../access/require-active-session.js';
import { requireOpenAccount } from '../access/require-open-account.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import type { PasswordHasher } from './password-hasher.js';
import { checkPassword } from './password.js';
import { parseUsername, register, type User } from './user.js';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
}

/** Creates a member of the account for an owner, and a user without an account for every other caller. */
export class CreateUser {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly hasher: PasswordHasher,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(
    caller: Caller,
    input: NewUser,
    idempotentRequest?: IdempotentRequest<User>,
  ): Promise<Outcome<User>> {
    const isCalledByOwner = authorize(caller.principal, 'users.create') === 'members';
    const email = requireEmail(input.email);
    const username = input.username === undefined ? undefined : parseUsername(input.username);
    const name = input.name === undefined ? undefined : requireName(input.name);
    checkPassword(input.password, [email, username, name]);
    const passwordHash = await this.hasher.hash(input.password, caller.address);
    const accountId = isCalledByOwner ? accountOf(caller.principal) : undefined;

    return this.unitOfWork.runIdempotent(idempotentRequest, async ({ users, sessions, audit }) => {
      if (accountId !== undefined) await requireOpenAccount(users, accountId);
      const now = this.clock.now();
      await requireActiveSession({ users, sessions }, caller.principal, now);
      const user = register(
        {
          id: this.ids.next('user'),
          email,
          username,
          name,
          passwordHash,
          role: isCalledByOwner ? 'member' : 'user',
          accountId,
        },
        now,
      );
      await users.add(user);
      await audit.add(auditEntry(this.ids, caller, { action: 'user.created', subjectId: user.id }, now));
      return user;
    });
  }
}

import { type Clock, type Ids, requireEmail, requireName } from '@florin/kernel';
import { auditEntry, SYSTEM } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import type { PasswordHasher } from './password-hasher.js';
import { checkPassword } from './password.js';
import { register, type User } from './user.js';

export interface NewAdmin {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** For the operator, at start-up and from the CLI: the API cannot create admins. */
export class CreateAdmin {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly hasher: PasswordHasher,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(input: NewAdmin): Promise<User> {
    const email = requireEmail(input.email);
    const name = input.name === undefined ? undefined : requireName(input.name);
    checkPassword(input.password, [email, name]);
    const passwordHash = await this.hasher.hash(input.password);
    return this.unitOfWork.run(async ({ users, audit }) => {
      const now = this.clock.now();
      const admin = register({ id: this.ids.next('user'), email, name, passwordHash, role: 'admin' }, now);
      await users.add(admin);
      await audit.add(auditEntry(this.ids, SYSTEM, { action: 'user.created', subjectId: admin.id }, now));
      return admin;
    });
  }
}

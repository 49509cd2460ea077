import { type Clock, DomainError, type Ids } from '@florin/kernel';
import { auditEntry, SYSTEM } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import type { PasswordHasher } from './password-hasher.js';
import { checkPassword } from './password.js';
import { parseUserEmail, register } from './user.js';
import type { UserDirectory } from './user.repository.js';

/** Somebody has to be able to let the others in. Done at every start; only the first one finds nobody there. */
export class EnsureFirstAdmin {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly directory: UserDirectory,
    private readonly hasher: PasswordHasher,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(wanted: { email: string; password: string }): Promise<'created' | 'present'> {
    if (await this.directory.hasAdmin()) return 'present';
    const email = parseUserEmail(wanted.email);
    checkPassword(wanted.password);
    const passwordHash = await this.hasher.hash(wanted.password);
    try {
      await this.unitOfWork.run(async ({ users, audit }) => {
        const now = this.clock.now();
        const admin = register({ id: this.ids.next('user'), email, passwordHash, role: 'admin' }, now);
        await users.add(admin);
        await audit.add(auditEntry(this.ids, SYSTEM, { action: 'user.created', subjectId: admin.id }, now));
      });
      return 'created';
    } catch (error) {
      // Two instances that start together on an empty database race; whoever loses finds the other's admin.
      const lost = error instanceof DomainError && error.code === 'email_exists';
      if (lost && (await this.directory.hasAdmin())) return 'present';
      throw error;
    }
  }
}

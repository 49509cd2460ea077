import { DomainError } from '@florin/kernel';
import type { CreateAdmin, NewAdmin } from './create-admin.js';
import type { UserDirectory } from './user.repository.js';

/** Runs at every start and creates an admin if there is none. */
export class EnsureFirstAdmin {
  constructor(
    private readonly directory: UserDirectory,
    private readonly createAdmin: CreateAdmin,
  ) {}

  async execute(input: NewAdmin): Promise<'created' | 'present'> {
    if (await this.directory.hasAdmin()) return 'present';
    try {
      await this.createAdmin.execute(input);
      return 'created';
    } catch (error) {
      // Two instances that start on an empty database race for the email; the loser finds the other's admin.
      const isDuplicateEmail = error instanceof DomainError && error.code === 'email_exists';
      if (isDuplicateEmail && (await this.directory.hasAdmin())) return 'present';
      throw error;
    }
  }
}

import { randomBytes } from 'node:crypto';
import { EnsureFirstAdmin, UserDirectory } from '@florin/identity';
import { BadSetting } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { StartupMessages } from '../startup-messages.js';
import { Settings } from '../config/settings.js';

const EMBEDDED_ADMIN = 'admin@florin.local';
const PASSWORD_BYTES = 15;

/** Creates the first admin: from the settings or, with the embedded database, with a random password that is printed. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  constructor(
    private readonly ensureFirstAdmin: EnsureFirstAdmin,
    private readonly users: UserDirectory,
    private readonly settings: Settings,
    private readonly startupMessages: StartupMessages,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { adminEmail, adminPassword, database } = this.settings;
    if (adminEmail !== undefined && adminPassword !== undefined) {
      await this.fromSettings(adminEmail, adminPassword);
    } else if (database.kind === 'embedded') {
      await this.withRandomPassword();
    } else if (!(await this.users.hasAdmin())) {
      this.startupMessages.add(
        'there is no admin yet; set ADMIN_EMAIL and ADMIN_PASSWORD once to create the first',
      );
    }
  }

  private async fromSettings(email: string, password: string): Promise<void> {
    try {
      await this.ensureFirstAdmin.execute({ email, password });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'email_exists')
        throw new BadSetting('ADMIN_EMAIL', 'belongs to a user who is not an admin');
      throw new BadSetting('ADMIN_PASSWORD', `is not accepted: ${error.message}`);
    }
  }

  private async withRandomPassword(): Promise<void> {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const outcome = await this.ensureFirstAdmin.execute({ email: EMBEDDED_ADMIN, password });
    if (outcome === 'created') {
      this.startupMessages.add(
        `the first admin is ${EMBEDDED_ADMIN} with password ${password} (shown only now)`,
      );
    }
  }
}

import { EndSessionByToken, LogIn, PasswordHasher, RefreshSession } from '@florin/identity';
import { PooledBcryptHasher } from '@florin/infrastructure';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { IdentityCoreModule } from '../core/identity-core.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditController } from './audit.controller.js';
import { AuthController } from './auth.controller.js';
import { FirstAdmin } from './first-admin.js';
import { IDENTITY_PROVIDERS } from './identity.providers.js';
import { PasswordResetController } from './password-reset.controller.js';
import { ResetPages } from './reset-page/reset-pages.js';
import { UsersController } from './users.controller.js';

/** Sessions, users and API keys. */
@Module({
  imports: [AuthModule, IdempotencyModule, IdentityCoreModule],
  controllers: [AuthController, UsersController, ApiKeysController, AuditController, PasswordResetController],
  providers: [...IDENTITY_PROVIDERS, FirstAdmin, ResetPages],
  exports: [PasswordHasher, LogIn, RefreshSession, EndSessionByToken],
})
export class IdentityModule implements OnApplicationShutdown {
  constructor(private readonly hasher: PooledBcryptHasher) {}

  /** After the last request, which may have needed the hasher. */
  async onApplicationShutdown(): Promise<void> {
    await this.hasher.close();
  }
}

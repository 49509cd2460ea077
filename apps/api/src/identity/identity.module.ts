import { PasswordHasher } from '@florin/identity';
import { LastUsed, PooledBcryptHasher } from '@florin/infrastructure';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { AccessGuard } from '../auth/access.guard.js';
import { AnswersAgain } from '../auth/answers-again.js';
import { RouteCheck } from '../auth/route-check.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditController } from './audit.controller.js';
import { AuthController } from './auth.controller.js';
import { FirstAdmin } from './first-admin.js';
import { IDENTITY_PROVIDERS } from './identity.providers.js';
import { UnguardedLimits } from '../auth/limits/unguarded-limits.js';
import { UsersController } from './users.controller.js';

/** Sessions, users and keys, and the guard that stands before the handlers of every slice. */
@Module({
  imports: [IdempotencyModule, DiscoveryModule],
  controllers: [AuthController, UsersController, ApiKeysController, AuditController],
  providers: [
    ...IDENTITY_PROVIDERS,
    FirstAdmin,
    RouteCheck,
    UnguardedLimits,
    AnswersAgain,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [PasswordHasher],
})
export class IdentityModule implements OnApplicationShutdown {
  constructor(
    private readonly hasher: PooledBcryptHasher,
    private readonly lastUsed: LastUsed,
  ) {}

  /** Last of all: requests that were under way may have needed both until now. */
  async onApplicationShutdown(): Promise<void> {
    await this.lastUsed.write();
    await this.hasher.close();
  }
}

import { ApiKeySecrets, Authenticate, SessionStatusReader, TokenIssuer } from '@florin/identity';
import {
  PostgresSessionStatusReader,
  Database,
  DerivedApiKeys,
  deriveKey,
  LastUsedRecorder,
  LoginRateLimiter,
  ResetRateLimiter,
  TypeOrmUserDirectory,
} from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { Global, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModuleOptions, PassportModule } from '@nestjs/passport';
import type { ResolvedConfig } from '../config/resolved-config.js';
import { Settings } from '../config/settings.js';
import { provideWithDatabase, provide } from '../core/factory-provider.js';
import { JwtTokenIssuer } from './access-token.js';
import { AccountQueues } from './account-queue.interceptor.js';
import { apiKeyStrategy } from './api-key.strategy.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { jwtStrategy } from './jwt.strategy.js';
import { LoginLimits } from './limits/login-limits.js';
import { RequestLimits } from './limits/request-limits.js';
import { ResetLimits } from './limits/reset-limits.js';
import { AnonymousRateLimit } from './limits/anonymous-rate-limit.js';
import { PermissionsGuard } from './permissions.guard.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RouteCheck } from './route-check.js';
import { uniqueStrategyNames, type StrategyOptions } from './strategy-names.js';

const TOKENS: Provider[] = [
  provideWithDatabase(LastUsedRecorder, LastUsedRecorder),
  {
    provide: SessionStatusReader,
    inject: [Database, LastUsedRecorder, Clock],
    useFactory: ({ source }: Database, lastUsed: LastUsedRecorder, clock: Clock) =>
      new PostgresSessionStatusReader(source, lastUsed, clock),
  },
  {
    provide: TokenIssuer,
    inject: [Settings],
    useFactory: ({ jwtSecret, accessTokenTtlSeconds }: ResolvedConfig) =>
      new JwtTokenIssuer(jwtSecret, accessTokenTtlSeconds),
  },
  {
    provide: ApiKeySecrets,
    inject: [Settings],
    useFactory: ({ jwtSecret }: ResolvedConfig) => new DerivedApiKeys(deriveKey(jwtSecret, 'api key')),
  },
  provide(Authenticate, SessionStatusReader, ApiKeySecrets, Clock),
];

const STRATEGIES: Provider[] = [
  {
    provide: 'JwtStrategy',
    inject: [AuthModuleOptions, Settings, Authenticate],
    useFactory: (names: StrategyOptions, { jwtSecret }: ResolvedConfig, sessions: Authenticate) =>
      new (jwtStrategy(names.defaultStrategy[0]))(jwtSecret, sessions),
  },
  {
    provide: 'ApiKeyStrategy',
    inject: [AuthModuleOptions, Authenticate],
    useFactory: (names: StrategyOptions, keys: Authenticate) =>
      new (apiKeyStrategy(names.defaultStrategy[1]))(keys),
  },
];

const LIMITS: Provider[] = [
  AccountQueues,
  AnonymousRateLimit,
  {
    provide: RequestLimits,
    inject: [Settings],
    useFactory: ({ rateLimits }: Settings) => new RequestLimits(rateLimits),
  },
  {
    provide: LoginLimits,
    inject: [Settings, Database],
    useFactory: ({ rateLimits, jwtSecret }: ResolvedConfig, { source }: Database) =>
      new LoginLimits(
        rateLimits ? new LoginRateLimiter(source, deriveKey(jwtSecret, 'login limit')) : undefined,
        new TypeOrmUserDirectory(source),
      ),
  },
  {
    provide: ResetLimits,
    inject: [Settings, Database],
    useFactory: ({ rateLimits, jwtSecret }: ResolvedConfig, { source }: Database) =>
      new ResetLimits(
        rateLimits ? new ResetRateLimiter(source, deriveKey(jwtSecret, 'password reset limit')) : undefined,
      ),
  },
];

/** Global guards, in the order in which they run. */
const GUARDS: Provider[] = [
  { provide: APP_GUARD, useClass: AuthenticationGuard },
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_GUARD, useClass: PermissionsGuard },
];

@Global()
@Module({
  imports: [PassportModule.registerAsync({ useFactory: uniqueStrategyNames })],
  providers: [...TOKENS, ...STRATEGIES, ...LIMITS, ...GUARDS, RouteCheck],
  exports: [ApiKeySecrets, TokenIssuer, LoginLimits, RequestLimits, ResetLimits, AccountQueues],
})
export class AuthModule implements OnApplicationShutdown {
  constructor(private readonly lastUsed: LastUsedRecorder) {}

  /** After the last request, which may have recorded a use. */
  async onApplicationShutdown(): Promise<void> {
    await this.lastUsed.flush();
  }
}

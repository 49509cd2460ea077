import {
  ApiKeyList,
  ApiKeySecrets,
  AuditTrail,
  Authenticate,
  CreateAdmin,
  CreateApiKey,
  CreateUser,
  DeleteUser,
  EndSession,
  EnsureFirstAdmin,
  GetUser,
  IdentityUnitOfWork,
  ListApiKeys,
  ListAudit,
  ListSessions,
  ListUsers,
  LogIn,
  PasswordHasher,
  RefreshSession,
  RevokeApiKey,
  SESSION_POLICY,
  SessionList,
  type SessionPolicy,
  Standings,
  TokenIssuer,
  UpdateUser,
  UserDirectory,
} from '@florin/identity';
import {
  CoalescedStandings,
  Database,
  DerivedApiKeys,
  deriveKey,
  identityUnitOfWork,
  LastUsed,
  LoginBudget,
  PooledBcryptHasher,
  TypeOrmApiKeyList,
  TypeOrmAuditTrail,
  TypeOrmSessionList,
  TypeOrmUserDirectory,
} from '@florin/infrastructure';
import { Clock, Ids, SECOND_MS } from '@florin/kernel';
import type { InjectionToken, Provider } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import type { CompleteSettings } from '../config/settings-files.js';
import { JwtTokenIssuer } from '../auth/access-token.js';
import { Authenticator } from '../auth/authenticator.js';
import { LoginLimits } from '../auth/limits/login-limits.js';
import { ChangeLanes } from '../auth/limits/change-lanes.js';
import { RequestLimits } from '../auth/limits/request-limits.js';
import { onDatabase, provide } from '../provide.js';

const POLICY: InjectionToken<SessionPolicy> = Symbol('session policy');

/** The ports and what stands behind them. */
const ADAPTERS: Provider[] = [
  {
    provide: IdentityUnitOfWork,
    inject: [Database],
    useFactory: ({ source }: Database) => identityUnitOfWork(source),
  },
  onDatabase(UserDirectory, TypeOrmUserDirectory),
  onDatabase(SessionList, TypeOrmSessionList),
  onDatabase(ApiKeyList, TypeOrmApiKeyList),
  onDatabase(AuditTrail, TypeOrmAuditTrail),
  onDatabase(LastUsed, LastUsed),
  {
    provide: Standings,
    inject: [Database, LastUsed, Clock],
    useFactory: ({ source }: Database, lastUsed: LastUsed, clock: Clock) =>
      new CoalescedStandings(source, lastUsed, clock),
  },
];

/** What hangs on secrets and settings. */
const SECURITY: Provider[] = [
  {
    provide: PooledBcryptHasher,
    inject: [Settings],
    useFactory: ({ passwordCost, processes }: Settings) =>
      new PooledBcryptHasher({ cost: passwordCost, processes }),
  },
  { provide: PasswordHasher, useExisting: PooledBcryptHasher },
  {
    provide: TokenIssuer,
    inject: [Settings],
    useFactory: ({ jwtSecret, accessTokenTtlSeconds }: CompleteSettings) =>
      new JwtTokenIssuer(jwtSecret, accessTokenTtlSeconds),
  },
  {
    provide: ApiKeySecrets,
    inject: [Settings],
    useFactory: ({ jwtSecret }: CompleteSettings) => new DerivedApiKeys(deriveKey(jwtSecret, 'api key')),
  },
  {
    provide: Authenticator,
    inject: [Settings, Authenticate],
    useFactory: ({ jwtSecret }: CompleteSettings, authenticate: Authenticate) =>
      new Authenticator(jwtSecret, authenticate),
  },
  {
    provide: POLICY,
    inject: [Settings],
    useFactory: ({ refreshReuseGraceSeconds }: Settings): SessionPolicy => ({
      ...SESSION_POLICY,
      reuseGraceMs: refreshReuseGraceSeconds * SECOND_MS,
    }),
  },
  ChangeLanes,
  {
    provide: RequestLimits,
    inject: [Settings],
    useFactory: ({ rateLimits }: Settings) => new RequestLimits(rateLimits),
  },
  {
    provide: LoginLimits,
    inject: [Settings, Database],
    useFactory: ({ rateLimits, jwtSecret }: CompleteSettings, { source }: Database) =>
      new LoginLimits(rateLimits ? new LoginBudget(source, deriveKey(jwtSecret, 'login limit')) : undefined),
  },
];

const USE_CASES: Provider[] = [
  provide(Authenticate, Standings, ApiKeySecrets, Clock),
  provide(LogIn, IdentityUnitOfWork, UserDirectory, PasswordHasher, TokenIssuer, POLICY, Ids, Clock),
  provide(RefreshSession, IdentityUnitOfWork, TokenIssuer, POLICY, Ids, Clock),
  provide(EndSession, IdentityUnitOfWork, Ids, Clock),
  provide(ListSessions, SessionList, Clock),
  provide(CreateUser, IdentityUnitOfWork, PasswordHasher, Ids, Clock),
  provide(ListUsers, UserDirectory),
  provide(GetUser, UserDirectory),
  provide(UpdateUser, IdentityUnitOfWork, UserDirectory, PasswordHasher, Ids, Clock),
  provide(DeleteUser, IdentityUnitOfWork, Ids, Clock),
  provide(CreateAdmin, IdentityUnitOfWork, PasswordHasher, Ids, Clock),
  provide(EnsureFirstAdmin, UserDirectory, CreateAdmin),
  provide(CreateApiKey, IdentityUnitOfWork, ApiKeySecrets, Ids, Clock),
  provide(ListApiKeys, ApiKeyList),
  provide(RevokeApiKey, IdentityUnitOfWork, Ids, Clock),
  provide(ListAudit, AuditTrail),
];

export const IDENTITY_PROVIDERS: Provider[] = [...ADAPTERS, ...SECURITY, ...USE_CASES];

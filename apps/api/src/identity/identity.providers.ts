import {
  ApiKeyReader,
  ApiKeySecrets,
  AuditTrail,
  CreateAdmin,
  CreateApiKey,
  CreateUser,
  DeleteUser,
  EndSession,
  EndSessionByToken,
  EnsureFirstAdmin,
  GetUser,
  IdentityUnitOfWork,
  ListApiKeys,
  ListAudit,
  ListSessions,
  ListUsers,
  LogIn,
  OpenPasswordReset,
  PasswordHasher,
  RefreshSession,
  RequestPasswordReset,
  ResetPassword,
  RevokeApiKey,
  SESSION_POLICY,
  SessionReader,
  type SessionPolicy,
  TokenIssuer,
  UpdateUser,
  UserDirectory,
} from '@florin/identity';
import {
  Database,
  identityUnitOfWork,
  PooledBcryptHasher,
  TypeOrmApiKeyList,
  TypeOrmAuditTrail,
  TypeOrmSessionList,
} from '@florin/infrastructure';
import { Clock, Ids, SECOND_MS } from '@florin/kernel';
import type { InjectionToken, Provider } from '@nestjs/common';
import { ResetLimits } from '../auth/limits/reset-limits.js';
import { Settings } from '../config/settings.js';
import { provideWithDatabase, provide } from '../core/factory-provider.js';

const POLICY: InjectionToken<SessionPolicy> = Symbol('session policy');

const ADAPTERS: Provider[] = [
  {
    provide: IdentityUnitOfWork,
    inject: [Database],
    useFactory: ({ source }: Database) => identityUnitOfWork(source),
  },
  provideWithDatabase(SessionReader, TypeOrmSessionList),
  provideWithDatabase(ApiKeyReader, TypeOrmApiKeyList),
  provideWithDatabase(AuditTrail, TypeOrmAuditTrail),
];

const SECURITY: Provider[] = [
  {
    provide: PooledBcryptHasher,
    inject: [Settings],
    useFactory: ({ passwordCost, processes }: Settings) =>
      new PooledBcryptHasher({ cost: passwordCost, processes }),
  },
  { provide: PasswordHasher, useExisting: PooledBcryptHasher },
  {
    provide: POLICY,
    inject: [Settings],
    useFactory: ({ refreshReuseGraceSeconds }: Settings): SessionPolicy => ({
      ...SESSION_POLICY,
      reuseGraceMs: refreshReuseGraceSeconds * SECOND_MS,
    }),
  },
];

const USE_CASES: Provider[] = [
  provide(LogIn, IdentityUnitOfWork, UserDirectory, PasswordHasher, TokenIssuer, POLICY, Ids, Clock),
  provide(RefreshSession, IdentityUnitOfWork, TokenIssuer, POLICY, Ids, Clock),
  provide(EndSession, IdentityUnitOfWork, Ids, Clock),
  provide(EndSessionByToken, IdentityUnitOfWork, TokenIssuer, Ids, Clock),
  provide(ListSessions, SessionReader, Clock),
  provide(CreateUser, IdentityUnitOfWork, PasswordHasher, Ids, Clock),
  provide(ListUsers, UserDirectory),
  provide(GetUser, UserDirectory),
  provide(UpdateUser, IdentityUnitOfWork, UserDirectory, PasswordHasher, Ids, Clock),
  provide(DeleteUser, IdentityUnitOfWork, Ids, Clock),
  provide(CreateAdmin, IdentityUnitOfWork, PasswordHasher, Ids, Clock),
  provide(EnsureFirstAdmin, UserDirectory, CreateAdmin),
  provide(CreateApiKey, IdentityUnitOfWork, ApiKeySecrets, Ids, Clock),
  provide(ListApiKeys, ApiKeyReader),
  provide(RevokeApiKey, IdentityUnitOfWork, Ids, Clock),
  provide(ListAudit, AuditTrail),
  provide(RequestPasswordReset, IdentityUnitOfWork, UserDirectory, ResetLimits, Ids, Clock),
  provide(ResetPassword, IdentityUnitOfWork, OpenPasswordReset, PasswordHasher, Ids, Clock),
];

export const IDENTITY_PROVIDERS: Provider[] = [...ADAPTERS, ...SECURITY, ...USE_CASES];

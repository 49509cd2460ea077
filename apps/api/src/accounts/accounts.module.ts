import {
  AccountDirectory,
  AccountsUnitOfWork,
  CloseAccount,
  GetAccount,
  OpenAccount,
  OwnerPasswords,
  SetAccountStatus,
  UpdateAccount,
} from '@florin/accounts';
import { PasswordHasher } from '@florin/identity';
import {
  accountsUnitOfWork,
  Database,
  HashedOwnerPasswords,
  TypeOrmAccountDirectory,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import { Module, type Provider } from '@nestjs/common';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { provideWithDatabase, provide } from '../core/factory-provider.js';
import { AccountController } from './account.controller.js';
import { AccountsController } from './accounts.controller.js';
import { ScopedLists } from './scoped-lists.js';

const ADAPTERS: Provider[] = [
  {
    provide: AccountsUnitOfWork,
    inject: [Database, Ids],
    useFactory: ({ source }: Database, ids: Ids) => accountsUnitOfWork(source, ids),
  },
  provideWithDatabase(AccountDirectory, TypeOrmAccountDirectory),
  {
    provide: OwnerPasswords,
    inject: [PasswordHasher],
    useFactory: (hasher: PasswordHasher) => new HashedOwnerPasswords(hasher),
  },
];

const USE_CASES: Provider[] = [
  provide(OpenAccount, AccountsUnitOfWork, OwnerPasswords, Ids, Clock),
  provide(GetAccount, AccountDirectory),
  provide(UpdateAccount, AccountsUnitOfWork, Clock),
  provide(SetAccountStatus, AccountsUnitOfWork, Clock),
  provide(CloseAccount, AccountsUnitOfWork, Clock),
];

@Module({
  imports: [IdentityModule, IdempotencyModule],
  controllers: [AccountController, AccountsController],
  providers: [...ADAPTERS, ...USE_CASES, ScopedLists],
  exports: [AccountDirectory, GetAccount, ScopedLists],
})
export class AccountsModule {}

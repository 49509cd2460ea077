import { OpenPasswordReset, PasswordResetReader, PasswordResetTokens, UserDirectory } from '@florin/identity';
import {
  deriveKey,
  DerivedResetTokens,
  TypeOrmPasswordResetReader,
  TypeOrmUserDirectory,
} from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { Module, type Provider } from '@nestjs/common';
import { CoreSettings } from './core.module.js';
import { provide, provideWithDatabase } from './factory-provider.js';

const PROVIDERS: Provider[] = [
  provideWithDatabase(UserDirectory, TypeOrmUserDirectory),
  provideWithDatabase(PasswordResetReader, TypeOrmPasswordResetReader),
  {
    provide: PasswordResetTokens,
    inject: [CoreSettings],
    useFactory: ({ jwtSecret }: CoreSettings) =>
      new DerivedResetTokens(deriveKey(jwtSecret, 'password reset')),
  },
  provide(OpenPasswordReset, PasswordResetReader, UserDirectory, PasswordResetTokens, Clock),
];

/** Users and their password resets without HTTP. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class IdentityCoreModule {}

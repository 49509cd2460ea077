import { UserDirectory } from '@florin/identity';
import { TypeOrmUserDirectory } from '@florin/infrastructure';
import { Module, type Provider } from '@nestjs/common';
import { provideWithDatabase } from './factory-provider.js';

const PROVIDERS: Provider[] = [provideWithDatabase(UserDirectory, TypeOrmUserDirectory)];

/** Users without HTTP. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class IdentityCoreModule {}

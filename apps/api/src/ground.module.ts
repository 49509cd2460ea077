import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { Database, SystemClock, SystemIds } from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import type { Logger } from 'pino';
import { Announcements } from './announcements.js';
import { PublicAddress } from './config/public-address.js';
import { Settings } from './config/settings.js';
import type { ResolvedConfig } from './config/resolved-config.js';

/** Injects the process's logger: `@Inject(LOGGER) logger: Logger`. */
export const LOGGER = Symbol('logger');

export interface Ground {
  readonly settings: ResolvedConfig;
  readonly database: Database;
  readonly logger: Logger;
  readonly announcements: Announcements;
  readonly address: PublicAddress;
}

/**
 * What every slice may inject without importing anything: Settings, Database, Clock, Ids, Announcements, PublicAddress
 * and LOGGER.
 */
@Global()
@Module({})
export class GroundModule {
  static on({ settings, database, logger, announcements, address }: Ground): DynamicModule {
    const config = registerAs('florin', () => settings);
    const providers = [
      { provide: Settings, useExisting: config.KEY },
      { provide: Database, useValue: database },
      { provide: Clock, useClass: SystemClock },
      { provide: Ids, useClass: SystemIds },
      { provide: Announcements, useValue: announcements },
      { provide: PublicAddress, useValue: address },
      { provide: LOGGER, useValue: logger },
    ];
    return {
      module: GroundModule,
      // The environment was read and checked before: several services with different ones may live in one process.
      imports: [
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true,
          validatePredefined: false,
          skipProcessEnv: true,
          load: [config],
        }),
      ],
      providers,
      exports: providers,
    };
  }
}

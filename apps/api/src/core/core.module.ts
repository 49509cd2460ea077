import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { Database, SystemClock, SystemIds } from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import type { Logger } from 'pino';

/** `@Inject(LOGGER) logger: Logger` */
export const LOGGER = Symbol('logger');

/** The settings that the modules in this folder read. A class, so that it is its own injection token. */
export abstract class CoreSettings {
  abstract readonly jwtSecret: string;
  /** Whether webhooks may be sent to private addresses, and over plain HTTP. */
  abstract readonly allowsPrivateWebhooks: boolean;
  /** Payment requests that an account can send by email in an hour. */
  abstract readonly mailPaymentsPerHour: number;
}

export interface Core {
  readonly settings: CoreSettings;
  readonly database: Database;
  readonly logger: Logger;
}

@Global()
@Module({})
export class CoreModule {
  static of({ settings, database, logger }: Core, added: readonly Provider[]): DynamicModule {
    const config = registerAs('florin', () => settings);
    const providers: Provider[] = [
      { provide: CoreSettings, useExisting: config.KEY },
      { provide: Database, useValue: database },
      { provide: Clock, useClass: SystemClock },
      { provide: Ids, useClass: SystemIds },
      { provide: LOGGER, useValue: logger },
      ...added,
    ];
    return {
      module: CoreModule,
      // The settings are passed in, not read from process.env: tests run several services in one process.
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

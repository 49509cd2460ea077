import {
  BadSetting,
  type Environment,
  type LogLevel,
  readDatabaseUrl,
  readJwtSecret,
  readLogLevel,
  readSettlementDelay,
  readWorkerHost,
  readWorkerPort,
  settingReader,
  type WorkerPort,
} from '@florin/infrastructure';

export interface WorkerSettings {
  readonly databaseUrl: string;
  /** The addresses of payment pages follow from it, so it must be the API's. */
  readonly jwtSecret: string;
  /** Undefined means that nothing settles on its own. */
  readonly settlementDelaySeconds: number | undefined;
  /** Where health and metrics are told; undefined when nowhere. */
  readonly port: WorkerPort | undefined;
  readonly host: string;
  readonly logLevel: LogLevel;
}

export function parseWorkerSettings(environment: Environment): WorkerSettings {
  const read = settingReader(environment);
  const databaseUrl = readDatabaseUrl(read);
  if (databaseUrl === undefined) {
    throw new BadSetting(
      'DATABASE_URL',
      'must be set; the embedded database brings its own worker with npm start',
    );
  }
  const jwtSecret = readJwtSecret(read);
  if (jwtSecret === undefined) {
    throw new BadSetting('JWT_SECRET', "must be set, to the same value as the API's; 32 bytes or more");
  }
  return {
    databaseUrl,
    jwtSecret,
    settlementDelaySeconds: readSettlementDelay(read, undefined),
    port: readWorkerPort(read),
    host: readWorkerHost(read),
    logLevel: readLogLevel(read),
  };
}

import { SharedEnvironment } from '@florin/api/core/shared-environment';
import { type Environment, type LogLevel, workerPort, type WorkerPort } from '@florin/infrastructure';
import { IsDatabaseUrl, IsJwtSecret, readEnvironment } from '@florin/infrastructure/environment';
import { IsDefined } from 'class-validator';

/** The environment variables that the worker reads, by their own names. */
class WorkerEnvironment extends SharedEnvironment {
  @IsDefined({ message: 'must be set; the embedded database brings its own worker with npm start' })
  @IsDatabaseUrl()
  readonly DATABASE_URL!: string;

  @IsDefined({ message: "must be set, to the same value as the API's; 32 bytes or more" })
  @IsJwtSecret()
  readonly JWT_SECRET!: string;
}

/** Abstract and a class, so that it is its own injection token. */
export abstract class WorkerSettings {
  abstract readonly databaseUrl: string;
  /** The addresses of payment pages follow from it, so it must be the API's. */
  abstract readonly jwtSecret: string;
  /** Undefined means that nothing settles on its own. */
  abstract readonly settlementDelaySeconds: number | undefined;
  /** Where health and metrics are served; undefined when nowhere. */
  abstract readonly port: WorkerPort | undefined;
  abstract readonly host: string;
  abstract readonly logLevel: LogLevel;
  /** What a scraper of `/metrics` sends from another machine; undefined: only this machine may read it. */
  abstract readonly metricsToken: string | undefined;
}

export function parseWorkerSettings(environment: Environment): WorkerSettings {
  const env = readEnvironment(WorkerEnvironment, environment);
  const { SETTLEMENT_DELAY_SECONDS: delay } = env;
  return {
    databaseUrl: env.DATABASE_URL,
    jwtSecret: env.JWT_SECRET,
    settlementDelaySeconds: delay === 'off' ? undefined : delay,
    port: workerPort(env.WORKER_PORT),
    host: env.WORKER_HOST,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
  };
}

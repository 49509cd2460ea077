import { SharedEnvironment } from '@florin/api/core/shared-environment';
import {
  BadSetting,
  type Environment,
  type LogLevel,
  type MailSettings,
  mailSettingsOf,
  workerPort,
  type WorkerPort,
} from '@florin/infrastructure';
import { IsDatabaseUrl, IsJwtSecret, readEnvironment } from '@florin/infrastructure/environment';
import { IsDefined } from 'class-validator';

class WorkerEnvironment extends SharedEnvironment {
  @IsDefined({ message: 'must be set. With the embedded database, npm start runs the worker' })
  @IsDatabaseUrl()
  readonly DATABASE_URL!: string;

  @IsDefined({ message: "must be set, to the same value as the API's; 32 bytes or more" })
  @IsJwtSecret()
  readonly JWT_SECRET!: string;
}

/** An abstract class serves as injection token. */
export abstract class WorkerSettings {
  abstract readonly databaseUrl: string;
  /** The URLs of payment pages are derived from it, so it must be the API's. */
  abstract readonly jwtSecret: string;
  /** Undefined: no automatic settlement. */
  abstract readonly settlementDelaySeconds: number | undefined;
  /** Undefined: health and metrics are not served. */
  abstract readonly port: WorkerPort | undefined;
  abstract readonly host: string;
  abstract readonly logLevel: LogLevel;
  /** Bearer token for `/metrics`; undefined: only this machine may read it. */
  abstract readonly metricsToken: string | undefined;
  /** Whether webhooks may be sent to private addresses, and over plain HTTP. */
  abstract readonly allowsPrivateWebhooks: boolean;
  /** Undefined: mails are not sent. */
  abstract readonly mail: WorkerMailSettings | undefined;
  /** Payment requests that an account can send by email in an hour. */
  abstract readonly mailPaymentsPerHour: number;
}

interface WorkerMailSettings extends MailSettings {
  /** The base URL of the links in mails. */
  readonly publicUrl: string;
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
    allowsPrivateWebhooks: env.WEBHOOK_ALLOW_PRIVATE_ADDRESSES === 'on',
    mail: mailOf(env),
    mailPaymentsPerHour: env.MAIL_PAYMENTS_PER_HOUR,
  };
}

function mailOf({ MAIL_URL, MAIL_FROM, PUBLIC_URL }: WorkerEnvironment): WorkerMailSettings | undefined {
  const mail = mailSettingsOf(MAIL_URL, MAIL_FROM);
  if (mail === undefined) return undefined;
  if (PUBLIC_URL === undefined)
    throw new BadSetting('PUBLIC_URL', "must be set if MAIL_URL is set, to the same value as the API's");
  return { ...mail, publicUrl: PUBLIC_URL };
}

import { BadDatabaseUrl } from '../postgres/tls-options.js';
import { readConnectionOptions } from '../postgres/connection-options.js';
import type { ListeningSettings } from './listening.js';
import { BadSetting, type SettingReader } from './setting-reader.js';

// The rules of settings that more than one app reads. The command line reads the few that it needs without
// class-validator, which takes longer to load than most commands take to run.

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is wrong with the address of a database. */
export function databaseUrlProblem(url: string): string | undefined {
  try {
    readConnectionOptions(url);
    return undefined;
  } catch (error) {
    if (error instanceof BadDatabaseUrl) return error.message;
    throw error;
  }
}

export const jwtSecretProblem = (secret: string): string | undefined =>
  Buffer.byteLength(secret) < 32 ? 'must be 32 bytes or more' : undefined;

/** The folder of the embedded database. */
export const DEFAULT_DATA_DIR = '.data';

/** The same wherever users are created, so that no login has to renew a hash. */
export const PASSWORD_COST = { least: 4, most: 15, otherwise: 10 };

export const readDatabaseUrl = (read: SettingReader): string | undefined =>
  checked('DATABASE_URL', read.text('DATABASE_URL'), databaseUrlProblem);

export const readJwtSecret = (read: SettingReader): string | undefined =>
  checked('JWT_SECRET', read.exact('JWT_SECRET'), jwtSecretProblem);

export const readDataDir = (read: SettingReader): string => read.text('DATA_DIR') ?? DEFAULT_DATA_DIR;

export const readPasswordCost = (read: SettingReader): number => read.integer('PASSWORD_COST', PASSWORD_COST);

function checked(
  name: string,
  value: string | undefined,
  problemOf: (value: string) => string | undefined,
): string | undefined {
  const problem = value === undefined ? undefined : problemOf(value);
  if (problem !== undefined) throw new BadSetting(name, problem);
  return value;
}

export interface WorkerPort {
  readonly number: number;
  /** Whether the operator asked for this one. Otherwise any other does when it is taken. */
  readonly isChosen: boolean;
}

const DEFAULT_WORKER_PORT = 3001;

/** Where the worker serves its health and metrics; undefined when nowhere. */
export function workerPort(given: number | 'off' | undefined): WorkerPort | undefined {
  if (given === 'off') return undefined;
  return { number: given ?? DEFAULT_WORKER_PORT, isChosen: given !== undefined };
}

/** The settings that say where the worker listens, also when the API starts it. */
export const WORKER_LISTENING: ListeningSettings = { host: 'WORKER_HOST', port: 'WORKER_PORT' };

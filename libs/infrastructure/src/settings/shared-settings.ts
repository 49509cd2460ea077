import { readConnectionOptions } from '../postgres/connection-options.js';
import { BadDatabaseUrl } from '../postgres/tls-options.js';
import type { ListenSettingNames } from './listen-address.js';
import { BadSetting, type Environment } from './bad-setting.js';

// Without class-validator, for the command line: it takes longer to load than most commands take to run.

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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

export const parseWholeNumber = (text: string): number =>
  /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;

export const DEFAULT_DATA_DIR = '.data';

/** The same in all apps, so that a login does not have to rehash. */
export const PASSWORD_COST = { min: 4, max: 15, default: 10 };

export const readDatabaseUrl = (environment: Environment): string | undefined =>
  checked('DATABASE_URL', textOf(environment, 'DATABASE_URL'), databaseUrlProblem);

/** Not trimmed: a secret may start or end with a space. */
export const readJwtSecret = (environment: Environment): string | undefined =>
  checked('JWT_SECRET', environment.JWT_SECRET || undefined, jwtSecretProblem);

export const readDataDir = (environment: Environment): string =>
  textOf(environment, 'DATA_DIR') ?? DEFAULT_DATA_DIR;

export function readPasswordCost(environment: Environment): number {
  const { min, max } = PASSWORD_COST;
  const cost = parseWholeNumber(textOf(environment, 'PASSWORD_COST') ?? String(PASSWORD_COST.default));
  if (cost >= min && cost <= max) return cost;
  throw new BadSetting('PASSWORD_COST', wholeNumberProblem(min, max));
}

export const wholeNumberProblem = (min: number, max: number): string =>
  `must be a whole number from ${min} to ${max}`;

const textOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

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
  /** Set by the operator. Otherwise another free port is used when this one is in use. */
  readonly isExplicit: boolean;
}

const DEFAULT_WORKER_PORT = 3001;

export function workerPort(given: number | 'off' | undefined): WorkerPort | undefined {
  if (given === 'off') return undefined;
  return { number: given ?? DEFAULT_WORKER_PORT, isExplicit: given !== undefined };
}

export const WORKER_LISTEN_SETTINGS: ListenSettingNames = { host: 'WORKER_HOST', port: 'WORKER_PORT' };

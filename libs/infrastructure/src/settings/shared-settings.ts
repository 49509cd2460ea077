import { BadDatabaseUrl } from '../postgres/bad-database-url.js';
import { readConnectionOptions } from '../postgres/connection-options.js';
import type { ListeningSettings } from './listening.js';
import { BadSetting, type SettingReader } from './setting-reader.js';

// What more than one app reads, and every one of them in the same way.

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const readLogLevel = (read: SettingReader): LogLevel => read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info');

/** Undefined when the setting is not there. */
export function readDatabaseUrl(read: SettingReader): string | undefined {
  const url = read.text('DATABASE_URL');
  if (url === undefined) return undefined;
  try {
    readConnectionOptions(url);
    return url;
  } catch (error) {
    if (error instanceof BadDatabaseUrl) throw new BadSetting('DATABASE_URL', error.message);
    throw error;
  }
}

/** Undefined when the setting is not there. */
export function readJwtSecret(read: SettingReader): string | undefined {
  const secret = read.exact('JWT_SECRET');
  if (secret !== undefined && Buffer.byteLength(secret) < 32) {
    throw new BadSetting('JWT_SECRET', 'must be 32 bytes or more');
  }
  return secret;
}

/** The folder of the embedded database. */
export const readDataDir = (read: SettingReader): string => read.text('DATA_DIR') ?? '.data';

/** The same for whoever makes users, so that no login has to renew a hash that was made beside the service. */
export const readPasswordCost = (read: SettingReader): number =>
  read.integer('PASSWORD_COST', { least: 4, most: 15, otherwise: 10 });

export interface WorkerPort {
  readonly number: number;
  /** Whether the operator asked for this one. Otherwise any other does when it is taken. */
  readonly isChosen: boolean;
}

const USUAL_WORKER_PORT = 3001;

/** Where the worker tells its health and metrics; undefined when nowhere. */
export function readWorkerPort(read: SettingReader): WorkerPort | undefined {
  const given = read.text('WORKER_PORT');
  if (given === 'off') return undefined;
  if (given !== undefined && !/^\d{1,5}$/.test(given)) {
    throw new BadSetting('WORKER_PORT', 'must be a whole number from 0 to 65535, or off');
  }
  const number = read.integer('WORKER_PORT', { least: 0, most: 65_535, otherwise: USUAL_WORKER_PORT });
  return { number, isChosen: given !== undefined };
}

/** Where the worker listens is a matter of these, also to the API that brings it along. */
export const WORKER_LISTENING: ListeningSettings = { host: 'WORKER_HOST', port: 'WORKER_PORT' };

/** Loopback unless told otherwise: health and metrics are for whoever runs on the same machine. */
export const readWorkerHost = (read: SettingReader): string => read.text('WORKER_HOST') ?? '127.0.0.1';

/** Undefined means that nothing settles on its own. */
export function readSettlementDelay(read: SettingReader, otherwise: number | undefined): number | undefined {
  const given = read.text('SETTLEMENT_DELAY_SECONDS');
  if (given === undefined) return otherwise;
  if (given === 'off') return undefined;
  if (!/^\d{1,7}$/.test(given)) {
    throw new BadSetting(
      'SETTLEMENT_DELAY_SECONDS',
      'must be a whole number of seconds from 0 to 9999999, or off',
    );
  }
  return Number(given);
}

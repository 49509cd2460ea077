import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { superviseProcess, type SupervisedProcess } from './processes/supervised-process.js';
import type { ResolvedConfig } from './config/resolved-config.js';

const MAIN = fileURLToPath(new URL('../../worker/dist/main.js', import.meta.url));
const FIRST_PAUSE_MS = 1_000;

/**
 * Runs the worker of an embedded database as a separate process. If it exits, the API keeps running and the worker is
 * restarted.
 */
export const startWorkerProcess = (
  databaseUrl: string,
  publicUrl: string,
  settings: ResolvedConfig,
  logger: Logger,
): SupervisedProcess =>
  superviseProcess({
    name: 'the worker',
    start: () => fork(MAIN, { env: environmentOf(databaseUrl, publicUrl, settings) }),
    logger,
    firstPauseMs: FIRST_PAUSE_MS,
  });

/** The worker reads the same environment, with the values that the API resolved. */
const environmentOf = (
  databaseUrl: string,
  publicUrl: string,
  settings: ResolvedConfig,
): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  JWT_SECRET: settings.jwtSecret,
  SETTLEMENT_DELAY_SECONDS: String(settings.settlementDelaySeconds ?? 'off'),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: settings.allowsPrivateWebhooks ? 'on' : 'off',
  PUBLIC_URL: settings.publicUrl ?? publicUrl,
  MAIL_PAYMENTS_PER_HOUR: String(settings.mailPaymentsPerHour),
  // Without a mail server, mails are written as files.
  ...(!settings.hasMailServer &&
    settings.database.kind === 'embedded' && {
      MAIL_URL: pathToFileURL(resolve(settings.database.dataDir, 'mail')).href,
    }),
});

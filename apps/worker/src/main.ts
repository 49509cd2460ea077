import 'reflect-metadata';
import { stopOnSignals } from '@florin/api/core/stop-on-signals';
import { nestLogger } from '@florin/api/core/nest-logger';
import {
  createLogger,
  recordSecretFingerprint,
  openDatabase,
  onParentExit,
  startFailureMessage,
} from '@florin/infrastructure';
import { NestFactory } from '@nestjs/core';
import { OperationsServer } from './operations.js';
import { parseWorkerSettings, type WorkerSettings } from './settings.js';
import { WorkerModule } from './worker.module.js';

function exitWithError(error: unknown): never {
  process.stderr.write(`florin worker: ${startFailureMessage(error)}\n`);
  process.exit(1);
}

function loadSettings(): WorkerSettings {
  try {
    return parseWorkerSettings(process.env);
  } catch (error) {
    exitWithError(error);
  }
}

async function start() {
  const options = { applicationName: 'florin worker' };
  const database = await openDatabase(settings.databaseUrl, logger, options, ending.signal);
  await recordSecretFingerprint(database.source, settings.jwtSecret, logger);
  const app = await NestFactory.createApplicationContext(WorkerModule.of({ settings, database, logger }), {
    logger: nestLogger(logger),
    abortOnError: false,
  });
  return {
    url: app.get(OperationsServer).url,
    async stop(): Promise<void> {
      await app.close();
      await database.close();
    },
  };
}

const settings = loadSettings();
const logger = createLogger(settings.logLevel).child({ app: 'worker' });
process.on('uncaughtExceptionMonitor', (error) => {
  logger.fatal({ err: error }, 'exiting after an uncaught exception');
});
const ending = new AbortController();
const starting = start();
// A worker started by the API exits with it: the IPC channel closes even if the API is killed.
onParentExit(stopOnSignals(starting, ending, exitWithError));

try {
  const { url } = await starting;
  const endpoints = url === undefined ? '' : `; health and metrics are at ${url}`;
  // A worker started by the API prints nothing to a terminal, so that the API's URL and first password stay last.
  const isBesideApi = process.send !== undefined && process.stdout.isTTY;
  if (!isBesideApi) process.stdout.write(`florin worker: running${endpoints}\n`);
} catch (error) {
  if (!ending.signal.aborted) exitWithError(error);
}

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
  logger.fatal({ err: error }, 'ending because of an error that nobody caught');
});
const ending = new AbortController();
const starting = start();
// Started by the API, it ends with it: the channel between them closes even when the API is killed.
onParentExit(stopOnSignals(starting, ending, exitWithError));

try {
  const { url } = await starting;
  const where = url === undefined ? '' : `; its health and metrics are at ${url}`;
  // Started by the API at a terminal, it prints nothing: the address and the first password stay last.
  const isBesideApi = process.send !== undefined && process.stdout.isTTY;
  if (!isBesideApi) process.stdout.write(`florin worker: at work${where}\n`);
} catch (error) {
  if (!ending.signal.aborted) exitWithError(error);
}

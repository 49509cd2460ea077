import { createLogger, standardOutput, whenStarterIsGone, wordsOfFailedStart } from '@florin/infrastructure';
import { parseWorkerSettings, type WorkerSettings } from './settings.js';
import { startWorker, type Worker } from './worker.js';

const say = (line: string): void => {
  process.stdout.write(`florin worker: ${line}\n`);
};

/** Ends the start. The words are for whoever began it. */
function giveUp(error: unknown): never {
  process.stderr.write(`florin worker: ${wordsOfFailedStart(error)}\n`);
  process.exit(1);
}

function loadSettings(): WorkerSettings {
  try {
    return parseWorkerSettings(process.env);
  } catch (error) {
    giveUp(error);
  }
}

/** The gentle end and its hard limit: whoever sent the signal will not wait much longer either. */
const HARD_LIMIT_MS = 10_000;

const ending = new AbortController();

function endWhenTold(starting: Promise<Worker>): void {
  const end = (): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref();
    // A start that was told to end and did not come about has done what it was told.
    const stop = (worker: Worker): Promise<void> => worker.stop().catch(giveUp);
    void starting.then(stop, () => undefined).finally(() => process.exit(0));
  };
  // The last is sent by a terminal that was closed, or an ssh that was lost. Unheard, it would kill without a farewell.
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
  // Started by the API, it ends with it: the channel between them closes even when the API is killed.
  whenStarterIsGone(end);
}

const settings = loadSettings();
// A worker says little, so each line is written at once: one that waited for company could wait for hours.
const logger = createLogger(settings.logLevel, standardOutput({ gathers: false })).child({ app: 'worker' });
process.on('uncaughtExceptionMonitor', (error) => {
  logger.fatal({ err: error }, 'ending because of an error that nobody caught');
});
const starting = startWorker(settings, logger, ending.signal);
endWhenTold(starting);

try {
  const { url } = await starting;
  say(url === undefined ? 'at work' : `at work; its health and metrics are at ${url}`);
} catch (error) {
  if (!ending.signal.aborted) giveUp(error);
}

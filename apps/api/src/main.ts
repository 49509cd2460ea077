import { createLogger, wordsOfFailedStart } from '@florin/infrastructure';
import { startCluster } from './processes/cluster-primary.js';
import { ClusterWorker } from './processes/cluster-worker.js';
import { type ResolvedConfig, resolveConfig } from './config/resolved-config.js';
import { configurationWarnings } from './config/configuration-warnings.js';
import { parseSettings } from './config/settings.js';
import { type Serving, startFlorin } from './start.js';

/** Set where this process is one of several on a port; the primary prints for all of them. */
const worker = ClusterWorker.current();

const say = (line: string): void => {
  if (worker === undefined) process.stdout.write(`florin: ${line}\n`);
};

/** Ends the start. The words are for whoever began it. */
async function giveUp(error: unknown): Promise<never> {
  const words = wordsOfFailedStart(error);
  if (worker === undefined) process.stderr.write(`florin: ${words}\n`);
  else await worker.failed(words);
  process.exit(1);
}

async function loadSettings(): Promise<ResolvedConfig> {
  try {
    return resolveConfig(parseSettings(process.env));
  } catch (error) {
    return giveUp(error);
  }
}

/** The gentle end and its hard limit: whoever sent the signal will not wait much longer either. */
const HARD_LIMIT_MS = 10_000;

const ending = new AbortController();

function endOnSignals(serving: Promise<Serving>): void {
  const end = (): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    say('ending …');
    setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref();
    // A start that was told to end and did not come about has done what it was told.
    const stop = (started: Serving): Promise<void> => started.stop().catch(giveUp);
    void serving.then(stop, () => undefined).finally(() => process.exit(0));
  };
  // The last is sent by a terminal that was closed, or an ssh that was lost. Unheard, it would kill without a farewell.
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
}

async function serve(): Promise<Serving> {
  const { signal } = ending;
  if (worker === undefined && settings.processes > 1) return startCluster(settings, { logger, say, signal });
  const florin = await startFlorin(settings, {
    logger,
    say,
    signal,
    ...(worker !== undefined && {
      say: (line) => {
        worker.announce(line);
      },
      exchange: worker,
      databaseUrl: worker.databaseUrl,
    }),
  });
  const { url, announcements } = florin.api;
  return { url, announcements: announcements.lines, stop: () => florin.stop() };
}

const settings = await loadSettings();
const log = createLogger(settings.logLevel);
const logger = worker === undefined ? log : log.child({ process: worker.name });
// A fault that nobody caught ends the process as it always does, but not without a line in the log.
process.on('uncaughtExceptionMonitor', (error) => {
  logger.fatal({ err: error }, 'ending because of an error that nobody caught');
});
if (worker === undefined)
  for (const warning of configurationWarnings(settings, process.env)) logger.warn(warning);
const starting = serve();
endOnSignals(starting);

try {
  const { url, announcements } = await starting;
  worker?.up(url, announcements);
  if (!ending.signal.aborted) {
    say(`the API listens on ${url}${settings.processes > 1 ? ` in ${settings.processes} processes` : ''}`);
    say(`its documentation is at ${url}/docs`);
  }
  // These also by one that is to end: nobody would ever know a password that was made.
  for (const line of announcements) say(line);
} catch (error) {
  if (!ending.signal.aborted) await giveUp(error);
}

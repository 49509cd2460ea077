import { createLogger, wordsOfFailedStart } from '@florin/infrastructure';
import { startCluster } from './processes/cluster-primary.js';
import { ClusterWorker } from './processes/cluster-worker.js';
import { type ResolvedConfig, resolveConfig } from './config/resolved-config.js';
import { configurationWarnings } from './config/configuration-warnings.js';
import { parseSettings } from './config/settings.js';
import { endOnSignals } from './core/end-on-signals.js';
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

const ending = new AbortController();
ending.signal.addEventListener('abort', () => {
  say('ending …');
});

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
endOnSignals(starting, ending, giveUp);

try {
  const { url, announcements } = await starting;
  worker?.up(url, announcements);
  if (!ending.signal.aborted) {
    say(`the API listens on ${url}${settings.processes > 1 ? ` in ${settings.processes} processes` : ''}`);
    say(`its documentation is at ${url}/docs`);
  }
  // Last, and also when the process is about to end: a generated password is shown only here.
  for (const line of announcements) say(line);
} catch (error) {
  if (!ending.signal.aborted) await giveUp(error);
}

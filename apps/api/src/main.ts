import { createLogger, startFailureMessage } from '@florin/infrastructure';
import { startCluster } from './processes/cluster-primary.js';
import { ClusterWorker } from './processes/cluster-worker.js';
import { type ResolvedConfig, resolveConfig } from './config/resolved-config.js';
import { configurationWarnings } from './config/configuration-warnings.js';
import { parseSettings } from './config/settings.js';
import { stopOnSignals } from './core/stop-on-signals.js';
import { type Serving, startFlorin } from './start.js';

/** Set where this process is one of several on a port; the primary prints for all of them. */
const worker = ClusterWorker.current();

const printLine = (line: string): void => {
  if (worker === undefined) process.stdout.write(`florin: ${line}\n`);
};

/** Ends the start. The words are for whoever began it. */
async function exitWithError(error: unknown): Promise<never> {
  const message = startFailureMessage(error);
  if (worker === undefined) process.stderr.write(`florin: ${message}\n`);
  else await worker.reportFailed(message);
  process.exit(1);
}

async function loadSettings(): Promise<ResolvedConfig> {
  try {
    return resolveConfig(parseSettings(process.env));
  } catch (error) {
    return exitWithError(error);
  }
}

const ending = new AbortController();
ending.signal.addEventListener('abort', () => {
  printLine('ending …');
});

async function serve(): Promise<Serving> {
  const { signal } = ending;
  if (worker === undefined && settings.processes > 1)
    return startCluster(settings, { logger, printLine, signal });
  const florin = await startFlorin(settings, {
    logger,
    printLine,
    signal,
    ...(worker !== undefined && {
      printLine: (line) => {
        worker.forwardLine(line);
      },
      exchange: worker,
      databaseUrl: worker.databaseUrl,
    }),
  });
  const { url, startupMessages: announcements } = florin.api;
  return { url, startupMessages: announcements.lines, stop: () => florin.stop() };
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
stopOnSignals(starting, ending, exitWithError);

try {
  const { url, startupMessages: announcements } = await starting;
  worker?.reportStarted(url, announcements);
  if (!ending.signal.aborted) {
    printLine(
      `the API listens on ${url}${settings.processes > 1 ? ` in ${settings.processes} processes` : ''}`,
    );
    printLine(`its documentation is at ${url}/docs`);
  }
  // Last, and also when the process is about to end: a generated password is shown only here.
  for (const line of announcements) printLine(line);
} catch (error) {
  if (!ending.signal.aborted) await exitWithError(error);
}

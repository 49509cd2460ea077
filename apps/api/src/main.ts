import { createLogger, startFailureMessage } from '@florin/infrastructure';
import { startCluster } from './processes/cluster-primary.js';
import { ClusterWorker } from './processes/cluster-worker.js';
import { type ResolvedConfig, resolveConfig } from './config/resolved-config.js';
import { configurationWarnings } from './config/configuration-warnings.js';
import { parseSettings } from './config/settings.js';
import { stopOnSignals } from './core/stop-on-signals.js';
import { type Serving, startFlorin } from './start.js';

/** Undefined unless this process is a worker of the cluster. The primary prints the lines of all workers. */
const worker = ClusterWorker.current();

const printLine = (line: string): void => {
  if (worker === undefined) process.stdout.write(`florin: ${line}\n`);
};

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

const shutdown = new AbortController();
shutdown.signal.addEventListener('abort', () => {
  printLine('shutting down …');
});

async function serve(): Promise<Serving> {
  const { signal } = shutdown;
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
      metricsAggregator: worker,
      databaseUrl: worker.databaseUrl,
    }),
  });
  const { url, startupMessages } = florin.api;
  return { url, startupMessages: startupMessages.lines, stop: () => florin.stop() };
}

const settings = await loadSettings();
const log = createLogger(settings.logLevel);
const logger = worker === undefined ? log : log.child({ process: worker.name });
// Node ends the process after an uncaught exception; this adds a line to the log.
process.on('uncaughtExceptionMonitor', (error) => {
  logger.fatal({ err: error }, 'uncaught exception, exiting');
});
if (worker === undefined)
  for (const warning of configurationWarnings(settings, process.env)) logger.warn(warning);
const starting = serve();
stopOnSignals(starting, shutdown, exitWithError);

try {
  const { url, startupMessages } = await starting;
  worker?.reportStarted(url, startupMessages);
  if (!shutdown.signal.aborted) {
    printLine(
      `the API listens on ${url}${settings.processes > 1 ? ` in ${settings.processes} processes` : ''}`,
    );
    printLine(`the console is at ${url}/console`);
    printLine(`the API reference is at ${url}/docs`);
  }
  // Also during shutdown: a generated password is shown only here.
  for (const line of startupMessages) printLine(line);
} catch (error) {
  if (!shutdown.signal.aborted) await exitWithError(error);
}

import { createLogger } from './operations/logger.js';
import { type CompleteSettings, completeSettings } from './settings-files.js';
import { BadSetting, parseSettings } from './settings.js';
import { type Florin, startFlorin } from './start.js';

const say = (line: string): void => {
  process.stdout.write(`florin: ${line}\n`);
};

/** Ends the start with one line. Errors of ours say in it what to do; others show where they came from. */
function giveUp(error: unknown): never {
  const isOurs = error instanceof BadSetting || (error instanceof Error && OWN_ERRORS.has(error.name));
  const words = isOurs
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`florin: ${words}\n`);
  process.exit(1);
}

const OWN_ERRORS: ReadonlySet<string> = new Set(['DatabaseUnreachable', 'EmbeddedPostgresError']);

function loadSettings(): CompleteSettings {
  try {
    return completeSettings(parseSettings(process.env));
  } catch (error) {
    giveUp(error);
  }
}

/** The gentle end and its hard limit: whoever sent the signal will not wait much longer either. */
const HARD_LIMIT_MS = 10_000;

function endOnSignals(florin: Promise<Florin>): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    say('ending …');
    setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref();
    florin.then((started) => started.stop()).then(() => process.exit(0), giveUp);
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

const settings = loadSettings();
const logger = createLogger(settings.logLevel);
// A fault that nobody caught ends the process as it always does, but not without a line in the log.
process.on('uncaughtExceptionMonitor', (error) => {
  logger.fatal({ err: error }, 'ending because of an error that nobody caught');
});
const starting = startFlorin(settings, { logger, say });
endOnSignals(starting);

try {
  const { api } = await starting;
  say(`the API listens on ${api.url}`);
  say(`its documentation is at ${api.url}/docs`);
  for (const line of api.announcements.lines) say(line);
} catch (error) {
  giveUp(error);
}

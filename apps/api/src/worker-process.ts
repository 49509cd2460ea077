import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { CompleteSettings } from './settings-files.js';

export interface WorkerProcess {
  /** Ends the worker gently, and answers when it is gone. */
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../worker/dist/main.js', import.meta.url));
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that lived this long did not die of its start. */
const SETTLED_AFTER_MS = 60_000;
/** A little more than a worker gives itself. */
const END_WITHIN_MS = 9_000;

/**
 * Runs the worker beside the API, for a database that is the API's own. It is a process of its own, as it would be
 * anywhere else: when it dies the API goes on, and it is started again.
 */
export function startWorkerProcess(
  databaseUrl: string,
  settings: CompleteSettings,
  logger: Logger,
): WorkerProcess {
  const ending = new AbortController();
  const isEnding = (): boolean => ending.signal.aborted;
  let child: ChildProcess | undefined;

  const supervise = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!isEnding()) {
      const startedAt = performance.now();
      child = fork(MAIN, { env: environmentOf(databaseUrl, settings) });
      const [code, signal] = await ended(child);
      if (isEnding()) return;
      pauseMs = performance.now() - startedAt > SETTLED_AFTER_MS ? FIRST_PAUSE_MS : pauseMs;
      logger.error({ code, signal, againInMs: pauseMs }, 'the worker ended by itself and is started again');
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  };

  const supervising = supervise();
  return {
    async stop() {
      ending.abort();
      child?.kill('SIGTERM');
      const kill = setTimeout(() => child?.kill('SIGKILL'), END_WITHIN_MS);
      await supervising;
      clearTimeout(kill);
    },
  };
}

/** The worker reads what the API reads; what the API found out by itself is handed on. */
const environmentOf = (databaseUrl: string, settings: CompleteSettings): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  JWT_SECRET: settings.jwtSecret,
  SETTLEMENT_DELAY_SECONDS: String(settings.settlementDelaySeconds ?? 'off'),
});

/** A child that could not even be started has ended, too. */
async function ended(child: ChildProcess): Promise<[number | null, string | null]> {
  try {
    return (await once(child, 'exit')) as [number | null, string | null];
  } catch {
    return [null, null];
  }
}

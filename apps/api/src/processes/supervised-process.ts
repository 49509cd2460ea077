import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface SupervisedProcess {
  /** Sends SIGTERM, and resolves when the process has exited. */
  stop(): Promise<void>;
}

export interface SupervisionOptions {
  /** For the log. */
  readonly name: string;
  readonly start: () => ChildProcess;
  readonly logger: Logger;
  readonly firstPauseMs: number;
}

const MAX_PAUSE_MS = 30_000;
/** After this time an exit is not a failed start, and the pause is reset. */
const STABLE_AFTER_MS = 60_000;
/** A little more than the drain time of a process. */
const KILL_AFTER_MS = 9_000;

/** Runs a child process and restarts it when it exits, with exponential backoff. */
export function superviseProcess({
  name,
  start,
  logger,
  firstPauseMs,
}: SupervisionOptions): SupervisedProcess {
  const shutdown = new AbortController();
  const isStopping = (): boolean => shutdown.signal.aborted;
  let child: ChildProcess | undefined;

  const supervise = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!isStopping()) {
      const startedAt = performance.now();
      const exit = await waitForExit(() => (child = start()));
      if (isStopping()) return;
      pauseMs = performance.now() - startedAt > STABLE_AFTER_MS ? firstPauseMs : pauseMs;
      logger.error({ ...exit, againInMs: pauseMs }, `${name} exited and is restarted`);
      await delay(pauseMs, undefined, { signal: shutdown.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  };

  const supervising = supervise();
  return {
    async stop() {
      shutdown.abort();
      child?.kill('SIGTERM');
      const kill = setTimeout(() => child?.kill('SIGKILL'), KILL_AFTER_MS);
      await supervising;
      clearTimeout(kill);
    },
  };
}

type ExitResult =
  { readonly code: number | null; readonly signal: string | null } | { readonly err: unknown };

/**
 * Resolves with the exit code or the error. Node emits some failures to create a process as an event, and throws others,
 * such as ENOMEM.
 */
async function waitForExit(start: () => ChildProcess): Promise<ExitResult> {
  try {
    const [code, signal] = (await once(start(), 'exit')) as [number | null, string | null];
    return { code, signal };
  } catch (err) {
    return { err };
  }
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface SupervisedProcess {
  /** Ends the process gently, and answers when it is gone. */
  stop(): Promise<void>;
}

export interface SupervisionOptions {
  /** What the log calls it. */
  readonly name: string;
  readonly start: () => ChildProcess;
  readonly logger: Logger;
  readonly firstPauseMs: number;
}

const MAX_PAUSE_MS = 30_000;
/** A process that lived this long did not die of its start. */
const STABLE_AFTER_MS = 60_000;
/** A little more than a process gives itself. */
const KILL_AFTER_MS = 9_000;

/** Keeps a process running beside this one: when it ends by itself it is started again, after ever longer pauses. */
export function superviseProcess({
  name,
  start,
  logger,
  firstPauseMs,
}: SupervisionOptions): SupervisedProcess {
  const ending = new AbortController();
  const isEnding = (): boolean => ending.signal.aborted;
  let child: ChildProcess | undefined;

  const supervise = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!isEnding()) {
      const startedAt = performance.now();
      const end = await waitForExit(() => (child = start()));
      if (isEnding()) return;
      pauseMs = performance.now() - startedAt > STABLE_AFTER_MS ? firstPauseMs : pauseMs;
      logger.error({ ...end, againInMs: pauseMs }, `${name} ended by itself and is started again`);
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  };

  const supervising = supervise();
  return {
    async stop() {
      ending.abort();
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
 * Answers how a child ended. One that could not even be started has ended, too: Node tells some of the reasons for that
 * as an event, and throws others, such as a want of memory.
 */
async function waitForExit(start: () => ChildProcess): Promise<ExitResult> {
  try {
    const [code, signal] = (await once(start(), 'exit')) as [number | null, string | null];
    return { code, signal };
  } catch (err) {
    return { err };
  }
}

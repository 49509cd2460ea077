import { setTimeout as sleep } from 'node:timers/promises';
import { FAST_STOP_MS } from './postmaster-file.js';
import { type Postmaster } from './postmaster.js';

export interface Supervised {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Keeps a server running until it is told to stop: one that ends by itself is started again, however often it takes. */
export function supervise(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  log: (line: string) => void,
): Supervised {
  let current = first;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  const watch = async (): Promise<void> => {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      const reason = await current.ended;
      if (isStopping()) return;
      log(`PostgreSQL ended unexpectedly (${reason}); starting it again.`);
      try {
        current = await restart();
        pause = 50;
      } catch (error) {
        log(`PostgreSQL cannot be started again yet: ${(error as Error).message}`);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      // Whoever asked to stop meanwhile could only signal the server that was already gone.
      if (isStopping()) current.signal('SIGINT');
    }
  };
  const watched = watch();
  // The last resort for an owner that leaves without a word: a signal needs no waiting.
  const onExit = (): void => {
    current.signal('SIGINT');
  };
  process.once('exit', onExit);
  return {
    get pid() {
      return current.pid;
    },
    async stop() {
      stopping.abort();
      current.signal('SIGINT');
      const lastResort = setTimeout(() => {
        current.signal('SIGQUIT');
      }, FAST_STOP_MS);
      await watched;
      clearTimeout(lastResort);
      process.off('exit', onExit);
    },
  };
}

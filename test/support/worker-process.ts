import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunningApi } from './running-api.js';
import { ROOT } from './source-tree.js';

export interface RunningWorker {
  /** The URL of its health checks and metrics. */
  readonly url: string;
  output(): string;
  /** Returns the exit code, or null if the signal ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts a worker process on the database of a running API. */
export async function startWorker(
  { databaseUrl, settings }: Pick<RunningApi, 'databaseUrl' | 'settings'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningWorker> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/worker/dist/main.js')], {
    env: { DATABASE_URL: databaseUrl, JWT_SECRET: settings.jwtSecret, WORKER_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /metrics are at (http\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('exit', () => {
      reject(new Error(`The worker exited during its start: ${output}`));
    });
  });
  return { url, output: () => output, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { ROOT } from '../support/source-tree.js';
import { until } from '../support/until.js';

export interface RunningFlorin {
  readonly url: string;
  readonly workerUrl: string;
  readonly dataDir: string;
  /** The printed password of the first admin. */
  readonly adminPassword: string;
  stop(): Promise<void>;
}

/** Florin as started by `npm start`: with the embedded database and the worker. */
export async function startWithDefaults(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningFlorin> {
  const dataDir = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
  const [port, workerPort] = [await freePort(), await freePort()];
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: ROOT,
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const password = (): string | undefined => /with password (\S+)/.exec(output)?.[1];
  const stop = async (): Promise<void> => {
    await end(child);
    await removeEmbeddedPostgres(dataDir);
  };
  try {
    await until(
      'Florin to listen',
      () => {
        if (child.exitCode !== null) throw new Error(`Florin exited: ${output}`);
        return password() !== undefined;
      },
      60_000,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const address = (number: number): string => `http://127.0.0.1:${number}`;
  const adminPassword = password() ?? '';
  return { url: address(port), workerUrl: address(workerPort), dataDir, adminPassword, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

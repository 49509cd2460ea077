import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPythonPackage, succeeds } from '../support/python-package.js';
import { ROOT } from '../support/source-tree.js';

const REQUIREMENT = 'standardwebhooks==1.1.0';

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why the library refused it; null if it was verified. */
  readonly error: string | null;
}

export interface Receiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Each of them must verify a delivery. */
  setSecrets(...secrets: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a script of this folder. */
export async function startReceiver(command: string, script: string): Promise<Receiver> {
  const child = spawn(command, [join(ROOT, 'test/receivers', script)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const deliveries: Delivery[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`${script} exited with ${code}`));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('http:')) resolve(line);
      else deliveries.push(JSON.parse(line) as Delivery);
    });
  });
  return {
    url,
    deliveries,
    async setSecrets(...secrets) {
      await fetch(url, { method: 'PUT', body: JSON.stringify(secrets) });
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

export interface Python {
  readonly command: string;
  remove(): void;
}

/** Python with the library. If that is not possible, prints what is missing and returns undefined. */
export function providePython(print: (line: string) => void): Python | undefined {
  if (succeeds('python3', '-c', 'import standardwebhooks'))
    return { command: 'python3', remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'florin-receivers-'));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const problem = installPythonPackage(folder, REQUIREMENT);
  if (problem === undefined) return { command: join(folder, 'bin', 'python'), remove };
  remove();
  print(`skipping the webhook receiver in Python, which needs ${problem}`);
  return undefined;
}

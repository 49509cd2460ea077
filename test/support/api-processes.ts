import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './source-tree.js';

/** The service with several processes, started as in production. */
export class ApiProcesses {
  private received = '';

  private constructor(readonly primary: ChildProcess) {
    for (const stream of [primary.stdout, primary.stderr])
      stream?.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
  }

  static begin(environment: Readonly<Record<string, string>>): ApiProcesses {
    const primary = spawn(process.execPath, [join(ROOT, 'apps/api/dist/main.js')], {
      env: {
        PORT: '0',
        JWT_SECRET: 'a secret that only the tests know, and long enough',
        PASSWORD_COST: '4',
        RATE_LIMITS: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ApiProcesses(primary);
  }

  /** Both stdout and stderr. */
  get output(): string {
    return this.received;
  }

  /** Resolves when the service listens. */
  async url(): Promise<string> {
    for (;;) {
      const found = /listens on (http\S+)/.exec(this.received)?.[1];
      if (found !== undefined) return found;
      if (this.primary.exitCode !== null)
        throw new Error(`The service exited before it listened: ${this.received}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The pids of the child processes of a program, such as `apps/api`. */
  children(program: string): number[] {
    const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
    return table
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter((row) => row?.[2] === String(this.primary.pid) && row[3]?.includes(program))
      .map((row) => Number(row?.[1]));
  }

  /** Returns the exit code after all output has arrived, or null if a signal ended the process. */
  async end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { primary } = this;
    const hasExited = primary.exitCode !== null || primary.signalCode !== null;
    if (signal !== undefined && !hasExited) primary.kill(signal);
    if (!hasExited) await once(primary, 'close');
    return primary.exitCode;
  }
}

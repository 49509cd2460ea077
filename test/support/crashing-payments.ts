import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrashPoint } from '@florin/payments/testing/crash-points';

export interface CrashingProcess {
  /** The URL of the service, or the number of resolved attempts or refunds. Undefined if it crashed before. */
  readonly firstMessage: unknown;
  readonly process: ChildProcess;
  /** The name of the signal that ended it, or its exit code. */
  readonly ended: Promise<string | number>;
}

export interface CrashingProcessOptions {
  readonly databaseUrl: string;
  readonly mode: 'serve' | 'resolve' | 'resolve refunds';
  readonly crashAt?: CrashPoint | undefined;
  /** Each approved charge waits for a message from the test. */
  readonly holdCharges?: boolean;
}

export async function startCrashingProcess({
  databaseUrl,
  mode,
  crashAt,
  holdCharges,
}: CrashingProcessOptions): Promise<CrashingProcess> {
  const child = fork(fileURLToPath(new URL('./crashing-process.mjs', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'a secret that only the tests know, and long enough',
      PASSWORD_COST: '4',
      RATE_LIMITS: 'off',
      MODE: mode,
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
      ...(holdCharges === true && { HOLD_CHARGES: 'yes' }),
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number);
  const firstMessage = await Promise.race([
    once(child, 'message').then(([message]) => message as unknown),
    ended.then(() => undefined),
  ]);
  return { firstMessage, process: child, ended };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '@florin/payments';

export type CrashPoint = FaultPoint | 'after resolve';

export interface CrashingProcess {
  /** What it said first: where it listens, or how many attempts it resolved. */
  readonly firstMessage: unknown;
  readonly process: ChildProcess;
  /** Answers how it ended: by a signal's name, or by its exit code. */
  readonly ended: Promise<string | number>;
}

export interface CrashingProcessOptions {
  readonly databaseUrl: string;
  readonly mode: 'serve' | 'resolve';
  readonly crashAt?: CrashPoint | undefined;
  /** Makes every charge wait, once the bank has said yes, for a word from the test. */
  readonly holdCharges?: boolean;
}

/** Starts a process that will die; its first word is undefined when it died without one. */
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
      ...(crashAt !== undefined && { DIE_AT: crashAt }),
      ...(holdCharges === true && { HOLD_CHARGES: 'yes' }),
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number);
  const first = await Promise.race([
    once(child, 'message').then(([word]) => word as unknown),
    ended.then(() => undefined),
  ]);
  return { firstMessage: first, process: child, ended };
}

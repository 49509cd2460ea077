import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '@florin/payments';

export type MomentOfDeath = FaultPoint | 'after resolve';

export interface Mortal {
  /** What it said first: where it listens, or how many attempts it resolved. */
  readonly first: unknown;
  readonly process: ChildProcess;
  /** Answers how it ended: by a signal's name, or by its exit code. */
  readonly ended: Promise<string | number>;
}

export interface MortalSettings {
  readonly databaseUrl: string;
  readonly mode: 'serve' | 'resolve';
  readonly dieAt?: MomentOfDeath | undefined;
  /** Makes every charge wait, once the bank has said yes, for a word from the test. */
  readonly holdCharges?: boolean;
}

/** Starts a process that will die; its first word is undefined when it died without one. */
export async function startMortal({
  databaseUrl,
  mode,
  dieAt,
  holdCharges,
}: MortalSettings): Promise<Mortal> {
  const child = fork(fileURLToPath(new URL('./mortal-process.mjs', import.meta.url)), {
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
      ...(dieAt !== undefined && { DIE_AT: dieAt }),
      ...(holdCharges === true && { HOLD_CHARGES: 'yes' }),
    },
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as string | number);
  const first = await Promise.race([
    once(child, 'message').then(([word]) => word as unknown),
    ended.then(() => undefined),
  ]);
  return { first, process: child, ended };
}

import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Runs a program of PostgreSQL's, and throws what it said when it failed: one line. Whoever interrupts Florin at the
 * terminal does not interrupt it, because half-made files help nobody.
 */
export async function runToEnd(
  program: string,
  parameters: readonly string[],
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'>,
): Promise<void> {
  const child = spawn(program, parameters, {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code, signal]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[code: number | null, signal: string | null]>,
  ]);
  if (code === 0) return;
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1);
  throw new Error(reason ?? `it ended with ${code ?? signal ?? 'nothing'}`);
}

import { CommanderError } from 'commander';
import { EXIT, isInterruption, messageOf, UsageError } from './errors.js';
import { createProgram } from './program.js';
import type { Terminal } from './terminal.js';

/** Runs one command line and returns its exit code. All output goes to the given terminal. */
export async function runFlorin(line: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(line, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (isInterruption(error) || terminal.signal.aborted) return interruptedBy(terminal);
    terminal.stderr.write(`florin: ${messageOf(error)}\n`);
    if (isDebugging(terminal) && error instanceof Error) terminal.stderr.write(`${error.stack ?? ''}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failure;
  }
}

const EXIT_BY_SIGNAL: Readonly<Record<string, number>> = { SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp };

const interruptedBy = ({ signal }: Terminal): number =>
  EXIT_BY_SIGNAL[String(signal.reason)] ?? EXIT.interrupted;

const isDebugging = ({ environment }: Terminal): boolean =>
  ['debug', 'trace'].includes(environment['LOG_LEVEL'] ?? '');

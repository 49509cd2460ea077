import { readFileSync } from 'node:fs';
import { commandNamed } from './commands.js';
import { EXIT, isInterruption, UsageError, wordsFor } from './errors.js';
import { helpFor, overview } from './help.js';
import { parseInvocation } from './parse.js';
import { painterFor, type Terminal } from './terminal.js';

/** Runs one command line and answers its exit code. Everything it says goes to the terminal it was given. */
export async function runFlorin(line: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(line, terminal);
  } catch (error) {
    if (isInterruption(error) || terminal.signal.aborted) return interruptedBy(terminal);
    terminal.stderr.write(`florin: ${wordsFor(error)}\n`);
    if (isDebugging(terminal) && error instanceof Error) terminal.stderr.write(`${error.stack ?? ''}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failure;
  }
}

async function dispatch([name, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, environment } = terminal;
  const paint = painterFor(stdout, environment);
  if (name === undefined) {
    terminal.stderr.write(overview(painterFor(terminal.stderr, environment)));
    return EXIT.usage;
  }
  if (name === '--version' || name === '-V') {
    stdout.write(`florin ${versionOf()}\n`);
    return EXIT.ok;
  }
  if (name === '--help' || name === '-h') {
    stdout.write(overview(paint));
    return EXIT.ok;
  }
  if (name.startsWith('-')) throw new UsageError(`${name} must stand behind a command; see florin help`);
  const command = commandNamed(name);
  const { wantsHelp, ...parsed } = parseInvocation(command, rest);
  if (wantsHelp) {
    stdout.write(helpFor(command, paint));
    return EXIT.ok;
  }
  const run = await command.load();
  return run({ ...parsed, terminal });
}

const EXIT_BY_SIGNAL: Readonly<Record<string, number>> = { SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp };

const interruptedBy = ({ signal }: Terminal): number =>
  EXIT_BY_SIGNAL[String(signal.reason)] ?? EXIT.interrupted;

const isDebugging = ({ environment }: Terminal): boolean =>
  ['debug', 'trace'].includes(environment['LOG_LEVEL'] ?? '');

function versionOf(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

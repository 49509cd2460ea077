#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { EXIT } from './errors.js';
import { runFlorin } from './cli.js';

// Exporting many short-lived rows makes V8 grow its young generation to 256 MB for no gain.
setFlagsFromString('--semi-space-growth-factor=1');

const interruption = new AbortController();
let interruptedAt = 0;

/** Under npm, one Ctrl-C sends two signals: the terminal's, and the one that npm forwards. */
const ECHO_MS = 1_000;

/** The first signal aborts the command cleanly; a later one ends the process. */
function interrupt(signal: NodeJS.Signals): void {
  if (!interruption.signal.aborted) {
    interruptedAt = performance.now();
    interruption.abort(signal);
  } else if (performance.now() - interruptedAt > ECHO_MS) process.exit(EXIT.interrupted);
}

const INTERRUPTING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const signal of INTERRUPTING) process.on(signal, interrupt);

let isOutputLost = false;
// A closed pipe (`| head`) is not an error. Any other failure is reported once.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`florin: standard output cannot be written: ${code ?? message}\n`);
});
// Standard error may be closed together with its terminal.
process.stderr.on('error', () => undefined);
// A write may fail after the command has succeeded.
process.once('exit', () => {
  if (isOutputLost && process.exitCode === EXIT.ok) process.exitCode = EXIT.failure;
});

process.exitCode = await runFlorin(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  signal: interruption.signal,
});
// From here on a signal may end the process, except the second signal of one Ctrl-C.
if (!interruption.signal.aborted) for (const signal of INTERRUPTING) process.off(signal, interrupt);

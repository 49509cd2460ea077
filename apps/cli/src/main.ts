#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { EXIT } from './errors.js';
import { runFlorin } from './cli.js';

// A stream of short-lived rows makes V8 double its nursery again and again, to a quarter of a gigabyte for nothing.
setFlagsFromString('--semi-space-growth-factor=1');

const interruption = new AbortController();

/** The first signal asks the command to end cleanly; whoever sends a second one does not want to wait for that. */
function interrupt(signal: NodeJS.Signals): void {
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort(signal);
}

const INTERRUPTING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const signal of INTERRUPTING) process.on(signal, interrupt);

let isOutputLost = false;
// Whoever reads our output may leave before the end (`| head`): that is no crash. A full disk has to be told, once.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`florin: standard output cannot be written: ${code ?? message}\n`);
});
// Where nobody reads errors any more, as after a terminal was closed, there is nobody to tell that either.
process.stderr.on('error', () => undefined);
// The last lines may turn out to be lost when the command has already ended well; nobody shall take that for success.
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
for (const signal of INTERRUPTING) process.off(signal, interrupt);

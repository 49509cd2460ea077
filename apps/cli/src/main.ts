#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { EXIT } from './errors.js';
import { runFlorin } from './cli.js';

// A stream of short-lived rows makes V8 double its nursery again and again, to a quarter of a gigabyte for nothing.
setFlagsFromString('--semi-space-growth-factor=1');

const interruption = new AbortController();
let interruptedAt = 0;

/**
 * One Ctrl-C is two signals under npm: the terminal sends it to everybody in the foreground, and npm passes its own on.
 * Nobody who wants to insist is as quick as that.
 */
const ECHO_MS = 1_000;

/** The first signal asks the command to end cleanly; whoever sends a second one does not want to wait for that. */
function interrupt(signal: NodeJS.Signals): void {
  if (!interruption.signal.aborted) {
    interruptedAt = performance.now();
    interruption.abort(signal);
  } else if (performance.now() - interruptedAt > ECHO_MS) process.exit(EXIT.interrupted);
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
// What remains is to have the output read, which a signal may end; but not the echo of one that was heard already.
if (!interruption.signal.aborted) for (const signal of INTERRUPTING) process.off(signal, interrupt);

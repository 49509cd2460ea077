// Shared by the tools: the root folder, errors, arguments and running a command.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const root = join(import.meta.dirname, '..');

export function fail(message) {
  process.stderr.write(`florin: ${message}\n`);
  process.exit(1);
}

/** Parses the command line, or exits with a message that names the valid options. */
export function readArguments(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const known = Object.keys(config.options).map((name) => `--${name}`);
    return fail(`${error.message.split('. ', 1)[0].replace(/\.$/, '')}. Options: ${known.join(', ')}.`);
  }
}

/** Runs a command to its end, forwards signals, and returns its exit code as a shell would. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward).on('SIGHUP', forward);
    const settle = (finish) => (value, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward).off('SIGHUP', forward);
      finish(signal ? 128 + constants.signals[signal] : value);
    };
    child.once('error', (error) => settle(reject)(new Error(`${command} cannot be run: ${error.message}`)));
    child.once('exit', settle(resolve));
  });
}

import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../settings/shared-settings.js';
import { describeError, SECRET_NAMES, withoutNested } from './redaction.js';
import { standardOutput } from './standard-output.js';
import { readableLines } from './terminal.js';

/** JSON lines, in a readable form if standard output is a terminal. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (label) => ({ level: label }), log: withoutNested },
      redact: { paths: SECRET_NAMES, censor: '[redacted]' },
    },
    destination ?? (process.stdout.isTTY ? readableLines(standardOutput()) : standardOutput()),
  );
}

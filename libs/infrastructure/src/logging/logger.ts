import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../settings/shared-settings.js';
import { describeError, redact } from './redaction.js';
import { standardOutput } from './standard-output.js';

/** One JSON line per event. Without a destination the lines go to standard output, gathered into larger writes. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (label) => ({ level: label }), log: redact },
    },
    destination ?? standardOutput({ gathers: true }),
  );
}

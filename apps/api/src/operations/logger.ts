import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../settings.js';
import { describeError, redact } from './redaction.js';

/** One JSON line per event. Without a destination the lines go to standard output, gathered into larger writes. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      formatters: { level: (label) => ({ level: label }), log: redact },
    },
    destination ?? pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  );
}

/** Nest's own lines: its chatter about modules and routes is for whoever asks for `debug`. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => {
    logger.debug(String(message));
  },
  debug: (message: unknown) => {
    logger.trace(String(message));
  },
  verbose: (message: unknown) => {
    logger.trace(String(message));
  },
  warn: (message: unknown) => {
    logger.warn(String(message));
  },
  error: (message: unknown, stack?: unknown) => {
    logger.error({ stack }, message instanceof Error ? message.message : String(message));
  },
});

import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

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

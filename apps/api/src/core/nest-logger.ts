import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest logs every module and route as `log`; these lines are `debug` here. */
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

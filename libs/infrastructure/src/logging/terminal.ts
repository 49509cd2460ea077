import { createRequire } from 'node:module';
import type { DestinationStream } from 'pino';
import type * as PinoPretty from 'pino-pretty';

export function readableLines(destination: DestinationStream): DestinationStream {
  // Loaded only at a terminal, because loading is slow.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  const translateTime = 'SYS:HH:MM:ss';
  const request = prettyFactory({ translateTime, hideObject: true, messageFormat: requestLine });
  const other = prettyFactory({ translateTime, singleLine: true });
  return {
    write(line) {
      const log = JSON.parse(line) as Record<string, unknown>;
      destination.write((isRequest(log) ? request : other)(log));
    },
  };
}

const isRequest = (log: Record<string, unknown>): boolean => 'ms' in log && 'route' in log;

const requestLine = ({ method, route, status, ms, refused = '' }: Record<string, unknown>): string =>
  [method, route, status, ms, 'ms', refused].map(String).join(' ').trimEnd();

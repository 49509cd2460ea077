import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Allows requests with the token, and requests from this machine that no proxy forwarded. */
export function canReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  const [, given] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token !== undefined && given !== undefined && isEqual(given, token)) return true;
  const isForwarded = Object.keys(headers).some((name) => /^(?:forwarded$|x-forwarded-)/.test(name));
  return !isForwarded && isLoopback(socket.remoteAddress ?? '');
}

const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && LOOPBACK.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** `timingSafeEqual` requires equal lengths, which digests have. */
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Rendering the metrics takes milliseconds of the event loop. */
export const METRICS_MAX_AGE_MS = 1_000;

/** Calls `produce` at most once in `maxAgeMs` and shares the result. A failure is not cached. */
export function cacheFor<Result>(maxAgeMs: number, produce: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | undefined;
  let expiresAt = Infinity;
  return () => {
    if (shared !== undefined && performance.now() < expiresAt) return shared;
    const startedAt = performance.now();
    expiresAt = Infinity;
    shared = produce().finally(() => {
      expiresAt = startedAt + maxAgeMs;
    });
    shared.catch(() => {
      shared = undefined;
    });
    return shared;
  };
}

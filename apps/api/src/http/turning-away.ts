import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../health/metrics.js';
import { isAlwaysAnswered } from '../health/routes.js';
import type { Limits } from './limits.js';
import { Line } from './line.js';
import type { Overload } from './overload.js';
import { QueuedAnswers } from './queued-answers.js';
import { rehearse } from './rehearsal.js';
import { requestIdFor } from './request-id.js';
import { securityHeaders } from './security-headers.js';
import { SwiftRefusals } from './swift-refusals.js';
import type { Traffic } from './traffic.js';

export interface TurningAwayParts {
  readonly overload: Overload;
  readonly traffic: Traffic;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly secure: boolean;
}

export interface TurningAway {
  /** Turns some away, of whom nobody hears, so that it is practised when the first come. Before anybody can come. */
  rehearse(): Promise<void>;
}

/** Told as the route of requests that nobody looked at. */
const ROUTE = 'turned away';
const LOGGED_EVERY_MS = 1_000;

const BODY = JSON.stringify({
  error: 'unavailable',
  message: 'The service is too busy right now; try again shortly.',
});

/**
 * Answers requests that come while there is too much to do before anything else sees them. When four times as many come
 * as can be served, most of what a process does is to refuse, so that a refusal must cost next to nothing: no route, no
 * hooks, no body, no line for each.
 */
export function turnAwayWhenSwamped(server: Server, parts: TurningAwayParts): TurningAway {
  const { overload, traffic, limits, metrics, logger, secure } = parts;
  const [serve, ...others] = server.listeners('request') as RequestListener[];
  if (serve === undefined || others.length > 0)
    throw new Error('One listener was expected to serve requests.');
  const headers: Record<string, string> = {
    ...securityHeaders(secure),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(BODY)),
    'cache-control': 'no-store',
    'retry-after': '1',
  };
  const count = countedLog(logger);
  let isRehearsal = false;
  const isSwamped = (): boolean => isRehearsal || overload.isSwamped();
  const onRefusal = (method = ''): void => {
    if (isRehearsal) return;
    metrics.observe(method, ROUTE, 503, 0);
    count();
  };
  const swift = new SwiftRefusals({
    isSwamped: () => isSwamped() && !traffic.draining,
    head: headOf(headers),
    body: BODY,
    onRefusal,
  });

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    serve.call(server, request, response);
  };
  const line = new Line(begin, traffic, limits);
  const queued = new QueuedAnswers(server);

  const turnAway = (request: IncomingMessage, response: ServerResponse): void => {
    // One object for all: it is written out before the next request can change it.
    headers['x-request-id'] = requestIdFor(request);
    response.writeHead(503, headers).end(BODY);
    swift.watch(request, response);
    onRefusal(request.method);
  };

  server.removeListener('request', serve);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    swift.note(request, response);
    queued.note(request, response);
    // Who comes while it ends is told that by the gate.
    if (traffic.draining || isAlwaysAnswered(request.url)) begin(request, response);
    else if (isSwamped()) turnAway(request, response);
    else line.join(request, response);
  });

  return {
    async rehearse() {
      isRehearsal = true;
      await rehearse((socket) => server.emit(secure ? 'secureConnection' : 'connection', socket));
      isRehearsal = false;
    },
  };
}

const headOf = (headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 503 ${STATUS_CODES[503] ?? ''}\r\n${lines.join('')}connection: keep-alive\r\n`;
};

/** One line for all that were turned away within a second. */
function countedLog(logger: Logger): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      logger.warn({ turnedAway: count }, 'too much at once: requests were turned away');
      count = 0;
    }, LOGGED_EVERY_MS).unref();
  };
}

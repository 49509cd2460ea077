import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  mayReadMetrics,
  settingAtFault,
  urlOf,
  WORKER_LISTENING,
  type WorkerPort,
} from '@florin/infrastructure';
import type { WorkerMetrics } from './metrics.js';

export interface Operations {
  readonly url: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OperationsOptions {
  readonly port: WorkerPort;
  readonly host: string;
  readonly metricsToken: string | undefined;
}

/** Serves the worker's health and metrics. */
export async function serveOperations(
  { port, host, metricsToken }: OperationsOptions,
  isReady: () => Promise<boolean>,
  metrics: WorkerMetrics,
): Promise<Operations> {
  const server = createServer((request, response) => {
    answer(request, isReady, metrics, metricsToken).then(
      (found) => {
        send(response, found);
      },
      () => {
        send(response, problem(500, 'internal_error', 'Something went wrong on our side.'));
      },
    );
  });
  server.requestTimeout = 10_000;
  await listen(server, port, host);
  const address = server.address() as AddressInfo;
  return {
    url: urlOf(false, host, address.port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  isReady: () => Promise<boolean>,
  metrics: WorkerMetrics,
  metricsToken: string | undefined,
): Promise<Answer> {
  const { method, url } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    return problem(405, 'invalid_request', 'Only GET is answered here.', { allow: 'GET, HEAD' });
  }
  switch (url?.split('?', 1)[0]) {
    case '/health/live':
      return json(200, { status: 'live' });
    case '/health/ready':
      if (await isReady()) return json(200, { status: 'ready' });
      return problem(503, 'unavailable', 'The worker is starting, ending or without its database.', {
        'retry-after': '1',
      });
    case '/metrics':
      if (!mayReadMetrics(request, metricsToken)) return notFound();
      return { status: 200, type: metrics.contentType, text: await metrics.text(), headers: {} };
    default:
      return notFound();
  }
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
  headers: {},
});

const problem = (
  status: number,
  error: string,
  message: string,
  headers: Answer['headers'] = {},
): Answer => ({
  ...json(status, { error, message }),
  headers,
});

const notFound = (): Answer => problem(404, 'not_found', 'There is nothing at this address.');

function send(response: ServerResponse, { status, type, text, headers }: Answer): void {
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text);
}

async function listen(server: Server, { number, isChosen }: WorkerPort, host: string): Promise<void> {
  try {
    await listenOn(server, number, host);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || isChosen) throw settingAtFault(error, { host, port: number }, WORKER_LISTENING) ?? error;
    await listenOn(server, 0, host);
  }
}

function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canReadMetrics, listenSettingError, urlOf, WORKER_LISTEN_SETTINGS } from '@florin/infrastructure';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from './job-runner.js';
import { WorkerMetrics } from './metrics.js';
import { WorkerSettings } from './settings.js';

/** Serves health and metrics from before the jobs start until after they have stopped. */
@Injectable()
export class OperationsServer implements OnModuleInit, OnApplicationShutdown {
  /** Undefined if the server is off (WORKER_PORT). */
  url: string | undefined;
  private readonly server = createServer((request, response) => {
    this.respond(request, response).catch(() => {
      sendError(response, 500, 'internal_error', 'Internal error. See the log of the worker.');
    });
  });

  constructor(
    private readonly settings: WorkerSettings,
    private readonly runner: JobRunner,
    private readonly metrics: WorkerMetrics,
  ) {
    this.server.requestTimeout = 10_000;
  }

  async onModuleInit(): Promise<void> {
    const { port, host } = this.settings;
    if (port === undefined) return;
    try {
      await this.listen(port.number);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || port.isExplicit)
        throw listenSettingError(error, { host, port: port.number }, WORKER_LISTEN_SETTINGS) ?? error;
      await this.listen(0);
    }
    this.url = urlOf(false, host, (this.server.address() as AddressInfo).port);
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async listen(port: number): Promise<void> {
    this.server.listen(port, this.settings.host);
    await once(this.server, 'listening');
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      sendError(response, 405, 'invalid_request', 'Method not allowed. Allowed: GET, HEAD.');
      return;
    }
    const path = url?.split('?', 1)[0];
    if (path === '/health/live') sendJson(response, 200, { status: 'live' });
    else if (path === '/health/ready') await this.respondReadiness(response);
    else if (path === '/metrics' && canReadMetrics(request, this.settings.metricsToken)) {
      const text = await this.metrics.text();
      response.setHeader('content-type', this.metrics.contentType).end(text);
    } else sendError(response, 404, 'not_found', `No route matches ${method} ${path ?? ''}.`);
  }

  private async respondReadiness(response: ServerResponse): Promise<void> {
    if (await this.runner.isReady()) {
      sendJson(response, 200, { status: 'ready' });
      return;
    }
    response.setHeader('retry-after', '1');
    sendError(
      response,
      503,
      'unavailable',
      'The worker is starting or stopping, or the database is unavailable.',
    );
  }
}

const sendError = (response: ServerResponse, status: number, error: string, message: string): void => {
  sendJson(response, status, { error, message });
};

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

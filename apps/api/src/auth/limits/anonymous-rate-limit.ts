import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMonitoringPath } from '../../health/routes.js';
import { RequestLimits } from './request-limits.js';

/**
 * Counts what is asked for beside the API, where no guard stands: payment pages, which ask the database, and the document,
 * which is a thousand times as long as the question. A token makes nobody known there, so that all are strangers.
 */
@Injectable()
export class AnonymousRateLimit implements OnModuleInit {
  constructor(
    private readonly server: HttpAdapterHost,
    private readonly limits: RequestLimits,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    instance.addHook('onRequest', (request, _, done) => {
      if (isApiRoute(request) || isMonitoringPath(request.url)) {
        done();
        return;
      }
      this.limits.takeAnonymous(request.ip).then(() => {
        done();
      }, done);
    });
  }
}

const isApiRoute = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/v1/') ?? false;

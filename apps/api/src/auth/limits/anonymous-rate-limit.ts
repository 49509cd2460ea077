import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isMonitoringPath } from '../../health/routes.js';
import { RequestLimits } from './request-limits.js';

/**
 * Rate limit by IP address for routes outside of /v1, which have no guards: payment pages query the database, and the
 * OpenAPI document is a thousand times as large as its request. Tokens are ignored there.
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

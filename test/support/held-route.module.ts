import { Inject, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { heldRequests } from './echo.module.js';

/** Beside the slices of the service: routes of the server itself, for which the permission table has no entry. */
@Module({})
export class HeldRouteModule {
  constructor(@Inject(HttpAdapterHost) { httpAdapter }: HttpAdapterHost) {
    const instance = httpAdapter.getInstance<FastifyInstance>();
    instance.get('/v1/echo', () => ({}));
    instance.post('/v1/echo/held', async () => {
      await heldRequests.opened;
      return {};
    });
  }
}

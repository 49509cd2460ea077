import { Inject, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { heldRequests } from './echo.module.js';

/** Fastify routes beside the real modules, without an entry in the permission table. */
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

import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { STATUSES_NOTE } from '../../openapi/refuses.js';
import { AddRouteConfig } from '../route-config.js';
import type { StatusOverrides } from './answer.js';

/**
 * Says that an operation answers some codes with another status than usual, as the interface does for a few:
 * `@Statuses({ unauthorized: 403 })`. Concerns refusals by the domain only.
 */
export const Statuses = (overrides: StatusOverrides): MethodDecorator =>
  applyDecorators(AddRouteConfig({ statuses: overrides }), ApiExtension(STATUSES_NOTE, overrides));

export const statusesOf = (request: FastifyRequest): StatusOverrides =>
  (request.routeOptions.config as { statuses?: StatusOverrides }).statuses ?? {};

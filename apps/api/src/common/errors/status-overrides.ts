import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { STATUS_OVERRIDES_EXTENSION } from '../../openapi/operation-extensions.js';
import { AddRouteConfig } from '../route-config.js';
import type { StatusOverrides } from './error-response.js';

/**
 * Says that an operation answers some codes with another status than usual, as the interface does for a few:
 * `@Statuses({ unauthorized: 403 })`. Concerns refusals by the domain only.
 */
export const OverrideStatuses = (overrides: StatusOverrides): MethodDecorator =>
  applyDecorators(
    AddRouteConfig({ statuses: overrides }),
    ApiExtension(STATUS_OVERRIDES_EXTENSION, overrides),
  );

export const statusOverridesOf = (request: FastifyRequest): StatusOverrides =>
  (request.routeOptions.config as { statuses?: StatusOverrides }).statuses ?? {};

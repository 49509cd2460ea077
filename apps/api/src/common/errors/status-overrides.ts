import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { STATUS_OVERRIDES_EXTENSION } from '../../openapi/operation-extensions.js';
import { AddRouteConfig } from '../route-config.js';
import type { StatusOverrides } from './error-response.js';

/**
 * Overrides the status of some error codes for an operation: `@OverrideStatuses({ unauthorized: 403 })`. Applies to
 * domain errors only.
 */
export const OverrideStatuses = (overrides: StatusOverrides): MethodDecorator =>
  applyDecorators(
    AddRouteConfig({ statuses: overrides }),
    ApiExtension(STATUS_OVERRIDES_EXTENSION, overrides),
  );

export const statusOverridesOf = (request: FastifyRequest): StatusOverrides =>
  (request.routeOptions.config as { statuses?: StatusOverrides }).statuses ?? {};

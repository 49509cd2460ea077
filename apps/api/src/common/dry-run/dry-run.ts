import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PARAMETERS } from '../../openapi/common.js';
import { ApiError } from '../errors/api-error.js';
import { AddRouteConfig } from '../route-config.js';

const HEADER = 'dry-run';

type ResponseOptions = Parameters<typeof ApiOkResponse>[0];

/** The operation accepts `Dry-Run: true`. All others reject the header, so that nothing is executed by mistake. */
export const HasDryRun = (response?: ResponseOptions): MethodDecorator =>
  applyDecorators(
    AddRouteConfig({ hasDryRun: true }),
    ApiHeader({ name: PARAMETERS.DryRun.name }),
    ...(response === undefined ? [] : [ApiOkResponse(response)]),
  );

export const isDryRun = ({ headers }: FastifyRequest): boolean => headers[HEADER] === 'true';

export function checkDryRunHeader(request: FastifyRequest): void {
  if (request.headers[HEADER] === undefined) return;
  const { hasDryRun = false } = request.routeOptions.config as { hasDryRun?: boolean };
  if (!hasDryRun) throw new ApiError('invalid_request', 'This operation does not accept Dry-Run.');
  if (!isDryRun(request)) throw new ApiError('invalid_request', 'Dry-Run must be true, or not sent.');
}

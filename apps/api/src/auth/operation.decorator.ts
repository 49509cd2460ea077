import { type OperationName, OPERATIONS, PERMISSIONS } from '@florin/identity';
import { applyDecorators, type ExecutionContext, SetMetadata, UseInterceptors } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension, ApiHeader, ApiOperation } from '@nestjs/swagger';
import { AddRouteConfig } from '../common/route-config.js';
import { PARAMETERS } from '../openapi/common.js';
import { OPERATION_IDS } from '../openapi/operation-ids.js';
import { OPERATION_EXTENSION } from '../openapi/operation-extensions.js';
import { AccountQueueInterceptor } from './account-queue.interceptor.js';

const OPERATION = 'florin:operation';
const ACTS_FOR_ACCOUNT = 'florin:acts-for-account';
const reflector = new Reflector();

/** Changes, but for transactions: the ledger has a queue of its own. */
const QUEUED: ReadonlySet<OperationName> = new Set(
  OPERATIONS.filter((name) => PERMISSIONS[name].method !== 'GET' && !name.startsWith('transactions.')),
);

/** Ties a handler to its row of the permission table. `RouteCheck` finds a handler without one. */
export const Operation = (name: OperationName, summary: string, description?: string): MethodDecorator =>
  applyDecorators(
    SetMetadata(OPERATION, name),
    AddRouteConfig({ operation: name }),
    ApiOperation({
      operationId: OPERATION_IDS[name],
      summary,
      ...(description !== undefined && { description }),
    }),
    ApiExtension(OPERATION_EXTENSION, name),
    ...(QUEUED.has(name) ? [UseInterceptors(AccountQueueInterceptor)] : []),
  );

/** Says that the operations of a controller read `X-Account-Id`. All others refuse it. */
export const ActsForAccount = (): ClassDecorator =>
  applyDecorators(SetMetadata(ACTS_FOR_ACCOUNT, true), ApiHeader({ name: PARAMETERS.AccountId.name }));

export function operationOf(context: ExecutionContext): OperationName {
  const operation = reflector.get<OperationName | undefined>(OPERATION, context.getHandler());
  if (operation === undefined) throw new Error(`${context.getHandler().name} names no operation`);
  return operation;
}

export const actsForAccount = (context: ExecutionContext): boolean =>
  reflector.get<true | undefined>(ACTS_FOR_ACCOUNT, context.getClass()) === true;

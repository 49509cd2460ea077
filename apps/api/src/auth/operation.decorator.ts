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

/**
 * Transactions and transfers have the queue of the ledger only. Batches have both: one can be as large as a thousand
 * transactions. The test of an endpoint waits for another server, and a refund for the processor: they would occupy the queue
 * meanwhile. A reconciliation receives a large file, and has its own limit.
 */
const NOT_QUEUED =
  /^(transactions\.(?!create_batch)|transfers\.|refunds\.|reconciliations\.|webhook_endpoints\.test$)/;

const QUEUED: ReadonlySet<OperationName> = new Set(
  OPERATIONS.filter((name) => PERMISSIONS[name].method !== 'GET' && !NOT_QUEUED.test(name)),
);

/** Links a handler to its row in the permission table. `RouteCheck` fails at startup if one is missing. */
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

/** The operations of this controller accept `X-Account-Id`. All other operations reject it. */
export const ActsForAccount = (): ClassDecorator =>
  applyDecorators(SetMetadata(ACTS_FOR_ACCOUNT, true), ApiHeader({ name: PARAMETERS.AccountId.name }));

export function operationOf(context: ExecutionContext): OperationName {
  const operation = reflector.get<OperationName | undefined>(OPERATION, context.getHandler());
  if (operation === undefined) throw new Error(`${context.getHandler().name} has no @Operation`);
  return operation;
}

export const actsForAccount = (context: ExecutionContext): boolean =>
  reflector.get<true | undefined>(ACTS_FOR_ACCOUNT, context.getClass()) === true;

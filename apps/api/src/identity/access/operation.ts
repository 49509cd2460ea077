import { type OperationName, PERMISSIONS } from '@florin/identity';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation } from '@nestjs/swagger';

export const OPERATION = 'florin:operation';

/** Ties a handler to its row of the permission table; a handler without one answers nobody. */
export const Operation = (name: OperationName, summary?: string): MethodDecorator =>
  applyDecorators(
    SetMetadata(OPERATION, name),
    ApiOperation({ operationId: name, ...(summary !== undefined && { summary }) }),
    ...(PERMISSIONS[name].token === 'ignored' ? [] : [ApiBearerAuth()]),
  );

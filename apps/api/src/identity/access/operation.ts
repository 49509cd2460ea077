import { type OperationName } from '@florin/identity';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation } from '@nestjs/swagger';
import { PARAMETERS } from '../../openapi/common.js';
import { OPERATION_IDS } from '../../openapi/operation-ids.js';
import { OPERATION_NOTE } from '../../openapi/refuses.js';

export const OPERATION = 'florin:operation';

/** Ties a handler to its row of the permission table; a handler without one answers nobody. */
export const Operation = (name: OperationName, summary: string, description?: string): MethodDecorator =>
  applyDecorators(
    SetMetadata(OPERATION, name),
    ApiOperation({
      operationId: OPERATION_IDS[name],
      summary,
      ...(description !== undefined && { description }),
    }),
    ApiExtension(OPERATION_NOTE, name),
  );

/** Says that the operations of a controller read `X-Account-Id`. */
export const ActsForAccount = (): ClassDecorator => ApiHeader({ name: PARAMETERS.AccountId.name });

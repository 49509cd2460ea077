import { type OperationName } from '@florin/identity';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation } from '@nestjs/swagger';
import { PARAMETERS } from '../openapi/common.js';
import { OPERATION_IDS } from '../openapi/operation-ids.js';
import { OPERATION_NOTE } from '../openapi/refuses.js';

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

export const ACTS_FOR_ACCOUNT = 'florin:acts-for-account';

/** Says that the operations of a controller read `X-Account-Id`. To others nobody may send it. */
export const ActsForAccount = (): ClassDecorator =>
  applyDecorators(SetMetadata(ACTS_FOR_ACCOUNT, true), ApiHeader({ name: PARAMETERS.AccountId.name }));
